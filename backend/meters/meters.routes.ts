import { sql } from 'kysely'
import { z } from 'zod'
import { id } from '../contract/primitives'
import { Problem } from '../contract/problem'
import type { Db } from '../db/database'
import type { Scope } from '../http/actor'
import type { Api } from '../http/api'
import { listEndpoint } from '../http/crud'
import type { ListRequest } from '../contract/list'
import { meterReadingInput, meterSetupInput, meterSetupRow, slotMetersAnswer } from './meters.contract'
import { machineOf, readMeters } from './meters.queries'
import { enterReading, saveSetup } from './meters.service'

const family = 'configuration'

export function register(api: Api): void {
  const one = '/api/configuration/v1/slot-machine-meter/:id'
  const idParams = z.object({ id })
  api.endpoint({ method: 'GET', path: '/api/configuration/v1/slot-machine-meters/:slotId', family, summary: 'A machine’s mechanical counters beside its electronic meters, and how often they were read', permission: 'slot::list', params: z.object({ slotId: id }), response: slotMetersAnswer },
    async ({ db, scope, params }) => ({ meters: await readMeters(db, await machineOf(db, scope, params.slotId)) }))
  api.endpoint({ method: 'GET', path: one, family, summary: 'The same, by the id of the counters’ setup, which is the machine’s', permission: 'slot::list', params: idParams, response: slotMetersAnswer },
    async ({ db, scope, params }) => ({ meters: await readMeters(db, await machineOf(db, scope, params.id)) }))
  api.endpoint({ method: 'PUT', path: one, family, summary: 'How the counters count: price of an impulse, impulses to a step', permission: 'slot::update_meters', params: idParams, body: meterSetupInput, response: slotMetersAnswer, write: true },
    async ({ db, scope, actor, params, body, now }) => {
      const machine = await machineOf(db, scope, params.id)
      await saveSetup(db, machine, body, actor, now)
      return { meters: await readMeters(db, machine) }
    })
  api.endpoint({ method: 'POST', path: `${one}/reading`, family, summary: 'Where the counters stand; a reason is needed when one went down', permission: 'slot::enter_meters', params: idParams, body: meterReadingInput, response: slotMetersAnswer, write: true },
    async ({ db, scope, actor, params, body, now }) => {
      const machine = await machineOf(db, scope, params.id)
      await enterReading(db, machine, body, actor, now)
      return { meters: await readMeters(db, machine) }
    })
  listEndpoint(api, {
    family: 'settings', path: '/api/settings/v1/mechanical-meters', summary: 'How the mechanical counters of all machines count, by serial number', permission: 'slot::list', row: meterSetupRow,
    read: ({ db, scope, body, now }) => listSetups(db, scope, body, now),
  })
}

interface Row {
  slot_id: string; serial: string; location_id: string; location_name: string; tenant_id: string; tenant_name: string; currency: string; price_per_impulse_minor: number
  factor_in: number; factor_out: number; factor_jackpot: number; mech_in: number | null; mech_out: number | null; mech_jackpot: number | null; set_at: number | null; updated_at: number; total: number
}

const filters: Record<string, string> = { location: 's.location_id', tenant: 's.tenant_id', _id: 's.id' }

async function listSetups(db: Db, scope: Scope, { rowsPerPage, page, query, exactFields, exactValues, sortBy }: ListRequest, now: number) {
  if (sortBy.length > 0) throw new Problem(422, 'invalid', { fields: { sortBy: [{ code: 'invalid' }] } })
  const conditions = [sql`s.archived_at is null`, ...(scope.tenantId === null ? [] : [sql`m.tenant_id = ${scope.tenantId}`]),
    ...(query === '' ? [] : [sql`s.search like ${`%${query.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`])]
  for (const [at, field] of exactFields.entries()) {
    const column = filters[field]
    const value = exactValues[at]
    if (!column || typeof value !== 'string') throw new Problem(422, 'invalid', { fields: { [field]: [{ code: column ? 'invalid' : 'unknown_field' }] } })
    conditions.push(sql`${sql.ref(column)} = ${value}`)
  }
  const { rows } = await sql<Row>`select m.*, s.serial, s.location_id, l.name as location_name, t.name as tenant_name, count(*) over() as total
    from slot_meter_setups m join slots s on s.id = m.slot_id join locations l on l.id = s.location_id join tenants t on t.id = m.tenant_id
    where ${sql.join(conditions, sql` and `)} order by s.serial, s.id limit ${rowsPerPage} offset ${page * rowsPerPage}`.execute(db)
  return {
    rows: rows.map(({ slot_id, serial, location_id, location_name, tenant_id, tenant_name, total: _total, ...row }) => ({
      _id: slot_id, slot: { _id: slot_id, name: serial }, location: { _id: location_id, name: location_name }, tenant: { _id: tenant_id, name: tenant_name },
      currency: row.currency, price_per_impulse_minor: row.price_per_impulse_minor, factor_in: row.factor_in, factor_out: row.factor_out, factor_jackpot: row.factor_jackpot,
      mech_in: row.mech_in, mech_out: row.mech_out, mech_jackpot: row.mech_jackpot, set_at: row.set_at, updated_at: row.updated_at,
    })),
    total: Number(rows[0]?.total ?? 0), as_of: now,
  }
}
