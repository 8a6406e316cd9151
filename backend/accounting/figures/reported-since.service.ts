/**
 * From which gaming day on slots have reported each of their meters: a meter that was never reported is unknown, and
 * not zero. Decided by the readings themselves, so that a period says next month what it says today.
 */
import { sql } from 'kysely'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'
import type { SlotFigures } from './aggregate.contract'
import { askLatest, readLatest } from '../../telemetry/judgement/latest.service'
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
 * By slot, of all its games, or of one game. Slots of which no reading was ever judged are left out. `span` is the
 * period in question: where its readings are in an archive, its closed days say what was reported.
 */
export async function reportedSince(
  db: Db,
  question: InQuestion,
  span: Span,
  game: number | null = null,
): Promise<Map<string, Reported>> {
  const found = new Map<string, { since: Map<MovementMeter, string>; cents: Set<TicketMeter> }>()
  const slots = [...new Set([...question.values()].flatMap(of => [...of]))]
  if (slots.length === 0) return found
  const { rows: latest } = await db.executeQuery(askLatest(db, slots))
  const wanted = new Map<MovementMeter, string[]>([...question.keys()].map(name => [name, []]))
  for (const [slot, games] of readLatest(latest)) {
    const states = [...games].flatMap(([nr, one]) => (game === null || nr === game ? [one.state] : []))
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
    learn(name, await firstReadings(db, of, name, game))
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

/** Each is found by the slot's own index, as a rule with its first reading. */
async function firstReadings(db: Db, slots: readonly string[], name: MovementMeter, game: number | null) {
  const { rows } = await sql<{ id: string; day: string | null }>`
    select b.id, (select x.gaming_day from counter_readings x
      where x.slot_nr = ${numberOf(sql`b.id`)} and x.held is null and ${sql.ref(`x.${name}`)} is not null
        ${game === null ? sql`` : sql`and x.game_nr = ${game}`}
      order by x.server_time, x.server_nano, x.message_seq_nr limit 1) as day
    from ${asTable(db, slots)}`.execute(db)
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
