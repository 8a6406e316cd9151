/**
 * Mechanical counters against electronic meters, from the stored comparisons: nothing is compared anew for a report.
 */
import { groupBy } from '../../platform/contract/group-by'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import { stillHolds } from '../meters/explanations.service'
import { meterKinds, type MeterKind } from '../meters/meters.contract'
import type { MeterComparisonsTable } from '../meters/meters.table'
import { mechanicalTolerance, toleratedOf, verdictOf } from '../meters/tolerance.service'
import { clockOf } from '../period-reports/network-clock.service'
import type { CounterAnswer, CounterRequest } from './reconciliation.contract'
import { rowsShown, sumsByCurrency } from './sums'
import { localTime } from '../../platform/contract/time-zone'

type Row = CounterAnswer['rows'][number]
type Line = Row & { place: string }

const summed = ['mechanical', 'electronic', 'difference', 'absolute', 'beyond', 'unexplained'] as const

type ComparisonFields = Omit<MeterComparisonsTable, 'slot_id' | 'tenant_id' | 'verdict'>
interface Stored extends ComparisonFields {
  slot_id: string
  serial: string
  tenant_id: string
  location_id: string
  location: string
  time_zone: string
  currency: Row['currency']
  price: number | null
  factor_in: number | null
  factor_out: number | null
  factor_jackpot: number | null
  mech_in: number | null
  mech_out: number | null
  mech_jackpot: number | null
  code: Row['reason']
  said_in: number | null
  said_out: number | null
  said_jackpot: number | null
}

export async function counterReport(
  db: Db,
  scope: Scope,
  request: CounterRequest,
  now: number,
): Promise<CounterAnswer> {
  const { zone, open } = await clockOf(db, scope, request.location, now)
  const { rows: stored } =
    await sql<Stored>`select s.id as slot_id, s.serial, s.tenant_id, s.location_id, s.currency,
      l.name as location, l.time_zone, c.compared_from, c.compared_to, c.compared_at, c.again_at,
      ${sql.join(
        (['difference', 'mechanical', 'electronic'] as const).flatMap(side =>
          meterKinds.map(kind => sql.ref(`c.${side}_${kind}_minor`)),
        ),
      )},
      m.price_per_impulse_minor as price, m.factor_in, m.factor_out, m.factor_jackpot, m.mech_in, m.mech_out, m.mech_jackpot,
      e.code, e.difference_in_minor as said_in, e.difference_out_minor as said_out, e.difference_jackpot_minor as said_jackpot
    from slots s join locations l on l.id = s.location_id
      left join slot_meter_setups m on m.slot_id = s.id
      left join meter_comparisons c on c.slot_id = s.id
      left join meter_explanations e on e.id = (select max(n.id) from meter_explanations n where n.slot_id = s.id)
    where s.archived_at is null and ${scope.tenantId === null ? sql`1 = 1` : sql`s.tenant_id = ${scope.tenantId}`}
      ${request.location === null ? sql`` : sql`and s.location_id = ${request.location}`}
    order by s.serial, s.id`.execute(db)
  const tolerances = new Map<string, number>()
  for (const tenant of new Set(stored.map(({ tenant_id }) => tenant_id)))
    tolerances.set(tenant, await mechanicalTolerance(db, tenant))
  const lines = stored
    .flatMap(one => linesOf(one, tolerances.get(one.tenant_id) ?? 0))
    .toSorted((a, b) => rankOf(a) - rankOf(b))
  const { rows, ...room } = rowsShown(
    request.by === 'slot' ? lines : grouped(lines, request.by),
    request,
    ({ verdict }) => verdict === 'beyond',
  )
  return {
    rows: rows.map(written),
    // What counters moved is no sum: in and out would be added up.
    totals: sumsByCurrency(lines, summed).map(sum => ({ ...sum, mechanical: null, electronic: null })),
    from: open,
    to: open,
    open_day: null,
    missing_days: [],
    hours: null,
    from_readings: false,
    standing: true,
    ...room,
    time_zone: zone,
    as_of: now,
  }
}

/** What needs somebody first; among equals by serial. */
const ranks = ['beyond', 'within', 'agrees', 'not_compared', 'never_read'] as const
const rankOf = ({ verdict }: Line): number => (verdict === null ? ranks.length : ranks.indexOf(verdict))

/** A line for each counter that was read; one that says so for a slot whose counters nobody has read. */
function linesOf(one: Stored, basisPoints: number): Line[] {
  const day = (at: number | null) => (at === null ? null : localTime(at, one.time_zone).toISODate())
  const head = {
    place: one.location_id,
    name: one.serial,
    currency: one.currency,
    hours: null,
    location: one.location,
  }
  const read = meterKinds.filter(kind => one[`mech_${kind}`] !== null)
  if (read.length === 0)
    return [
      {
        ...head,
        key: `${one.slot_id} none`,
        counter: null,
        since: null,
        until: null,
        mechanical: null,
        electronic: null,
        difference: null,
        absolute: null,
        tolerance: null,
        beyond: 0,
        unexplained: 0,
        verdict: 'never_read',
        reason: null,
      },
    ]
  return read.map((kind): Line => {
    const difference = one[`difference_${kind}_minor`]
    const electronic = one[`electronic_${kind}_minor`]
    const step = (one[`factor_${kind}`] ?? 1) * (one.price ?? 1)
    const tolerance = difference === null ? null : toleratedOf(electronic ?? 0, step, basisPoints)
    const size = Math.abs(difference ?? 0)
    const verdict =
      tolerance === null || difference === null ? 'not_compared' : verdictOf(difference, step, tolerance)
    const reason = reasonOf(one, kind, verdict)
    return {
      ...head,
      key: `${one.slot_id} ${kind}`,
      counter: kind,
      since: difference === null ? null : day(one.compared_from),
      until: difference === null ? null : day(one.compared_to),
      mechanical: difference === null ? null : one[`mechanical_${kind}_minor`],
      electronic: difference === null ? null : electronic,
      difference,
      absolute: difference === null ? null : size,
      tolerance,
      beyond: verdict === 'beyond' ? 1 : 0,
      unexplained: verdict === 'beyond' && (reason === 'missing' || reason === 'outdated') ? 1 : 0,
      verdict,
      reason,
    }
  })
}

/** What was said is of the whole slot, and holds for those of its counters that differ. */
function reasonOf(one: Stored, kind: MeterKind, verdict: Row['verdict']): Row['reason'] {
  if (verdict !== 'beyond' && verdict !== 'within') return null
  if (one.code === null) return verdict === 'beyond' ? 'missing' : null
  const said = {
    difference_in_minor: one.said_in,
    difference_out_minor: one.said_out,
    difference_jackpot_minor: one.said_jackpot,
  }
  if (stillHolds(said, one)) return said[`difference_${kind}_minor`] === null ? null : one.code
  return 'outdated'
}

/** Sums of a group never mix counters, so a location shows only its differences. */
function grouped(lines: readonly Line[], by: 'location' | 'counter'): Line[] {
  const isCounter = by === 'counter'
  const included = lines.filter(({ counter }) => !isCounter || counter !== null)
  const keyOf = ({ place, counter, currency }: Line) => `${isCounter ? counter : place} ${currency}`
  return [...groupBy(included, keyOf).values()]
    .flatMap(of =>
      sumsByCurrency(of, summed).map((sum): Line => {
        const [{ place, counter, location, currency }] = of as [Line, ...Line[]]
        return {
          key: isCounter ? (counter ?? '') : place,
          name: isCounter ? null : location,
          hours: null,
          place,
          location: null,
          counter,
          since: null,
          until: null,
          tolerance: null,
          verdict: null,
          reason: null,
          ...sum,
          currency,
          mechanical: isCounter ? sum.mechanical : null,
          electronic: isCounter ? sum.electronic : null,
          beyond: sum.beyond ?? 0,
          unexplained: sum.unexplained ?? 0,
        }
      }),
    )
    .sort((a, b) => (a.name ?? a.key).localeCompare(b.name ?? b.key, 'en'))
}

const written = ({ place: _place, ...row }: Line): Row => row
