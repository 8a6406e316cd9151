/**
 * What a SMIB sent in a span belongs to another slot than it was booked on: the slot that it leaves is judged as if
 * these readings had not come, the one that it joins as if they came late. So both stand as they would had it been
 * known in time.
 */
import { DAY_MS } from '../../platform/contract/durations'
import { sql } from 'kysely'
import { pipelined } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { numberOf, numbersOf } from '../../platform/db/short-ids'
import { breathe } from '../../platform/process/breathe'
import { fromRow, insertReadings, type SlotReading } from '../judgement/counter-readings'
import { reassignRows, type Reassignment } from './reassigned-rows'
import { dayArchived, floorsOf } from '../judgement/archive-boundary.service'
import { askLatest, readLatest, storeLatest, type Latest } from '../judgement/latest.service'
import { within } from './moved-rows'
import { explainedBy, explainingCodes, inOrder } from '../readings/movement'
import { endOf, type Place } from '../readings/place'
import { rescan, type Late, type Rescanned } from '../judgement/rescan'
import { RollUps } from '../judgement/roll-ups'
import { changesOf, type MovedAt } from './ruled-judgement.service'
import { settleWhole, summedOf } from '../judgement/summed-slots.service'
import { newestMemory } from '../readings/check-reading'
import { slotHistoryOf, placeAt } from '../readings/slot-history.queries'
import type { MemoryEvent } from '../readings/meter-marks'

export type { Reassignment }
export interface MovedOf extends MovedAt {
  slotId: string
}

/** Writing it belongs in a transaction, `alone` and after both slots are held; the SMIB's history is the caller's. */
export async function reassignReadings(
  db: Db,
  reassignment: Reassignment,
  write: boolean,
): Promise<MovedOf[]> {
  const { leaves, joins, from } = reassignment
  const slots = [leaves, joins].flatMap(id => id ?? [])
  for (const floor of (await floorsOf(db, slots)).values()) if (floor.at >= from) throw dayArchived()
  const stored = await readingsOf(db, reassignment)
  const memory = await memoryOf(db, reassignment)
  const latest = readLatest((await db.executeQuery(askLatest(db, slots))).rows)
  const moves: MovedOf[] = []
  if (leaves)
    moves.push(
      ...(await left(db, reassignment, leaves, { latest: latest.get(leaves), stored, memory }, write)),
    )
  if (joins)
    moves.push(
      ...(await joined(db, reassignment, joins, { latest: latest.get(joins), stored, memory }, write)),
    )
  if (write) {
    await reassignRows(db, reassignment)
    for (const slotId of slots) await settleWhole(db, slotId)
  }
  return moves
}

interface Known {
  latest: ReadonlyMap<number, Latest> | undefined
  stored: readonly SlotReading[]
  memory: readonly MemoryEvent[]
}

async function left(
  db: Db,
  { smibId: smib, from, to, joins }: Reassignment,
  slotId: string,
  { latest, stored, memory }: Known,
  write: boolean,
): Promise<MovedOf[]> {
  const games = new Set(stored.map(({ game }) => game))
  const lates = [...(latest?.values() ?? [])]
    .filter(({ game }) => games.has(game) || memory.length > 0)
    .map((last): Late & { last: Latest } => {
      const { game } = last
      return { slotId, game, last, readings: [], events: [], gone: memory, leaving: { smib, from, to } }
    })
  const { judged, changes } = await rejudged(db, slotId, lates, latest?.has(0) ?? false, write)
  if (!write) return changes
  const theirs = sql`slot_nr = ${numberOf(slotId)} and ${within('server_time', 'server_nano', from, to)}
    and terms in (select nr from reading_terms where slot_nr = ${numberOf(slotId)} and smib_nr = ${numberOf(smib)})`
  await (
    joins
      ? sql`delete from stored_readings where ${theirs}`
      : sql`update stored_readings set held = 'not_placed', repairs = null where ${theirs}`
  ).execute(db)
  for (const { late, state } of judged) await storeStanding(db, late.last, state)
  await sql`update slots set reported_hour = (select max(h.hour_start) from stored_hours h where h.slot_nr = ${numberOf(slotId)} and h.readings > 0)
    where id = ${slotId}`.execute(db)
  return changes
}

/** Its newest reading may be one of those that left. */
async function storeStanding(db: Db, last: Latest, state: Rescanned['state']): Promise<void> {
  const newest = await db
    .selectFrom('counter_readings')
    .select(['server_time', 'server_nano', 'message_seq_nr'])
    .where('slot_nr', '=', numberOf(last.slotId))
    .where('game_nr', '=', last.game)
    .where(({ or, eb }) => or([eb('held', 'is', null), eb('held', 'not in', ['not_placed', 'too_late'])]))
    .orderBy('server_time', 'desc')
    .orderBy('server_nano', 'desc')
    .orderBy('message_seq_nr', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newest && state) {
    const { server_time: at, server_nano: nano, message_seq_nr: seq } = newest
    await pipelined(db, storeLatest(db, [{ ...last, at, nano, seq, state }]))
  } else
    await db
      .deleteFrom('counter_latest')
      .where('slot_id', '=', last.slotId)
      .where('game_nr', '=', last.game)
      .execute()
}

async function joined(
  db: Db,
  { smibId, from, to, leaves }: Reassignment,
  slotId: string,
  { latest, stored, memory }: Known,
  write: boolean,
): Promise<MovedOf[]> {
  const readings = await placedOn(db, slotId, stored)
  const games = new Set([
    ...readings.map(({ game }) => game),
    ...(memory.length > 0 ? (latest?.keys() ?? []) : []),
  ])
  const lates = [...games]
    .sort((a, b) => a - b)
    .map((game): Late => {
      const own = readings.filter(one => one.game === game).sort(inOrder)
      return { slotId, game, last: latest?.get(game), readings: own, events: memory }
    })
  const hasWhole = games.has(0) || (latest?.has(0) ?? false)
  const { judged, changes } = await rejudged(db, slotId, lates, hasWhole, write)
  if (!write) return changes
  // Readings from a time when the SMIB stood on no slot wait with the slot that it stood on when they arrived.
  if (!leaves)
    await sql`delete from stored_readings where held = 'not_placed' and ${within('server_time', 'server_nano', from, to)}
      and slot_nr in ${numbersOf(sql`select slot_id from smib_history where smib_id = ${smibId}`)}
      and terms in (select nr from reading_terms t where t.slot_nr = stored_readings.slot_nr and t.smib_nr = ${numberOf(smibId)})`.execute(
      db,
    )
  for (let nr = 0; nr < readings.length; nr += ROWS) {
    await pipelined(db, insertReadings(db, readings.slice(nr, nr + ROWS)))
    await breathe()
  }
  await pipelined(
    db,
    storeLatest(
      db,
      judged.flatMap(({ late: { game, readings: own, last }, state }) => {
        const newest = own.at(-1)
        const moment = last && (!newest || inOrder(newest, last) <= 0) ? last : newest
        if (!moment || !state) return []
        const { at, nano, seq, smib } = moment
        const known = last?.memoryAt ?? null
        const memoryAt = newestMemory([...memory, ...(known === null ? [] : [{ at: known, total: false }])])
        return [{ slotId, game, at, nano, seq, smib, state, memoryAt }]
      }),
    ),
  )
  await db
    .insertInto('smib_slots')
    .values({ smib_id: smibId, slot_id: slotId })
    .onConflict(on => on.doNothing())
    .execute()
  return changes
}

/** A change is returned once, since games are parts of the whole slot. */
async function rejudged<One extends Late>(
  db: Db,
  slotId: string,
  lates: readonly One[],
  hasWhole: boolean,
  write: boolean,
) {
  const changes: MovedOf[] = []
  const judged: { late: One; state: Rescanned['state'] }[] = []
  const summed = await summedOf(db, [slotId])
  for (const late of lates) {
    const sums = new RollUps()
    const [one] = await rescan(db, sums, [late], undefined, write)
    judged.push({ late, state: one?.state })
    if (late.game === 0 || !hasWhole) changes.push(...changesOf(sums).map(change => ({ ...change, slotId })))
    if (write) await pipelined(db, sums.replacements(db, summed))
  }
  return { judged, changes }
}

/** Read, and written, at once: a month of a slot with several games would hold everything else up. */
const ROWS = 500

/** As they came; none of those that a person read off a machine, which stay with it. */
async function readingsOf(db: Db, { smibId, from, to, leaves }: Reassignment): Promise<SlotReading[]> {
  const own = leaves
    ? sql<boolean>`slot_nr = ${numberOf(leaves)} and (held is null or held in ('open', 'stray'))`
    : sql<boolean>`slot_nr in ${numbersOf(sql`select slot_id from smib_history where smib_id = ${smibId}`)} and held = 'not_placed'`
  const found: SlotReading[] = []
  for (let after = from - 1; after < to; after += DAY_MS) {
    const rows = await db
      .selectFrom('counter_readings')
      .selectAll()
      .where(own)
      .where('server_time', '>', after)
      .where('server_time', '<=', Math.min(after + DAY_MS, to))
      .execute()
    for (const row of rows) {
      const end = endOf(row.server_time, row.server_nano)
      if (row.smib_id === smibId && end > from && end <= to) found.push(fromRow(row))
    }
    await breathe()
  }
  return found.sort(inOrder)
}

/** At the place and the price that the other slot had then. */
async function placedOn(db: Db, slotId: string, stored: readonly SlotReading[]): Promise<SlotReading[]> {
  const held = await slotHistoryOf(db, slotId)
  // Sums are looked up by it: those of a message share theirs.
  const places = new Map<number, Place>()
  const placed: SlotReading[] = []
  for (const reading of stored) {
    const turn = breathe()
    if (turn) await turn
    const end = endOf(reading.at, reading.nano)
    const place = places.get(end) ?? placeAt(held, end)
    if (!place) continue
    places.set(end, place)
    placed.push({ ...reading, place, repairs: {}, held: null, isNew: true })
  }
  return placed
}

/** What the SMIB's events of the span say of meters. */
async function memoryOf(db: Db, { smibId, from, to }: Reassignment): Promise<MemoryEvent[]> {
  const rows = await db
    .selectFrom('events')
    .select(['code', 'server_time', 'server_nano', 'data'])
    .where('smib_id', '=', smibId)
    .where('server_time', '>=', from)
    .where('server_time', '<=', to)
    .where('code', 'in', explainingCodes)
    .execute()
  return rows.flatMap(({ code, server_time: at, server_nano: nano, data }) => {
    const end = endOf(at, nano)
    return end > from && end <= to ? (explainedBy(code, at, data) ?? []) : []
  })
}
