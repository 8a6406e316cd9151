/**
 * Readings of some slots, up to the end of a sealed day of their location, into an archive: those that nothing needs
 * any more (`droppable.ts`).
 */
import { groupBy } from '../../platform/contract/group-by'
import { sql } from 'kysely'
import { readWide, rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'
import { floorsOf, isBelow, raiseFloors } from '../../telemetry/judgement/archive-boundary.service'
import type { Moment } from '../../telemetry/readings/movement'
import type { ReadingFloorsTable } from '../../telemetry/readings/rawdata.table'
import { holdSlots } from '../../telemetry/rebooking/ruled-judgement.service'
import { rulingKey, rulingsOf } from '../../telemetry/judgement/rulings.service'
import { archivedColumns, type ArchivedRow } from './archive-file'
import { droppable, momentOf, type Bounds, type StoredRow } from './droppable'
import { storeArchive, type ArchivedDay } from './storing.service'

/** At a time: a game that could not be archived for long catches up with each day of its location. */
const MOST_OF_A_GAME = 5_000

export interface SealedDay extends ArchivedDay {
  to: number
}

type Row = StoredRow & ArchivedRow & { gaming_day: string; location_id: string; slot_id: string; run: number }

/** In a transaction of its own, while nothing is stored. Answers how many went. */
export async function archiveReadings(
  db: Db,
  place: SealedDay,
  slotIds: readonly string[],
  now: number,
): Promise<number> {
  await holdSlots(db, slotIds)
  const [floors, rulings, bounds] = [
    await floorsOf(db, slotIds),
    await rulingsOf(db, slotIds),
    await boundsOf(db, slotIds),
  ]
  const drop: Row[] = []
  const raised: ReadingFloorsTable[] = []
  for (const { slot_id: slotId, game_nr: game } of await gamesOf(db, slotIds)) {
    const key = rulingKey(slotId, game)
    const rows = await rowsOf(db, place, slotId, game, floors.get(key)?.at)
    const decided = droppable(rows, {
      until: await sealedUntil(db, place, rows, floors.get(key)),
      rulings: rulings.get(key) ?? [],
      undecided: bounds.undecided.get(key) ?? [],
      readAt: game === 0 ? (bounds.readAt.get(slotId) ?? []) : [],
    })
    drop.push(...decided.drop)
    if (!decided.floor) continue
    const { at, nano, seq, smib } = decided.floor
    raised.push({ slot_id: slotId, game_nr: game, tenant_id: place.tenantId, at, nano, seq, smib_id: smib })
  }
  if (drop.length === 0) return 0
  await storeArchive(db, place, 'readings', drop, now)
  await remove(db, drop)
  await raiseFloors(db, raised)
  return drop.length
}

const gamesOf = (db: Db, slotIds: readonly string[]) =>
  db
    .selectFrom('counter_latest')
    .select(['slot_id', 'game_nr'])
    .where('slot_id', 'in', [...slotIds])
    .orderBy('slot_id')
    .orderBy('game_nr')
    .execute()

/**
 * From its floor on, in order. Readings that no SMIB of the slot reported, and those that came too late, are never
 * judged.
 */
async function rowsOf(
  db: Db,
  { to }: SealedDay,
  slotId: string,
  game: number,
  floor: number | undefined,
): Promise<Row[]> {
  const columns = sql.join(Object.keys(archivedColumns.readings).map(name => sql.ref(`r.${name}`)))
  const rows = await readWide<Row>(
    db,
    sql`select ${columns} from counter_readings r where r.slot_nr = ${numberOf(slotId)} and r.game_nr = ${game}
      and r.server_time >= ${floor ?? 0} and r.server_time <= ${to} and (r.held is null or r.held not in ('not_placed', 'too_late'))
      order by r.server_time limit ${MOST_OF_A_GAME + 1}`,
  )
  if (rows.length <= MOST_OF_A_GAME) return rows
  // Never a part of those of one instant.
  const last = rows.at(-1)?.server_time
  return rows.filter(row => row.server_time !== last)
}

/**
 * Up to the first reading that stands in another location or in a day that is not sealed, or is younger than this day.
 */
async function sealedUntil(
  db: Db,
  { tenantId, locationId, day, to }: SealedDay,
  rows: readonly Row[],
  floor: Moment | undefined,
): Promise<number> {
  const first = rows.reduce((min, row) => (row.gaming_day < min ? row.gaming_day : min), day)
  const sealed = await db
    .selectFrom('location_days')
    .select('day')
    .distinct()
    .where('tenant_id', '=', tenantId)
    .where('location_id', '=', locationId)
    .where('day', '>=', first)
    .where('day', '<=', day)
    .where('state', '=', 'sealed')
    .execute()
  const days = new Set(sealed.map(one => one.day))
  // The floor itself may have been read in an earlier place.
  const other = rows.find(
    row => !isBelow(floor, momentOf(row)) && (row.location_id !== locationId || !days.has(row.gaming_day)),
  )
  return other ? other.server_time - 1 : to
}

type BoundsOf = {
  undecided: Map<string, Bounds['undecided']>
  readAt: Map<string, Bounds['readAt']>
}

async function boundsOf(db: Db, slotIds: readonly string[]): Promise<BoundsOf> {
  const repairs = await db
    .selectFrom('repairs')
    .select(['slot_id', 'game_nr', 'crossing'])
    .where('slot_id', 'in', [...slotIds])
    .where('state', '<>', 'decided')
    .execute()
  const undecided = groupBy(
    repairs,
    ({ slot_id, game_nr }) => rulingKey(slot_id, game_nr),
    ({ crossing }) => crossing,
  )
  const readAt = new Map<string, number[]>()
  for (const table of ['mechanical_readings', 'meter_sheet_entries'] as const)
    for (const { slot_id, read_at } of await db
      .selectFrom(table)
      .select(['slot_id', 'read_at'])
      .where('slot_id', 'in', [...slotIds])
      .execute())
      readAt.set(slot_id, [...(readAt.get(slot_id) ?? []), read_at])
  return { undecided, readAt }
}

const key = {
  server_time: 'bigint',
  server_nano: 'bigint',
  message_seq_nr: 'bigint',
  game_nr: 'bigint',
  run: 'bigint',
} as const

/** Throws where it would not be exactly what went into the archive. */
async function remove(db: Db, drop: readonly Row[]): Promise<void> {
  const { rows } = await sql<{ nr: number }>`delete from stored_readings
    where (slot_nr, server_time, server_nano, message_seq_nr, game_nr, terms) in (
      select t.slot_nr, b.server_time, b.server_nano, b.message_seq_nr, b.game_nr, t.nr
      from ${rowsAsTable(db, { slot_id: 'text', smib_id: 'text', ...key }, drop)}
      cross join reading_terms t where t.slot_nr = ${numberOf(sql`b.slot_id`)} and t.smib_nr = ${numberOf(sql`b.smib_id`)} and t.run = b.run)
    returning slot_nr as nr`.execute(db)
  if (rows.length !== drop.length) throw new Error('Readings changed while they were archived')
}
