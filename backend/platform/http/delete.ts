/** Deleting, of a contract that permits it: what stands in the way, and the deed. */
import { z } from 'zod'
import { pathsOf, usesAnswer, type Contract, type UseCount } from '../contract/contract'
import { listRequest } from '../contract/list'
import type { Permission } from '../contract/permissions'
import { id, versionInput } from '../contract/primitives'
import type { Db } from '../db/database'
import type { Store } from '../store/store-spec'
import type { Api } from './api'
import { demandSame } from './written'

const params = z.object({ id })

/** `GET /uses/one/:id` says where it is in use, `POST /delete/one/:id` deletes what is not. */
export function deleteEndpoints<C extends Contract>(api: Api, store: Store<C>, permission: Permission): void {
  const { contract } = store
  const { family, one } = contract
  const paths = pathsOf(contract)
  api.endpoint(
    {
      method: 'GET',
      path: `${paths.uses}/:id`,
      family,
      summary: `Where a ${one} is in use`,
      permission,
      params,
      response: usesAnswer,
    },
    async ({ db, scope, params: { id: target }, now }) => {
      await store.get(db, scope, target, now)
      const kept = (await store.spec.archiveBlockers?.(db, [target]))?.get(target)
      return { uses: await usesOf(api, db, contract, target, now), kept: kept?.code ?? null }
    },
  )
  api.endpoint(
    {
      method: 'POST',
      path: `${paths.delete}/:id`,
      family,
      summary: `Delete a ${one} that nothing refers to`,
      permission,
      params,
      // The specification says in the body once more which one is meant.
      body: z.strictObject({ id: id.optional(), _id: id.optional(), version: versionInput }),
      response: z.object({ deleted: id }),
      write: true,
      refuses: [409],
    },
    async ({ db, actor, params: target, body, now }) => {
      demandSame(target, body)
      const uses = await usesOf(api, db, contract, target.id, now)
      await store.remove(db, actor, target.id, { version: body.version, uses }, now)
      return { deleted: target.id }
    },
  )
}

/**
 * Each list that has rows which refer to it: of every tenant, archived ones too, since all of them would be left
 * without it.
 */
async function usesOf(
  api: Api,
  db: Db,
  { usedBy = [] }: Contract,
  target: string,
  now: number,
): Promise<UseCount[]> {
  const counted = await Promise.all(
    usedBy.map(async ({ list, filter }) => {
      const store = api.stores.get(list)
      if (!store) throw new Error(`usedBy names ${list}, which no module serves`)
      const request = listRequest.parse({ exactFields: [filter], exactValues: [target], rowsPerPage: 1 })
      const total = async (show_all: boolean) =>
        (await store.list(db, { tenantId: null }, { ...request, show_all }, now)).total
      const [count, present] = [await total(true), await total(false)]
      return { list, filter, count, archived: count - present }
    }),
  )
  return counted.filter(({ count }) => count > 0)
}
