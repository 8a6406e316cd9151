import { z } from 'zod'
import type { Contract, RowOf } from '../../platform/contract/contract'
import { listRequest } from '../../platform/contract/list'
import { allows, type Permission } from '../../platform/contract/permissions'
import { id } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Store } from '../../platform/store/store-spec'
import type { Scope } from '../../platform/request/actor'
import type { Api } from '../../platform/http/api'
import { crud } from '../../platform/http/crud'
import { entityType } from './entity-groups.contract'
import { locationGroupsStore, slotGroupsStore, tenantGroupsStore } from './entity-groups.store'

const lists = [
  'tenant_entity_group::list',
  'location_entity_group::list',
  'slot_entity_group::list',
] as const satisfies readonly Permission[]
const found = z.object({ _id: id, entityType, name: z.string() })

export function register(api: Api): void {
  crud(api, counted(api, tenantGroupsStore, 'tenants'))
  crud(api, counted(api, locationGroupsStore, 'locations'))
  crud(api, counted(api, slotGroupsStore, 'slots'))
  // An address names a group without its type.
  api.endpoint(
    {
      method: 'GET',
      path: '/api/configuration/v1/get-entity-group/:id',
      family: 'configuration',
      summary: 'Of which type an entity group is',
      permission: { any: lists },
      params: z.object({ id }),
      response: z.object({ entity_group: found }),
    },
    async ({ db, scope, actor, params }) => {
      const group = await db
        .selectFrom('entity_groups')
        .select(['id', 'tenant_id', 'entity_type', 'name'])
        .where('id', '=', params.id)
        .executeTakeFirst()
      const isTheirs =
        group &&
        (scope.tenantId === null || group.tenant_id === scope.tenantId) &&
        allows(actor.permissions, `${group.entity_type}_entity_group::list`)
      if (!isTheirs) throw new Problem(404, 'not_found', { message: 'No such entity group' })
      return { entity_group: { _id: group.id, entityType: group.entity_type, name: group.name } }
    },
  )
}

/** Counts at the same time: more would keep every reader of the database busy for one page. */
const AT_ONCE = 4

/** How many members each group has for this reader: the total of the entity's own list, narrowed to the group. */
function counted<C extends Contract>(api: Api, store: Store<C>, members: string): Store<C> {
  type Row = RowOf<C>
  const size = async (db: Db, scope: Scope, row: Row, now: number): Promise<Row> => {
    const request = listRequest.parse({ exactFields: ['group'], exactValues: [(row as { _id: string })._id] })
    return { ...row, size: await api.stores.get(`configuration/${members}`)?.count(db, scope, request, now) }
  }
  return {
    ...store,
    get: async (db, scope, id, now) => size(db, scope, await store.get(db, scope, id, now), now),
    list: async (db, scope, request, now) => {
      const answer = await store.list(db, scope, request, now)
      if (request.fields && !request.fields.includes('size')) return answer
      const rows: Row[] = []
      for (let from = 0; from < answer.rows.length; from += AT_ONCE) {
        rows.push(
          ...(await Promise.all(
            answer.rows.slice(from, from + AT_ONCE).map(row => size(db, scope, row, now)),
          )),
        )
      }
      return { ...answer, rows }
    },
  }
}
