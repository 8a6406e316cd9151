/**
 * Serves displays. Levels are read once a second, however many displays there are; each display's own address is
 * looked up every time.
 */
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { shownLevels, type ShownLevel } from '../jackpots/shown-levels.service'
import type { Scope } from '../../platform/request/actor'
import type { DisplayScreen } from './displays.contract'
import { hashOf, levelsIn } from './displays.stores'
import type { DisplayChannelsTable } from './displays.table'

const FRESH_MS = 1_000
/** A display's last contact is written no more often than this. */
const HEARD_MS = 15_000

interface Board {
  asOf: number
  reading: Promise<Map<string, ShownLevel>>
  /** The highest of each level's run: what players have seen does not fall when a reading is taken back. */
  highest: Map<string, { run: number; minor: number }>
}
const boards = new WeakMap<Db, Board>()

/** Every level that any channel shows. */
function boardAt(db: Db, now: number): Board {
  const known = boards.get(db)
  if (known && now - known.asOf < FRESH_MS && now >= known.asOf) return known
  const highest = known?.highest ?? new Map<string, { run: number; minor: number }>()
  const board = { asOf: now, reading: readBoard(db, highest), highest }
  boards.set(db, board)
  // The next request tries again after a failed read.
  board.reading.catch(() => boards.get(db) === board && boards.delete(db))
  return board
}

async function readBoard(db: Db, highest: Board['highest']): Promise<Map<string, ShownLevel>> {
  const channels = await db
    .selectFrom('display_channels')
    .select('levels')
    .where('archived_at', 'is', null)
    .execute()
  const levels = await shownLevels(db, [...new Set(channels.flatMap(levelsIn))])
  for (const [id, level] of levels) {
    const before = highest.get(id)
    const grows = before?.run === level.run && !level.is_held
    const minor = grows ? Math.max(before.minor, level.value.minor) : level.value.minor
    highest.set(id, { run: level.run, minor })
    level.value = { ...level.value, minor }
  }
  return levels
}

const zoneOf = (db: Db) =>
  db
    .selectFrom('display_channels as c')
    .innerJoin('tenants as o', 'o.id', 'c.tenant_id')
    .selectAll('c')
    .select('o.time_zone')
    .where('c.archived_at', 'is', null)
type Channel = DisplayChannelsTable & { time_zone: string }

async function screenOf(db: Db, channel: Channel, now: number): Promise<DisplayScreen> {
  const { asOf, reading } = boardAt(db, now)
  const levels = await reading
  const { id, name, theme, resolution, language, time_zone } = channel
  return {
    channel: id,
    name,
    theme,
    resolution,
    language,
    time_zone,
    as_of: asOf,
    levels: levelsIn(channel)
      .map(one => levels.get(one))
      .filter(one => one !== undefined),
  }
}

/** Throws 404 for a channel out of scope. */
export async function previewScreen(
  db: Db,
  whole: Db,
  { tenantId }: Scope,
  id: string,
  now: number,
): Promise<DisplayScreen> {
  const channel = await zoneOf(db)
    .where('c.id', '=', id)
    .$if(tenantId !== null, query => query.where('c.tenant_id', '=', tenantId ?? ''))
    .executeTakeFirst()
  if (!channel) throw new Problem(404, 'not_found')
  return screenOf(whole, channel, now)
}

/** Returns each token's hall, or null, and records the contact of the displays that opened one. */
export async function screensOf(
  db: Db,
  tokens: readonly string[],
  now: number,
): Promise<{ halls: DisplayScreen[]; of: (number | null)[] }> {
  const hashes = tokens.map(hashOf)
  const displays = await db
    .selectFrom('displays')
    .select(['id', 'token_hash', 'channel_id', 'last_seen_at'])
    .where('token_hash', 'in', hashes)
    .where('revoked_at', 'is', null)
    .where('archived_at', 'is', null)
    .execute()
  const wanted = [...new Set(displays.map(one => one.channel_id))]
  const channels = wanted.length === 0 ? [] : await zoneOf(db).where('c.id', 'in', wanted).execute()
  const places = new Map(channels.map(({ id }, place) => [id, place]))
  const shown = new Map(
    displays.map(({ token_hash, channel_id }) => [token_hash, places.get(channel_id) ?? null]),
  )
  await hear(db, displays, now)
  return {
    halls: await Promise.all(channels.map(channel => screenOf(db, channel, now))),
    of: hashes.map(hash => shown.get(hash) ?? null),
  }
}

async function hear(
  db: Db,
  displays: readonly { id: string; last_seen_at: number | null }[],
  now: number,
): Promise<void> {
  const due = displays.filter(
    ({ last_seen_at }) => last_seen_at === null || now - Number(last_seen_at) >= HEARD_MS,
  )
  if (due.length === 0) return
  const ids = due.map(({ id }) => id)
  await db.updateTable('displays').set({ last_seen_at: now }).where('id', 'in', ids).execute()
}
