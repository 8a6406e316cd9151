/** Which doors of a slot are open: stored when events are written, so that nobody has to read a month of them. */
import { DAY_MS } from '../../platform/contract/durations'
import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import { insertion, rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'

/** Opened by the first code, closed by the second (domain notes, section 3). */
export const doors = [
  ['11', '12'],
  ['13', '14'],
  ['15', '16'],
  ['19', '1A'],
  ['1D', '1E'],
] as const
const doorOfCode = new Map<string, { door: string; opens: boolean }>(
  doors.flatMap(([opens, closes]) => [
    [opens, { door: opens, opens: true }],
    [closes, { door: opens, opens: false }],
  ]),
)

/** A door that nobody has spoken of for this long is not known to be open: the event that closed it was lost. */
const KNOWN_FOR_MS = 31 * DAY_MS

const newer = (name: 'opened_at' | 'closed_at') =>
  `${name} = case when slot_doors.${name} is null or excluded.${name} > slot_doors.${name} then coalesce(excluded.${name}, slot_doors.${name}) else slot_doors.${name} end`
const intoDoors = insertion(
  'slot_doors',
  { slot_id: 'text', door: 'text', opened_at: 'bigint', closed_at: 'bigint' },
  `(slot_id, door) do update set ${newer('opened_at')}, ${newer('closed_at')}`,
)

interface DoorEvent {
  slotId: string
  code: string
  at: number
}

/** Events arrive in any order; the newest opening and the newest closing of each door decide. */
export function* storeDoors(db: Db, events: readonly DoorEvent[]): Iterable<CompiledQuery> {
  const known = new Map<string, [slot: string, door: string, opened: number | null, closed: number | null]>()
  for (const { slotId, code, at } of events) {
    const found = doorOfCode.get(code)
    if (!found) continue
    const key = `${slotId} ${found.door}`
    const row = known.get(key) ?? [slotId, found.door, null, null]
    const column = found.opens ? 2 : 3
    row[column] = Math.max(row[column] ?? at, at)
    known.set(key, row)
  }
  if (known.size === 0) return
  const rows = [...known.values()]
  yield* intoDoors(db, rows)
  const slots = [...new Set(rows.map(([slot]) => slot))].map(id => ({ id }))
  yield openSince(db, slots)
}

const openSince = (db: Db, slots: readonly { id: string }[]): CompiledQuery =>
  sql`update slots set door_open_at = (select min(d.opened_at) from slot_doors d where d.slot_id = slots.id and d.opened_at > coalesce(d.closed_at, 0))
    from ${rowsAsTable(db, { id: 'text' }, slots)} where slots.id = b.id`.compile(db)

/** After an event of this code was changed: what the others say. */
export async function renewDoor(db: Db, slotId: string, code: string): Promise<void> {
  const found = doorOfCode.get(code)
  const pair = doors.find(([opens]) => opens === found?.door)
  if (!found || !pair) return
  const [opened_at, closed_at] = await Promise.all(
    pair.map(async one => {
      const newest = await db
        .selectFrom('events')
        .select('server_time')
        .where('slot_id', '=', slotId)
        .where('code', '=', one)
        .orderBy('server_time', 'desc')
        .limit(1)
        .executeTakeFirst()
      return newest?.server_time ?? null
    }),
  )
  await db
    .insertInto('slot_doors')
    .values({ slot_id: slotId, door: found.door, opened_at: opened_at ?? null, closed_at: closed_at ?? null })
    .onConflict(on =>
      on
        .columns(['slot_id', 'door'])
        .doUpdateSet({ opened_at: opened_at ?? null, closed_at: closed_at ?? null }),
    )
    .execute()
  await db.executeQuery(openSince(db, [{ id: slotId }]))
}

/** A condition on a row of `slots`. */
export const isDoorOpen = (alias: string, now: number): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${alias}.door_open_at`)} > cast(${now - KNOWN_FOR_MS} as bigint)`

export const openDoorIn = (since: number | null | undefined, now: number): number | null =>
  since != null && since > now - KNOWN_FOR_MS ? since : null

/** Returns one slot's doors: open since when, or closed since when, or unknown. */
export async function doorOf(
  db: Db,
  slotId: string,
  now: number,
): Promise<{ door: 'open' | 'closed' | null; door_at: number | null }> {
  const found = await db.selectFrom('slot_doors').selectAll().where('slot_id', '=', slotId).execute()
  const recent = (at: number | null) => (at !== null && at > now - KNOWN_FOR_MS ? [at] : [])
  const open = found.flatMap(one =>
    (one.opened_at ?? 0) > (one.closed_at ?? 0) ? recent(one.opened_at) : [],
  )
  if (open.length > 0) return { door: 'open', door_at: Math.min(...open) }
  const times = found.flatMap(one => [...recent(one.opened_at), ...recent(one.closed_at)])
  return times.length === 0 ? { door: null, door_at: null } : { door: 'closed', door_at: Math.max(...times) }
}
