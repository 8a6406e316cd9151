/** Lists the owners of general settings: one answer for the page that leads to all of them. */
import { sql } from 'kysely'
import { allows } from '../../platform/contract/permissions'
import { zoneData } from '../../platform/contract/time-zone'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import type { Db } from '../../platform/db/database'
import type { Api } from '../../platform/http/api'
import { scopeOf, type Actor } from '../../platform/request/actor'
import {
  configKinds,
  generalOwners,
  type GeneralOwners,
} from '../../platform/layered-settings/config.contract'
import { valuesFrom } from '../../platform/layered-settings/sets'

/** More are found from their own pages. */
const MOST = 200

export function registerGeneralOwners(api: Api): void {
  api.endpoint(
    {
      method: 'GET',
      path: '/api/settings/v1/general-settings',
      family: 'settings',
      permission: 'general_settings::get',
      summary: 'Whose general settings there are: system, tenants, and locations that have some of their own',
      response: generalOwners,
    },
    ({ db, actor }) => ownersFor(db, actor),
  )
}

type Kind = GeneralOwners['owners'][number]['kind']
interface Row {
  id: string
  name: string
  tenant_id: string | null
  tenant_name: string | null
  values_json: string | null
  changed_at: number | null
  changed_by_name: string | null
}

async function ownersFor(db: Db, actor: Actor): Promise<GeneralOwners> {
  const { tenantId } = scopeOf(actor)
  const may = (kind: Kind) => allows(actor.permissions, configKinds[kind].read)
  const ofTenant = (column: string) => (tenantId === null ? sql`` : sql`and ${sql.ref(column)} = ${tenantId}`)
  const read = async (kind: Kind, query: ReturnType<typeof sql<Row>>) =>
    may(kind) ? (await query.execute(db)).rows.map(row => toOwner(kind, row)) : []
  const storedColumns = sql`s.values_json, s.changed_at, s.changed_by_name`
  const [system, tenants, locations] = await Promise.all([
    tenantId === null
      ? read(
          'general-system',
          sql<Row>`select ${SYSTEM_TENANT} as id, '' as name, null as tenant_id, null as tenant_name, ${storedColumns}
            from (select 1 as one) as x left join config_sets s on s.kind = 'general-system' and s.owner_id = ${SYSTEM_TENANT}`,
        )
      : [],
    read(
      'general-tenant',
      sql<Row>`select t.id, t.name, null as tenant_id, null as tenant_name, ${storedColumns}
        from tenants t left join config_sets s on s.kind = 'general-tenant' and s.owner_id = t.id
        where t.archived_at is null and t.id <> ${SYSTEM_TENANT} ${ofTenant('t.id')} order by t.name, t.id limit ${MOST + 1}`,
    ),
    read(
      'general-location',
      sql<Row>`select l.id, l.name, t.id as tenant_id, t.name as tenant_name, ${storedColumns}
        from config_sets s join locations l on l.id = s.owner_id join tenants t on t.id = l.tenant_id
        where s.kind = 'general-location' and s.values_json <> '{}' and l.archived_at is null ${ofTenant('l.tenant_id')}
        order by l.name, l.id limit ${MOST + 1}`,
    ),
  ])
  return {
    owners: [...system, ...tenants.slice(0, MOST), ...locations.slice(0, MOST)],
    more: tenants.length > MOST || locations.length > MOST,
    zone_data: { version: zoneData.version, platform: zoneData.platform || '–' },
  }
}

const toOwner = (kind: Kind, row: Row): GeneralOwners['owners'][number] => ({
  _id: row.id,
  kind,
  name: row.name,
  tenant: row.tenant_id === null ? null : { _id: row.tenant_id, name: row.tenant_name ?? '' },
  own: Object.keys(valuesFrom(row.values_json ?? '{}')).length,
  changed_at: row.changed_at,
  changed_by: row.changed_by_name,
})
