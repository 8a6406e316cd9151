/**
 * From which gaming day on slots have reported each of their meters: a meter that was never reported is unknown, and
 * not zero. Decided by the readings themselves, so that a period says next month what it says today.
 */
import { DAY_MS } from '../../platform/contract/durations'
import { sql } from 'kysely'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'
import type { SlotFigures } from './aggregate.contract'
import { metersBy } from './reported-by.queries'
import { askLatest, readLatest } from '../../telemetry/judgement/latest.service'
import { summedOf } from '../../telemetry/judgement/summed-slots.service'
import { figureSums, metersOf } from '../../telemetry/readings/measures.contract'
import { movementNames, type MovementMeter } from '../../telemetry/readings/meters.contract'
import { ticketMeters, type TicketMeter } from '../../telemetry/readings/ticket-meters.contract'

/** Later than every day. */
const NEVER = '9'

export interface Reported {
  /** By meter, its first gaming day; those that were never reported are left out. */
  since: ReadonlyMap<MovementMeter, string>
  /** Tickets that the slot reports in cents. */
  cents: ReadonlySet<TicketMeter>
}
interface Span {
  from: string
  to: string
}

/** Of which slots each meter is in question. */
export type InQuestion = ReadonlyMap<MovementMeter, ReadonlySet<string>>

/** Meters of slots whose figures are zero: what moved was reported. */
export function inQuestion(rows: readonly { slot: string; figures: Partial<SlotFigures> }[]): InQuestion {
  const wanted = new Map<MovementMeter, Set<string>>()
  for (const { slot, figures } of rows)
    for (const name of figureSums) {
      if (figures[name] !== 0) continue
      const { plus, minus } = metersOf(name)
      for (const meter of [...plus, ...minus]) {
        const slots = wanted.get(meter)
        if (slots) slots.add(slot)
        else wanted.set(meter, new Set([slot]))
      }
    }
  return wanted
}

/**
 * By slot, as its rows are booked: by its own counters (game 0), or by its games where these stand for it. Slots of
 * which no reading was ever judged are left out. `span` is the period in question: where its readings are in an
 * archive, its closed days say what the slot reported.
 */
export async function reportedSince(
  db: Db,
  question: InQuestion,
  span: Span,
): Promise<Map<string, Reported>> {
  const found = new Map<string, { since: Map<MovementMeter, string>; cents: Set<TicketMeter> }>()
  const slots = [...new Set([...question.values()].flatMap(of => [...of]))]
  if (slots.length === 0) return found
  const { rows: latest } = await db.executeQuery(askLatest(db, slots))
  const summed = await summedOf(db, slots)
  const wanted = new Map<MovementMeter, string[]>([...question.keys()].map(name => [name, []]))
  for (const [slot, games] of readLatest(latest)) {
    const states = [...games].flatMap(([nr, one]) => (nr === 0 || summed.has(slot) ? [one.state] : []))
    if (states.length === 0) continue
    const cents = ticketMeters.filter(name => states.some(({ tickets }) => tickets && name in tickets))
    found.set(slot, { since: new Map(), cents: new Set(cents) })
    for (const [name, of] of wanted) {
      const isKnown = states.some(({ values }) => (values[movementNames.indexOf(name)] ?? null) !== null)
      if (isKnown && question.get(name)?.has(slot)) of.push(slot)
    }
  }
  const learn = (name: MovementMeter, rows: readonly { id: string; day: string | null }[]) => {
    for (const { id, day } of rows) {
      const since = found.get(id)?.since
      if (since && day !== null && day < (since.get(name) ?? NEVER)) since.set(name, day)
    }
  }
  for (const [name, of] of wanted) {
    if (of.length === 0) continue
    learn(name, await firstReadings(db, of, name, { summed, to: span.to }))
  }
  // What is in an archive lies before all readings.
  const archived = [...found].flatMap(([id, { since }]) =>
    [...wanted].some(([name, of]) => of.includes(id) && (since.get(name) ?? NEVER) > span.from) ? [id] : [],
  )
  const floors = await archivedAmong(db, archived)
  if (floors.length > 0)
    for (const [name, rows] of await firstClosings(db, floors, [...wanted.keys()], span)) learn(name, rows)
  return found
}

/** Rows of one period: of a slot, or of one of its games. */
interface PeriodRow {
  slot: string
  game: number | null
  figures: Partial<SlotFigures>
}

/**
 * What slots or single games had reported by the end of a period, in the order of the rows; of one of which no reading
 * was ever judged nothing is said. One statement for all of them: a report has hundreds of games. Of a game, closed
 * days whose readings are in an archive say nothing.
 */
export async function reportedBy(
  db: Db,
  rows: readonly PeriodRow[],
  span: Span,
): Promise<(Reported | undefined)[]> {
  const slots = [...new Set(rows.map(({ slot }) => slot))]
  if (slots.length === 0) return []
  const { rows: stored } = await db.executeQuery(askLatest(db, slots))
  const [latest, summed] = [readLatest(stored), await summedOf(db, slots)]
  const known = rows.map(({ slot, game, figures }) => {
    const isSummed = game === null && summed.has(slot)
    const states = [...(latest.get(slot) ?? [])].flatMap(([nr, one]) =>
      nr === (game ?? 0) || isSummed ? [one.state] : [],
    )
    const meters = [...inQuestion([{ slot, figures }]).keys()].filter(name =>
      states.some(({ values }) => (values[movementNames.indexOf(name)] ?? null) !== null),
    )
    const cents = ticketMeters.filter(name => states.some(({ tickets }) => tickets && name in tickets))
    return {
      slot,
      game,
      states,
      cents: new Set(cents),
      source: { id: slot, game: game ?? 0, all_games: isSummed ? 1 : 0, meters } as const,
    }
  })
  const found = await metersBy(
    db,
    known.map(({ source }) => source),
    span.to,
  )
  const since = found.map(meters => new Map(meters.map(name => [name, span.to] as const)))
  const lacking = known.flatMap(({ slot, game, source }, at) =>
    game === null && source.meters.some(name => !since[at]?.has(name)) ? [{ slot, at, source }] : [],
  )
  const floors = await archivedAmong(db, [...new Set(lacking.map(({ slot }) => slot))])
  if (floors.length > 0)
    for (const [name, days] of await firstClosings(db, floors, [...movementNames], span))
      for (const { slot, at, source } of lacking)
        if (source.meters.includes(name) && days.some(({ id, day }) => id === slot && day !== null))
          since[at]?.set(name, span.to)
  return known.map(({ states, cents }, at) =>
    states.length > 0 ? { since: since[at] ?? new Map(), cents } : undefined,
  )
}

interface Which {
  /** Slots for which their games stand. */
  summed: ReadonlyMap<string, unknown>
  /** The last gaming day in question. */
  to: string
}

/** A gaming day ends within so long after its date has begun in UTC. */
const DAY_ENDS_WITHIN_MS = 3 * DAY_MS

/**
 * Each is found by the slot's own index, as a rule with its first reading; where a meter came later, the readings up to
 * the end of the period are gone through.
 */
async function firstReadings(db: Db, slots: readonly string[], name: MovementMeter, which: Which) {
  const ends = Date.parse(which.to) + DAY_ENDS_WITHIN_MS
  const { rows } = await sql<{ id: string; day: string | null }>`
    select b.id, (select x.gaming_day from counter_readings x
      where x.slot_nr = ${numberOf(sql`b.id`)} and x.held is null and ${sql.ref(`x.${name}`)} is not null
        and (b.all_games = 1 or x.game_nr = 0) and x.server_time < ${ends}
      order by x.server_time, x.server_nano, x.message_seq_nr limit 1) as day
    from ${rowsAsTable(
      db,
      { id: 'text', all_games: 'bigint' },
      slots.map(id => ({ id, all_games: which.summed.has(id) ? 1 : 0 })),
    )}`.execute(db)
  return rows
}

async function archivedAmong(db: Db, slots: readonly string[]): Promise<string[]> {
  if (slots.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select distinct b.id from ${asTable(db, slots)} join reading_floors f on f.slot_id = b.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** A closed day stores its closing reading, with null for a meter that the reading left out. */
async function firstClosings(
  db: Db,
  slots: readonly string[],
  names: readonly MovementMeter[],
  { from, to }: Span,
) {
  const first = (name: MovementMeter) =>
    sql`min(case when c.closing like ${`%"${name}":%`} and c.closing not like ${`%"${name}":null%`} then c.day end) as ${sql.ref(name)}`
  const { rows } = await sql<{ id: string } & Record<MovementMeter, string | null>>`
    with wanted as (select s.id, s.tenant_id from ${asTable(db, slots)} join slots s on s.id = b.id)
    select c.slot_id as id, ${sql.join(names.map(first))} from slot_day_closings c
    where c.location_id in (select l.id from locations l where l.tenant_id in (select tenant_id from wanted))
      and c.day >= ${from} and c.day <= ${to} and c.slot_id in (select id from wanted)
    group by c.slot_id`.execute(db)
  return names.map(name => [name, rows.map(row => ({ id: row.id, day: row[name] }))] as const)
}

const asTable = (db: Db, slots: readonly string[]) =>
  rowsAsTable(
    db,
    { id: 'text' },
    slots.map(id => ({ id })),
  )

/**
 * A figure all of whose meters were unreported by the end of that day is unknown; what is made of several meters counts
 * those that are known.
 */
export function knownBy<Row extends Omit<SlotFigures, 'machines'>>(
  row: Row,
  reported: Reported | undefined,
  day: string,
): Row {
  if (!reported) return row
  const isKnown = (meter: MovementMeter) =>
    (reported.since.get(meter) ?? NEVER) <= day || reported.cents.has(meter as TicketMeter)
  const unknown = figureSums.filter(name => {
    const { plus, minus } = metersOf(name)
    return row[name] === 0 && ![...plus, ...minus].some(isKnown)
  })
  return unknown.length === 0 ? row : { ...row, ...Object.fromEntries(unknown.map(name => [name, null])) }
}
