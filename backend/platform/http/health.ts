/** Whether this backend can do its work: its database answers, and keeps what it is given. */
import { sql } from 'kysely'
import { ConnectionLost, isStorageFull, isUnavailable } from '../db/errors'
import type { Deps } from '../deps'
import { roomOf } from './storage-room'

interface Health {
  status: 'ok' | 'database_unreachable' | 'storage_full' | 'not_writable'
  /** The error's own code, which names no address and nobody; where there is none, why in a word. */
  reason?: string
}

/** A real write costs a sync of the disk: a caller that asks more often gets the last result. Milliseconds. */
const WRITE_EVERY_MS = 5_000
/** A database that has vanished never answers, and whoever asks for our health waits for less. */
const PATIENCE_MS = 2_500
/** What an ordinary change takes at most, in characters: rows, indexes and the audit entry. */
const ROOM = 65_536

const ok: Health = { status: 'ok' }
const late: Health = { status: 'database_unreachable', reason: 'timeout' }

export function healthOf(deps: Deps): () => Promise<Health> {
  let last: { at: number; answer: Promise<Health>; isOver: boolean } | undefined
  let lastLogged: Health = ok
  const written = () => {
    const now = deps.clock()
    // One that hangs is not joined by others: each would take a connection with it.
    if (!last || (last.isOver && Math.abs(now - last.at) >= WRITE_EVERY_MS)) {
      const trying = { at: now, answer: tryWriting(deps, now), isOver: false }
      void trying.answer.finally(() => (trying.isOver = true))
      last = trying
    }
    return last.answer
  }
  return async () => {
    const [read, wrote] = await Promise.all([inTime(tryReading(deps)), inTime(written())])
    const health = read.status === 'ok' ? wrote : read
    if (health.status !== lastLogged.status)
      deps.log[health.status === 'ok' ? 'info' : 'error'](
        { health: health.status, ...(health.reason && { reason: health.reason }) },
        'health changed',
      )
    lastLogged = health
    return health
  }
}

async function inTime(answer: Promise<Health>): Promise<Health> {
  let timer: NodeJS.Timeout | undefined
  const waited = new Promise<Health>(resolve => {
    timer = setTimeout(() => resolve(late), PATIENCE_MS)
  })
  return Promise.race([answer, waited]).finally(() => clearTimeout(timer))
}

const tryReading = ({ db }: Deps): Promise<Health> =>
  sql`select 1`.execute(db).then(
    () => ok,
    (error: unknown) => ({ status: 'database_unreachable', reason: reasonOf(error) }),
  )

async function tryWriting(deps: Deps, now: number): Promise<Health> {
  const { db, log } = deps
  try {
    if (await roomOf(deps).isFull()) return { status: 'storage_full', reason: 'reserve' }
    await askForRoom(db)
    await db
      .insertInto('health_checks')
      .values({ id: 'backend', at: now, room: '' })
      .onConflict(conflict => conflict.column('id').doUpdateSet({ at: now }))
      .execute()
    return ok
  } catch (error) {
    log.warn({ err: error }, 'health: a write failed')
    const status = isStorageFull(error)
      ? 'storage_full'
      : isUnavailable(error)
        ? 'database_unreachable'
        : 'not_writable'
    return { status, reason: reasonOf(error) }
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof ConnectionLost && error.cause instanceof Error) return reasonOf(error.cause)
  const { code, name } = error as { code?: unknown; name?: unknown }
  return typeof code === 'string' && code !== '' ? code : String(name ?? 'error')
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
