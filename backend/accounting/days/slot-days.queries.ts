/**
 * A location's day, slot by slot, from the stored hours, days and readings: what closing stores, and what an open day
 * shows. Set-based.
 */
import { groupBy } from '../../platform/contract/group-by'
import { sql } from 'kysely'
import { readingStateOf } from '../../platform/contract/presence'
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'
import { collect, figures, type Stored } from '../figures/aggregate.queries'
import { hoursOf, type Span } from '../../telemetry/readings/gaming-hours.service'
import {
  mainNames,
  movementNames,
  noMovement,
  type MovementMeter,
} from '../../telemetry/readings/meters.contract'
import { sumOf } from '../../telemetry/readings/measures.contract'
import { rowsWithRemainders, withRemainders, type TicketRemainders } from '../figures/ticket-remainders'
import type { IndexReading, SlotDay, SlotDayRun } from './days.contract'
import { expectedOf, hoursIn } from './expected-hours.service'
import type { Day } from '../../telemetry/gaming-days/place.service'
import { firstAndLast, kindKey, openings, type StoredReading } from './readings.queries'
import { runsIn } from './runs.queries'
import { summedOf } from '../../telemetry/judgement/summed-slots.service'
import { overlapsOn, readingGoneOn, runsGoneOn } from './overlap-ends'
import { summedEnds, summedOn } from './summed-ends.queries'
import { staysIn, type Stay } from './stays.queries'

/** As `messages_late` is indexed. */
const LATE_MS = 300_000
const MOST_REPAIRS = 50

interface Row extends Stored {
  slot_id: string
  serial: string
  /** Booked in addition to its credits. */
  tickets?: TicketRemainders
}

/** `now` cuts a day that is not over. */
export async function slotDays(db: Db, place: Day, now: number): Promise<SlotDay[]> {
  const stood = await staysOf(db, place)
  const rows = await bookedRows(db, place, stood)
  const takenOver = await summedOf(
    db,
    rows.map(row => row.slot_id),
  )
  const [summed, overlaps] = [summedOn(takenOver, place.day), overlapsOn(takenOver, place)]
  const [hours, repairs, late, marks, ends] = await Promise.all([
    hoursBySlot(db, place),
    repairsBySlot(db, place),
    lateBySlot(db, place),
    marksBySlot(db, place, summed),
    firstAndLast(
      db,
      place,
      rows.filter(row => !summed.has(row.slot_id)),
    ),
  ])
  const before = await openings(
    db,
    // A day without readings has no opening here; the movement is shown on the day of the next reading.
    rows
      .filter(
        row =>
          !summed.has(row.slot_id) && (ends.has(keyOf(row)) || movementNames.some(name => row[name] !== 0)),
      )
      .map(row => {
        const first = ends.get(keyOf(row))?.first
        return {
          slot: row.slot_id,
          key: keyOf(row),
          at: first?.server_time ?? place.from,
          nano: first?.server_nano ?? 1,
          seq: first?.message_seq_nr ?? -1,
        }
      }),
  )
  const single = rows.filter(row => !summed.has(row.slot_id))
  const context = { marks, stays: stood, now }
  const runs = await runsIn(db, place, { ...context, kinds: single, game: 0 })
  const ofGames = await summedEnds(db, place, {
    ...context,
    kinds: rows.filter(row => summed.has(row.slot_id)),
  })
  const all = hoursOf(place, now)
  return rows.map((row): SlotDay => {
    const own = { ...ends.get(keyOf(row)), earlier: before.get(keyOf(row)) }
    const { first, last, earlier } = summed.has(row.slot_id) ? (ofGames.get(keyOf(row)) ?? {}) : own
    const overlap = overlaps.get(keyOf(row))
    // A slot's first reading ever is what its movement begins with.
    const opening = readingGoneOn(earlier ?? first, last, overlap)
    const shown = summed.has(row.slot_id)
      ? ofGames.get(keyOf(row))?.runs
      : runsBetween(runsGoneOn(runs.get(keyOf(row)), overlap, earlier), opening, last)
    const known = hours.get(row.slot_id) ?? new Set<number>()
    const expected = expectedOf(all, known, stood.get(row.slot_id) ?? [])
    return {
      slot: { _id: row.slot_id, name: row.serial },
      currency: row.currency as SlotDay['currency'],
      denomination_minor: row.denomination_minor,
      opening: opening ? indexOf(opening) : null,
      closing: last ? indexOf(last) : null,
      moved: Object.fromEntries(movementNames.map(name => [name, row[name]])),
      sums: sumsOf(withRemainders(row, row.tickets))[0] ?? figures(row.currency, noMovement),
      quality: {
        hours: hoursIn(expected, known),
        missing: rangesOf(expected.filter(({ from }) => !known.has(from))),
        held: repairs.get(row.slot_id)?.open ?? 0,
        decided: repairs.get(row.slot_id)?.decided ?? 0,
        late: late.get(row.slot_id) ?? 0,
        first_at: first?.server_time ?? null,
        last_at: last?.server_time ?? null,
        carried: first && earlier && opening ? carriedOf(place, opening, first, row) : null,
        differs: differs(row, opening, last),
        repairs: (marks.get(row.slot_id) ?? []).slice(0, MOST_REPAIRS),
        ...(ofGames.has(keyOf(row)) && { summed: true }),
        ...(overlap && { overlap }),
        ...(shown && { runs: [...shown] }),
        ...(row.tickets && { tickets: row.tickets }),
      },
    }
  })
}

/** Nothing where the meters run from the day's opening to its closing. */
function runsBetween(
  runs: readonly SlotDayRun[] | undefined,
  opening: StoredReading | undefined,
  last: StoredReading | undefined,
): readonly SlotDayRun[] | undefined {
  const [one, ...others] = runs ?? []
  if (!one) return undefined
  const isWhole = movementNames.every(
    name =>
      (one.opening[name] ?? null) === (opening?.[name] ?? null) &&
      (one.closing[name] ?? null) === (last?.[name] ?? null),
  )
  return others.length === 0 && isWhole && one.began === null ? undefined : runs
}

/** Empty where nothing broke: the meters' own proof of what was booked. */
const differs = (row: Row, opening: StoredReading | undefined, last: StoredReading | undefined): string[] =>
  movementNames.filter(name => {
    if (!opening || !last) return row[name] !== 0
    const [a, b] = [opening[name], last[name]]
    return a !== null && b !== null && b - a !== row[name]
  })

const keyOf: (row: Row) => string = kindKey

/** One for each currency. */
export const sumsOf = (rows: readonly Stored[]) =>
  collect(rows, row => row.currency).map(([first, sums]) => figures(first.currency, sums))

/** By slot. */
async function staysOf(db: Db, { locationId, from, to }: Day): Promise<Map<string, Stay[]>> {
  const stays = (await staysIn(db, [locationId], { from, to })).get(locationId) ?? []
  return groupBy(stays, ({ slot_id }) => slot_id)
}

/** Slots that reported nothing have a row, too, because a table without them would look complete. */
async function bookedRows(
  db: Db,
  { tenantId, locationId, day }: Day,
  stood: ReadonlyMap<string, readonly Stay[]>,
): Promise<Row[]> {
  const columns = sql.join(movementNames.map(name => sql`sum(${sql.ref(`d.${name}`)}) as ${sql.ref(name)}`))
  const { rows: booked } = await sql<Row>`
    select d.slot_id, s.serial, d.currency, d.denomination_minor, 1 as machines, ${columns}
    from counter_days d join slots s on s.id = d.slot_id
    where d.tenant_id = ${tenantId} and d.gaming_day = ${day} and d.location_id = ${locationId} and d.game_nr = 0
    group by d.slot_id, s.serial, d.currency, d.denomination_minor order by d.denomination_minor`.execute(db)
  const rows = rowsWithRemainders(booked, row => `${row.slot_id} ${row.currency}`)
  const reporting = new Set(rows.map(row => row.slot_id))
  const silent = [...stood].flatMap(([slot_id, stays]): Row[] => {
    const last = stays.at(-1)
    if (!last || reporting.has(slot_id)) return []
    const { serial, currency, denomination_minor } = last
    return [{ ...noMovement, serial, currency, denomination_minor, slot_id, machines: 1 }]
  })
  return [...rows, ...silent].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
}
const orderOf = (row: Row): string => `${row.serial}\n${keyOf(row)}`

async function hoursBySlot(db: Db, { locationId, from, to }: Day): Promise<Map<string, Set<number>>> {
  const { rows } = await sql<{ slot_id: string; hour_start: number }>`
    select distinct slot_id, hour_start from counter_hours
    where location_nr = ${numberOf(locationId)} and hour_start >= ${from} and hour_start < ${to} and game_nr = 0 and readings > 0`.execute(
    db,
  )
  const found = new Map<string, Set<number>>()
  for (const { slot_id, hour_start } of rows) {
    const hours = found.get(slot_id)
    if (hours) hours.add(hour_start)
    else found.set(slot_id, new Set([hour_start]))
  }
  return found
}

async function repairsBySlot(db: Db, { tenantId, locationId, from, to }: Day) {
  const { rows } = await sql<{ slot_id: string; open: number; decided: number }>`
    select slot_id, sum(case when state = 'decided' then 0 else 1 end) as open,
      sum(case when state = 'decided' then 1 else 0 end) as decided
    from repairs where tenant_id = ${tenantId} and location_id = ${locationId}
      and crossing > ${from} and crossing <= ${to} group by slot_id`.execute(db)
  return new Map(
    rows.map(row => [row.slot_id, { open: Number(row.open), decided: Number(row.decided) }] as const),
  )
}

async function lateBySlot(db: Db, { locationId, from, to }: Day): Promise<Map<string, number>> {
  const { rows } = await sql<{ slot_id: string; count: number }>`
    select slot_id, count(*) as count from messages
    where location_nr = ${numberOf(locationId)} and server_time > ${from} and server_time <= ${to}
      and received_at - server_time > ${sql.lit(LATE_MS)} and counter_count > 0 and slot_nr is not null group by slot_id`.execute(
    db,
  )
  return new Map(rows.map(row => [row.slot_id, Number(row.count)]))
}

async function marksBySlot(db: Db, { locationId, day, from, to }: Day, summed: ReadonlySet<string>) {
  const whole = [sql`r.game_nr = 0`, ...(summed.size > 0 ? [sql`s.id in (${sql.join([...summed])})`] : [])]
  const { rows } = await sql<{ slot_id: string; server_time: number; repairs: string }>`
    select r.slot_id, r.server_time, r.repairs from (select distinct slot_id as id from counter_days where gaming_day = ${day} and location_id = ${locationId}) as s
    join counter_readings r on r.slot_nr = ${numberOf(sql`s.id`)} and (${sql.join(whole, sql` or `)}) and r.repairs is not null
      and r.server_time >= ${from} and r.server_time <= ${to} and r.gaming_day = ${day}
    order by r.slot_id, r.server_time`.execute(db)
  return groupBy(
    rows,
    ({ slot_id }) => slot_id,
    ({ server_time: at, repairs }) => ({ at, meters: JSON.parse(repairs) as Record<string, string> }),
  )
}

export const indexOf = (reading: StoredReading): IndexReading => ({
  server_time: reading.server_time,
  message_seq_nr: reading.message_seq_nr,
  smib_id: reading.smib_id,
  meters: Object.fromEntries(mainNames.map(name => [name, reading[name]])),
})

/** Each hour stands for itself until the next one that is not missing. */
function rangesOf(hours: readonly Span[]): Span[] {
  const ranges: Span[] = []
  for (const hour of hours) {
    const last = ranges.at(-1)
    if (last?.to === hour.from) last.to = hour.to
    else ranges.push({ ...hour })
  }
  return ranges
}

/**
 * What was played between the two readings cannot be cut at midnight: it is booked where the second one lies, and said
 * here.
 */
function carriedOf({ from }: Day, opening: StoredReading, first: StoredReading, { denomination_minor }: Row) {
  // One that was stale when the day began lets its first movement begin before the day.
  if (readingStateOf(from - opening.server_time) === 'fresh') return null
  const isWhole = first.repairs === null
  const moved = Object.fromEntries(
    movementNames.map(name => [name, (first[name] ?? 0) - (opening[name] ?? first[name] ?? 0)]),
  ) as Record<MovementMeter, number>
  return {
    from: opening.server_time,
    to: first.server_time,
    net_win: isWhole ? sumOf('net_win', moved) * denomination_minor : null,
  }
}
