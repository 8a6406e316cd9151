/** Each slot as the regulator's terminal shows it, from its newest reading. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database'
import { seenColumnsOf, limitColumns, presenceOf } from '../../platform/store/presence-limits'
import type { Scope } from '../../platform/request/actor'
import { electronicParts } from '../../telemetry/judgement/electronic.service'
import { latestMeters } from '../../telemetry/judgement/latest.service'
import { clockOf } from '../period-reports/network-clock.service'
import type { InspectorAnswer, InspectorRequest } from './inspections.contract'
import { localTime } from '../../platform/contract/time-zone'

interface Stored {
  slot_id: string
  serial: string
  tenant_id: string
  currency: InspectorAnswer['rows'][number]['currency']
  denomination_minor: number
  organiser: string
  county: string | null
  town: string
  address: string | null
  location: string
  time_zone: string
  last_seen_at: number | null
  meters: string | null
  read_at: number | null
}

/** With how many slots of which tenant are shown. */
export async function inspectorView(
  db: Db,
  scope: Scope,
  request: InspectorRequest,
  now: number,
): Promise<{ answer: InspectorAnswer; shown: ReadonlyMap<string, number> }> {
  const { zone, open } = await clockOf(db, scope, request.location, now)
  const where = sql`t.archived_at is null and ${scope.tenantId === null ? sql`1 = 1` : sql`t.tenant_id = ${scope.tenantId}`}
    ${request.location === null ? sql`` : sql`and t.location_id = ${request.location}`}`
  const { rows: stored } =
    await sql<Stored>`select t.id as slot_id, t.serial, t.tenant_id, t.currency, t.denomination_minor,
      coalesce(n.legal_name, n.name) as organiser, l.county, l.city as town, l.address, l.name as location, l.time_zone,
      t.last_seen_at, c.meters, c.server_time as read_at, ${limitColumns(seenColumnsOf('slots'), now)}
    from slots t join locations l on l.id = t.location_id join tenants n on n.id = t.tenant_id
      left join counter_latest c on c.slot_id = t.id and c.game_nr = 0
    where ${where} order by organiser, l.name, t.serial, t.id limit ${request.rows}`.execute(db)
  const { rows: counted } = await sql<{
    total: number
  }>`select count(*) as total from slots t where ${where}`.execute(db)
  const shown = new Map<string, number>()
  for (const { tenant_id } of stored) shown.set(tenant_id, (shown.get(tenant_id) ?? 0) + 1)
  const answer: InspectorAnswer = {
    rows: stored.map(one => {
      const meters = latestMeters(one.meters ?? '{}')
      const counter = (of: keyof typeof electronicParts): number | null => {
        const values = electronicParts[of].flatMap(name => meters[name] ?? [])
        return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0)
      }
      const presence = presenceOf({ ...one }, now)
      return {
        key: one.slot_id,
        name: one.serial,
        currency: one.currency,
        hours: null,
        organiser: one.organiser,
        county: one.county,
        town: one.town,
        address: one.address,
        location: one.location,
        counter_in: counter('in'),
        counter_out: counter('out'),
        counter_jackpot: counter('jackpot'),
        credit: one.denomination_minor,
        read_on: one.read_at === null ? null : localTime(one.read_at, one.time_zone).toISODate(),
        state: presence === 'online' || presence === 'stale' ? 'on' : 'off',
      }
    }),
    totals: [],
    from: open,
    to: open,
    open_day: null,
    missing_days: [],
    hours: null,
    from_readings: false,
    standing: true,
    left_out: Number(counted[0]?.total ?? 0) - stored.length,
    time_zone: zone,
    as_of: now,
  }
  return { answer, shown }
}
