/**
 * Virtual counters: what was read, with what rollovers and resets took from it, so that they only rise (domain notes,
 * section 4). Between two marked readings the difference from what was read is constant, so only the marked ones are
 * looked up.
 */
import { sql, type Selectable } from 'kysely'
import { isPostgres } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { whole } from '../../platform/db/narrowed'
import {
  emptyValues,
  mainNames,
  movementNames,
  type MainMeter,
  type MovementMeter,
} from '../readings/meters.contract'
import { memoryAfter } from '../judgement/counter-readings'
import { wrapped } from '../readings/limits'
import { inOrder, type Moment } from '../readings/movement'
import type { CounterReadingsTable } from '../readings/rawdata.table'
import { rulingFor, rulingKey, rulingsOf, type Ruling } from '../judgement/rulings.service'
import { checkReading, type Between, type Known } from '../readings/check-reading'
import { contextBetween, NO_CONTEXT } from '../readings/slot-history.queries'

type Stored = Selectable<CounterReadingsTable>
export type Values = Record<MainMeter, number | null>

/** What was held before a mark is among so many readings before it; some meters are reported once a day only. */
const LOOKED_BACK = 120
/**
 * Marks of a slot's game that are looked up, each by itself. From the next one on, of a SMIB that reports clears
 * without end, it has no virtual counters.
 */
const MOST_MARKS = 300

const momentOf = (row: Stored): Moment => ({
  at: row.server_time,
  nano: row.server_nano,
  seq: row.message_seq_nr,
  smib: row.smib_id,
})
const isAfter = (a: Stored, b: Stored) => inOrder(momentOf(a), momentOf(b)) > 0

interface Correction {
  row: Stored
  /** Meter → what is added from this reading on; null: this one value is in doubt, and nothing changes. */
  added: Record<string, number | null>
}

/**
 * Of rows that the reader may see. What they come to follows from all that their slots sent, wherever they stood: every
 * reader is shown the same.
 */
export async function virtualValues(
  readersDb: Db,
  rows: readonly Stored[],
): Promise<(row: Stored) => Values> {
  const db = whole(readersDb)
  const corrections = new Map<string, Correction[]>()
  const marked = await markedReadings(db, rows)
  const ends = new Map<string, Stored>()
  for (const { mark_nr, ...row } of marked) if (mark_nr > MOST_MARKS) ends.set(keyOf(row), row)
  /** Whatever else is on the page: by the marks up to the reading itself. */
  const isUnknown = (row: Stored) => {
    const end = ends.get(keyOf(row))
    return end !== undefined && !isAfter(end, row)
  }
  const known = new Set(rows.filter(row => !isUnknown(row)).map(keyOf))
  const lookUp = betweenOf(db)
  // In order: what may lie between is then read once.
  for (const { mark_nr, ...row } of marked) {
    const key = keyOf(row)
    if (mark_nr > MOST_MARKS || !known.has(key)) continue
    const earlier = corrections.get(key) ?? []
    earlier.push({ row, added: await addedAt(db, row, lookUp) })
    corrections.set(key, earlier)
  }
  return row => {
    if (isUnknown(row)) return unknownValues(row)
    const values = Object.fromEntries(mainNames.map(name => [name, row[name]])) as Values
    // Nothing of it was booked.
    if (row.held) for (const name of movementNames) values[name] = null
    for (const one of corrections.get(keyOf(row)) ?? []) {
      if (isAfter(one.row, row)) continue
      const isOwn = !isAfter(row, one.row)
      for (const [name, added] of Object.entries(one.added)) {
        const meter = name as MainMeter
        const value = values[meter]
        if (value === null) continue
        if (added !== null) values[meter] = value + added
        else if (isOwn) values[meter] = null
      }
    }
    return values
  }
}

const keyOf = ({ slot_id, game_nr }: Pick<Stored, 'slot_id' | 'game_nr'>) => `${slot_id} ${game_nr}`

/**
 * The readings whose meters were judged, of the slots and games of these rows, up to the newest row, in order: one
 * more than are looked up says from where on there are too many. SQLite would rather read all that a slot ever sent,
 * so the query names the index that has the few.
 */
async function markedReadings(db: Db, rows: readonly Stored[]): Promise<(Stored & { mark_nr: number })[]> {
  if (rows.length === 0) return []
  const slots = [...new Set(rows.map(row => row.slot_nr))]
  const games = [...new Set(rows.map(row => row.game_nr))]
  const last = Math.max(...rows.map(row => row.server_time))
  const { rows: found } = await sql<Stored & { mark_nr: number }>`
    with numbered as materialized (
      select slot_nr, game_nr, server_time, server_nano, message_seq_nr, row_number() over (
        partition by slot_nr, game_nr order by server_time, server_nano, message_seq_nr) as mark_nr
      from stored_readings ${isPostgres(db) ? sql`` : sql`indexed by stored_readings_marked`}
      where repairs is not null and held is null and slot_nr in (${sql.join(slots)})
        and game_nr in (${sql.join(games)}) and server_time <= ${last})
    select r.*, m.mark_nr from numbered m join counter_readings r on r.slot_nr = m.slot_nr
      and r.server_time = m.server_time and r.game_nr = m.game_nr
      and r.server_nano = m.server_nano and r.message_seq_nr = m.message_seq_nr
    where m.mark_nr <= ${MOST_MARKS + 1} and r.repairs is not null and r.held is null
    order by r.server_time, r.server_nano, r.message_seq_nr`.execute(db)
  return found.map(row => ({ ...row, mark_nr: Number(row.mark_nr) }))
}

/** Levels are as they were read; of a meter nothing is said. */
const unknownValues = (row: Stored): Values =>
  Object.fromEntries(mainNames.map(name => [name, isMovement.has(name) ? null : row[name]])) as Values
const isMovement: ReadonlySet<string> = new Set(movementNames)

async function addedAt(db: Db, row: Stored, lookUp: LookUp): Promise<Correction['added']> {
  const marks = JSON.parse(row.repairs ?? '{}') as Record<string, string>
  const before = await valuesBefore(db, row)
  if (Object.values(marks).includes('restarted'))
    return addedByRun(row, before, await movedSince(row, await runBefore(db, row), lookUp))
  const ruling = Object.values(marks).includes('broken') ? await rulingAt(db, row) : undefined
  return Object.fromEntries(
    Object.entries(marks).map(([name, mark]) => {
      const meter = mainNames.indexOf(name as MainMeter)
      const held = before[meter] ?? null
      const value = row[name as MainMeter]
      if (mark === 'broken' && held !== null && value !== null)
        return [name, held - value + (brokenMoved(ruling, name as MovementMeter, held, value) ?? 0)]
      return [name, held === null || value === null ? null : carriedBy(mark, held, value)]
    }),
  )
}

/**
 * A run that was proven by readings in doubt: its first good one moved since the last of those, and a meter that none
 * of them reported did not.
 */
function addedByRun(
  row: Stored,
  before: readonly (number | null)[],
  moved: readonly number[],
): Correction['added'] {
  const added: Correction['added'] = {}
  for (const [meter, name] of movementNames.entries()) {
    const [held, value] = [before[meter] ?? null, row[name]]
    if (held === null || value === null) continue
    added[name] = held - value + (moved[meter] ?? 0)
  }
  return added
}

/**
 * What a reading books since those in doubt that it goes on with (newest first), weighed as it was: memory may have
 * been cleared in between.
 */
async function movedSince(row: Stored, run: readonly Stored[], lookUp: LookUp): Promise<number[]> {
  const known: Known = { values: lastOf(run), times: emptyValues() }
  for (const one of run)
    for (const [nr, name] of movementNames.entries())
      if (one[name] !== null) known.times[nr] ??= one.server_time
  const from = Math.min(row.server_time, ...run.map(one => one.server_time))
  const reading = {
    ...momentOf(row),
    values: mainNames.map(name => row[name]),
    place: { denomination: row.denomination_minor },
  }
  const { moved, straddles } = checkReading(known, reading, await lookUp(row.slot_id, from), null)
  return moved.map((own, meter) => straddles.reduce((sum, one) => sum + (one.moved[meter] ?? 0), own))
}

/** What may lie between readings of a slot from an instant on; read once for a slot with many marks. */
type LookUp = (slotId: string, from: number) => Promise<Between>

function betweenOf(db: Db): LookUp {
  const known = new Map<string, { from: number; between: Between }>()
  return async (slotId, from) => {
    const earlier = known.get(slotId)
    if (earlier && earlier.from <= from) return earlier.between
    const memory = await memoryAfter(db, [{ slotId, from }])
    const held = await contextBetween(db, [slotId])
    const between = { memory: memory.get(slotId) ?? [], ...(held.get(slotId) ?? NO_CONTEXT) }
    known.set(slotId, { from, between })
    return between
  }
}

/**
 * What the meter lost at a mark. `reset` booked the new value; a meter that was cleared, or that jumped, begins again
 * where it stood.
 */
function carriedBy(mark: string, held: number, value: number): number | null {
  // A difference that a person confirmed is the plain one, or went round.
  if (mark === 'rollover' || (mark === 'confirmed' && value < held))
    return wrapped(held, value) + held - value
  if (mark === 'reset') return held
  if (mark === 'confirmed' || mark === 'straddle') return 0
  if (mark === 'cleared' || mark === 'jump' || mark === 'repriced' || mark === 'unproven') return held - value
  return null
}

/** What a break books at its reading. */
const brokenMoved = (ruling: Ruling | undefined, name: MovementMeter, held: number, value: number) => {
  if (ruling?.kind !== 'break') return undefined
  const [before, after] = [ruling.before[name], ruling.after[name]]
  return before === undefined || after === undefined ? value - held : before - held + (value - after)
}

async function rulingAt(db: Db, row: Stored): Promise<Ruling | undefined> {
  const rulings = (await rulingsOf(db, [row.slot_id])).get(rulingKey(row.slot_id, row.game_nr)) ?? []
  return rulingFor(rulings, momentOf(row))
}

/** The last good value of each meter before a reading. */
async function valuesBefore(db: Db, row: Stored): Promise<(number | null)[]> {
  return lastOf(await readBefore(db, row, 'good'))
}

/** The readings held that prove a run which a reading goes on with, newest first. */
async function runBefore(db: Db, row: Stored): Promise<Stored[]> {
  const breaks = await db
    .selectFrom('repairs')
    .select('reading')
    .where('slot_id', '=', row.slot_id)
    .where('game_nr', '=', row.game_nr)
    .where('crossing', '<=', row.server_time)
    .orderBy('crossing', 'desc')
    .limit(2)
    .execute()
  const begun = breaks
    .map(one => JSON.parse(one.reading) as Moment)
    .find(one => inOrder(one, momentOf(row)) < 0)
  const run = await readBefore(db, row, 'in doubt')
  return begun ? run.filter(one => inOrder(momentOf(one), begun) >= 0) : []
}

/** Newest first. */
async function readBefore(db: Db, row: Stored, which: 'good' | 'in doubt'): Promise<Stored[]> {
  const earlier = await db
    .selectFrom('counter_readings')
    .selectAll()
    .where('slot_nr', '=', row.slot_nr)
    .where('game_nr', '=', row.game_nr)
    .where('server_time', '<=', row.server_time)
    .$if(which === 'good', query => query.where('held', 'is', null))
    .$if(which === 'in doubt', query => query.where('held', 'in', ['open', 'stray']))
    .orderBy('server_time', 'desc')
    .orderBy('server_nano', 'desc')
    .orderBy('message_seq_nr', 'desc')
    .limit(LOOKED_BACK)
    .execute()
  return earlier.filter(one => isAfter(row, one))
}

function lastOf(rows: readonly Stored[]) {
  const values = emptyValues()
  for (const one of rows) for (const [nr, name] of movementNames.entries()) values[nr] ??= one[name]
  return values
}
