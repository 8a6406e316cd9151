/** Sums as rows of the two lists: named, with the bounds of their intervals. */
import type { Money, Reference } from '../../platform/contract/primitives'
import type { Db } from '../../platform/db/database'
import { figures } from '../figures/aggregate.queries'
import { unitOf } from '../../telemetry/readings/measures.contract'
import { movementNames } from '../../telemetry/readings/meters.contract'
import { REMAINDER } from '../../telemetry/readings/ticket-meters.contract'
import type { ComputedAggregationRow, RawAggregationRow } from './aggregations.contract'
import { measureName, type Granulation, type Measure } from './aggregation-rules.contract'
import type { DayRule } from '../../estate/locations/gaming-day.service'
import { hourEnd, type Span } from '../../telemetry/readings/gaming-hours.service'
import { dayRules } from '../../telemetry/readings/slot-history.queries'
import { boundsOf, lengthOf } from './interval-bounds'
import type { RollUpRow } from './roll-up-rows.queries'

export async function presentRaw(
  db: Db,
  rows: readonly RollUpRow[],
  granulation: Granulation,
): Promise<RawAggregationRow[]> {
  const name = await placesOf(db, rows)
  return rows.map(row => ({
    _id: keyOf(row),
    ...name(row, granulation),
    readings: row.readings,
    denomination: { minor: Math.abs(row.denomination_minor), currency: row.currency as Money['currency'] },
    ...pick(row, row.denomination_minor === REMAINDER ? REMAINDER : 1),
  }))
}

/** Remainders of tickets are stored with the opposite sign and are shown as cents. */
const pick = (row: RollUpRow, sign = 1) =>
  Object.fromEntries(movementNames.map(name => [name, Number(row[name]) * sign + 0])) as Pick<
    RawAggregationRow,
    (typeof movementNames)[number]
  >

export async function presentComputed(
  db: Db,
  rows: readonly RollUpRow[],
  granulation: Granulation,
  measures: readonly Measure[],
): Promise<ComputedAggregationRow[]> {
  const name = await placesOf(db, rows)
  return rows.map(row => {
    return {
      _id: keyOf(row),
      ...name(row, granulation),
      readings: row.readings,
      slots: row.slots,
      ...measuresOf(row, measures),
    }
  })
}

/** A measure that was not requested is null. */
export function measuresOf(
  row: RollUpRow,
  measures: readonly Measure[],
): Pick<ComputedAggregationRow, Measure> {
  const all = figures(row.currency, pick(row))
  const values = measureName.options.map(measure => {
    const value = measures.includes(measure) ? all[measure] : null
    const isMoney = unitOf(measure) === 'money'
    return [measure, isMoney && value !== null ? { minor: value, currency: row.currency } : value] as const
  })
  return Object.fromEntries(values) as Pick<ComputedAggregationRow, Measure>
}

const KEY = [
  'interval',
  'tenant_id',
  'location_id',
  'slot_id',
  'game_nr',
  'currency',
  'denomination_minor',
] as const

/** What a row is known by in a file that is being written. */
export const keyOf = (row: RollUpRow): string => KEY.map(name => row[name] ?? '').join('.')

export function intervalsIn(keys: readonly string[], granulation: Granulation): (string | number)[] {
  const intervals = [...new Set(keys.map(key => key.slice(0, key.indexOf('.'))))]
  return granulation === 'hour' ? intervals.map(Number) : intervals
}

/**
 * A tenant's rows are in its own time zone, because its locations have different days. A location's past days have the
 * rule that they began by.
 */
async function placesOf(db: Db, rows: readonly RollUpRow[]) {
  const idsIn = (column: 'tenant_id' | 'location_id' | 'slot_id') => [
    ...new Set(rows.flatMap(row => row[column] ?? [])),
  ]
  const [tenantIds, locationIds, slotIds] = [idsIn('tenant_id'), idsIn('location_id'), idsIn('slot_id')]
  const [tenants, locations, slots, rules] = await Promise.all([
    tenantIds.length === 0
      ? []
      : db.selectFrom('tenants').select(['id', 'name', 'time_zone']).where('id', 'in', tenantIds).execute(),
    locationIds.length === 0
      ? []
      : db
          .selectFrom('locations')
          .select(['id', 'name', 'time_zone'])
          .where('id', 'in', locationIds)
          .execute(),
    slotIds.length === 0
      ? []
      : db.selectFrom('slots').select(['id', 'serial as name']).where('id', 'in', slotIds).execute(),
    dayRules(db, locationIds),
  ])
  const byId = <One extends { id: string; name: string }>(found: readonly One[]) =>
    new Map(found.map(one => [one.id, one]))
  const [ofTenant, ofLocation, ofSlot] = [byId(tenants), byId(locations), byId(slots)]
  const refer = (known: Map<string, { name: string }>, id: string | null): Reference | null =>
    id === null ? null : { _id: id, name: known.get(id)?.name ?? id }
  return (row: RollUpRow, granulation: Granulation) => {
    const time_zone =
      ofLocation.get(row.location_id ?? '')?.time_zone ??
      ofTenant.get(row.tenant_id ?? '')?.time_zone ??
      'UTC'
    const bounds = boundsIn(row.interval ?? '', rules.get(row.location_id ?? ''), time_zone)
    return {
      server_time: bounds.from,
      end_time: bounds.to,
      interval: typeof row.interval === 'string' ? row.interval : null,
      granulation,
      hours: lengthOf(bounds),
      time_zone,
      tenant: refer(ofTenant, row.tenant_id) ?? { _id: '', name: '' },
      location: refer(ofLocation, row.location_id),
      slot: refer(ofSlot, row.slot_id),
      game_nr: row.game_nr,
    }
  }
}

/** An hour of a tenant is one of several locations, each of which may cut it elsewhere: it ends with the full hour. */
function boundsIn(interval: string | number, rules: readonly DayRule[] | undefined, timeZone: string): Span {
  if (!rules && typeof interval === 'number') return { from: interval, to: hourEnd(interval) }
  return boundsOf(interval, rules ?? [{ from: interval.toString(), timeZone, dayStart: '00:00' }])
}
