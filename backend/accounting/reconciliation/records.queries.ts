/** What slots and providers report one by one against the meters that count the same, day by day, slot by slot. */
import { groupBy } from '../../platform/contract/group-by'
import { sql } from 'kysely'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import { clockOf, daysOf } from '../period-reports/network-clock.service'
import { meteredOf, type Metered } from './metered.queries'
import type { RecordAnswer, RecordKind, RecordRequest } from './reconciliation.contract'
import { centsKinds, recordKinds } from './reconciliation.contract'
import { ticketMeters, type TicketMeter } from '../../telemetry/readings/ticket-meters.contract'
import { recordedOf, type Recorded } from './recorded.queries'
import { rowsShown, sumsByCurrency } from './sums'

type Row = RecordAnswer['rows'][number]
type Line = Row & { place: string }
const summed = ['records', 'without_amount', 'recorded', 'metered', 'difference', 'absolute'] as const

/**
 * An attendant pays by hand whether or not a slot may report bills and tickets: of these, no report is a difference.
 */
const alwaysReported: ReadonlySet<RecordKind> = new Set(['jackpot', 'handpaid_cancelled'])

export async function recordReport(
  db: Db,
  scope: Scope,
  request: RecordRequest,
  now: number,
): Promise<RecordAnswer> {
  const { zone, open, running } = await clockOf(db, scope, request.location, now)
  const isAhead = request.from > open
  const to = request.to < open ? request.to : open
  const query = { ...request, to: isAhead ? request.from : to }
  // In this order: what is too wide is refused before a record is looked at.
  const metered = await meteredOf(db, scope, query)
  const recorded = await recordedOf(db, scope, query)
  const lines = await linesOf(db, metered.sums, recorded)
  const { rows, ...room } = rowsShown(
    request.by === 'slot' ? lines : grouped(lines, request.by),
    request,
    ({ verdict }) => verdict === 'differs',
  )
  const known = new Set(metered.days)
  return {
    rows: rows.map(written),
    // What bills and tickets come to is no sum; what each differs by is.
    totals: sumsByCurrency(lines, summed).map(sum => ({ ...sum, recorded: null, metered: null })),
    from: query.from,
    to: query.to,
    open_day: running,
    missing_days: isAhead ? [] : daysOf(query.from, query.to).filter(day => !known.has(day)),
    hours: null,
    ...room,
    time_zone: zone,
    as_of: now,
  }
}

async function linesOf(
  db: Db,
  metered: readonly Metered[],
  recorded: ReadonlyMap<string, Recorded>,
): Promise<Line[]> {
  const keys = new Map<string, { slot: string; place: string; currency: Row['currency'] }>()
  for (const { slot, place, currency } of [...metered, ...recorded.values()])
    keys.set(`${slot} ${place} ${currency}`, { slot, place, currency })
  if (keys.size === 0) return []
  const names = await namesOf(db, [...keys.values()])
  const meters = new Map(metered.map(one => [`${one.slot} ${one.place} ${one.currency}`, one]))
  return [...keys]
    .map(([key, one]) => ({
      key,
      ...one,
      serial: names.slots.get(one.slot) ?? '',
      location: names.places.get(one.place) ?? '',
    }))
    .sort((a, b) => (`${a.serial} ${a.location} ${a.key}` < `${b.serial} ${b.location} ${b.key}` ? -1 : 1))
    .flatMap(({ key, slot, place, currency, serial, location }) => {
      const metersOf = meters.get(key)
      const line = (kind: NonNullable<Line['kind']>, sides: Held): Line => ({
        key: `${slot} ${place} ${kind}`,
        name: serial,
        currency,
        hours: null,
        place,
        location,
        kind,
        ...sides,
      })
      return [
        ...recordKinds.flatMap(kind => {
          const recordedSum = recorded.get(`${key} ${kind}`)
          const moved = metersOf?.moved[kind] ?? 0
          return recordedSum || moved !== 0 ? [line(kind, held(kind, recordedSum, moved))] : []
        }),
        ...(metersOf ? centsLines(metersOf).map(([kind, sides]) => line(kind, sides)) : []),
      ]
    })
}

type Held = Pick<
  Row,
  'records' | 'without_amount' | 'recorded' | 'metered' | 'difference' | 'absolute' | 'verdict'
>

/** What the two meters of tickets differ by, where they do. */
function centsLines({ moved, rounded, unsettled }: Metered): [(typeof centsKinds)[TicketMeter], Held][] {
  return ticketMeters.flatMap((name): [(typeof centsKinds)[TicketMeter], Held][] => {
    const difference = rounded[name] + unsettled[name]
    if (rounded[name] === 0 && unsettled[name] === 0) return []
    const metered = moved[name] - rounded[name]
    const sides = { records: 0, without_amount: 0, recorded: metered + difference, metered, difference }
    const verdict = unsettled[name] === 0 ? 'rounded' : 'differs'
    return [[centsKinds[name], { ...sides, absolute: Math.abs(difference), verdict }]]
  })
}

function held(kind: RecordKind, recordedSum: Recorded | undefined, metered: number): Held {
  const { records = 0, withoutAmount = 0, minor = 0 } = recordedSum ?? {}
  const counts = { records, without_amount: withoutAmount, metered }
  const none = { difference: null, absolute: null }
  if (records === 0 && !alwaysReported.has(kind))
    return { ...counts, ...none, recorded: null, verdict: 'untold' }
  if (withoutAmount > 0) return { ...counts, ...none, recorded: minor, verdict: 'no_amount' }
  const difference = minor - metered
  return {
    ...counts,
    recorded: minor,
    difference,
    absolute: Math.abs(difference),
    verdict: difference === 0 ? 'agrees' : 'differs',
  }
}

/** A location shows only its differences, since a sum of several kinds would say nothing. */
function grouped(lines: readonly Line[], by: 'location' | 'kind'): Line[] {
  const isKind = by === 'kind'
  const keyOf = ({ place, kind, currency }: Line) => `${isKind ? kind : place} ${currency}`
  return [...groupBy(lines, keyOf).values()]
    .flatMap(of =>
      sumsByCurrency(of, summed).map((sum): Line => {
        const [{ place, kind, location, currency }] = of as [Line, ...Line[]]
        return {
          key: isKind ? (kind ?? '') : place,
          name: isKind ? null : location,
          hours: null,
          place,
          location: null,
          kind,
          verdict: null,
          ...sum,
          currency,
          records: sum.records ?? 0,
          without_amount: sum.without_amount ?? 0,
          recorded: isKind ? sum.recorded : null,
          metered: isKind ? sum.metered : null,
        }
      }),
    )
    .sort((a, b) => (a.name ?? a.key).localeCompare(b.name ?? b.key, 'en'))
}

async function namesOf(db: Db, keys: readonly { slot: string; place: string }[]) {
  const of = async (table: 'slots' | 'locations', column: 'serial' | 'name', ids: readonly string[]) => {
    const { rows } = await sql<{ id: string; name: string }>`select id, ${sql.ref(column)} as name
      from ${sql.table(table)} join ${rowsAsTable(
        db,
        { of: 'text' },
        [...new Set(ids)].map(id => ({ of: id })),
      )} on b.of = id`.execute(db)
    return new Map(rows.map(({ id, name }) => [id, name]))
  }
  return {
    slots: await of(
      'slots',
      'serial',
      keys.map(({ slot }) => slot),
    ),
    places: await of(
      'locations',
      'name',
      keys.map(({ place }) => place),
    ),
  }
}

const written = ({ place: _place, ...row }: Line): Row => row
