/** Whether this backend can do its work: its database answers, and keeps what it is given. */
import { sql } from 'kysely'
import { isStorageFull, isUnavailable } from '../db/errors'
import type { Deps } from '../deps'
import { roomOf } from './storage-room'

export type Health = 'ok' | 'database_unreachable' | 'storage_full' | 'not_writable'

/** A real write costs a sync of the disk: a caller that asks more often gets the last result. Milliseconds. */
const WRITE_EVERY_MS = 5_000
/** What an ordinary change takes at most, in characters: rows, indexes and the audit entry. */
const ROOM = 65_536

export function healthOf(deps: Deps): () => Promise<Health> {
  let last: { at: number; answer: Promise<Health> } | undefined
  let lastLogged: Health = 'ok'
  return async () => {
    const now = deps.clock()
    if (!last || Math.abs(now - last.at) >= WRITE_EVERY_MS) last = { at: now, answer: tryWriting(deps, now) }
    const [canRead, written] = await Promise.all([
      sql`select 1`.execute(deps.db).then(
        () => true,
        () => false,
      ),
      last.answer,
    ])
    const health = canRead ? written : 'database_unreachable'
    if (health !== lastLogged) deps.log[health === 'ok' ? 'info' : 'error']({ health }, 'health changed')
    lastLogged = health
    return health
  }
}

async function tryWriting(deps: Deps, now: number): Promise<Health> {
  const { db, log } = deps
  try {
    if (await roomOf(deps).isFull()) return 'storage_full'
    await askForRoom(db)
    await db
      .insertInto('health_checks')
      .values({ id: 'backend', at: now, room: '' })
      .onConflict(conflict => conflict.column('id').doUpdateSet({ at: now }))
      .execute()
    return 'ok'
  } catch (error) {
    log.warn({ err: error }, 'health: a write failed')
    return isStorageFull(error)
      ? 'storage_full'
      : isUnavailable(error)
        ? 'database_unreachable'
        : 'not_writable'
  }
}

class TakenBack extends Error {}

/**
 * A row that is never committed: one that only changes its time would fit into a file that has no room for anything
 * new.
 */
async function askForRoom(db: Deps['db']): Promise<void> {
  try {
    await db.transaction().execute(async tx => {
      await tx
        .insertInto('health_checks')
        .values({ id: 'room', at: 0, room: ' '.repeat(ROOM) })
        .execute()
      throw new TakenBack()
    })
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
  }
}
