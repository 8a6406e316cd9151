/**
 * From where on a slot's games can be judged. What was read before is in an archive: sums, hours and days keep what it
 * moved, and nothing that comes later can be compared with it.
 */
import { Problem } from '../../platform/contract/problem'
import { insertMany } from '../../platform/db/bulk'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database'
import { inOrder, type Moment } from '../readings/movement'
import type { ReadingFloorsTable } from '../readings/rawdata.table'
import { rulingKey } from './rulings.service'

/** By slot and game (`rulingKey`): the oldest reading that others are compared with. */
export type Floors = ReadonlyMap<string, Moment>

export async function floorsOf(db: Db, slotIds: readonly string[]): Promise<Floors> {
  if (slotIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('reading_floors')
    .selectAll()
    .where('slot_id', 'in', [...new Set(slotIds)])
    .execute()
  return new Map(
    rows.map(({ slot_id, game_nr, at, nano, seq, smib_id }) => [
      rulingKey(slot_id, game_nr),
      { at, nano, seq, smib: smib_id },
    ]),
  )
}

/** A reading at or before the boundary comes too late to be judged. */
export const isBelow = (floor: Moment | undefined, reading: Moment): boolean =>
  floor !== undefined && inOrder(reading, floor) <= 0

/** Where a rescan may begin: behind the floor, which is then the reading that the next is compared with. */
export const fromFloor = (floor: Moment | undefined, from: number): number =>
  floor === undefined ? from : Math.max(from, floor.at + 1)

export const dayArchived = (): Problem =>
  new Problem(409, 'day_archived', { message: 'The raw rows of that time are in an archive' })

/** In the transaction that archives what lies before. A floor only rises. */
export const raiseFloors = (db: Db, floors: readonly ReadingFloorsTable[]): Promise<void> =>
  insertMany(
    db,
    'reading_floors',
    {
      slot_id: 'text',
      game_nr: 'bigint',
      tenant_id: 'text',
      at: 'bigint',
      nano: 'bigint',
      seq: 'bigint',
      smib_id: 'text',
    },
    floors,
    sql`(slot_id, game_nr) do update set at = excluded.at, nano = excluded.nano, seq = excluded.seq, smib_id = excluded.smib_id`,
  )
