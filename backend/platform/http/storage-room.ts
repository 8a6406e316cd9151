/**
 * Room on the embedded database's disk. The last of it is for signing in, so that somebody can come, read what is there
 * and make room: what else would change something, and work in the background, is refused once less is left. Other
 * programs cannot use it because a file occupies it, which is deleted once they have taken the rest.
 */
import { open, rm, stat, statfs } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Problem } from '../contract/problem'
import { writeRoomOf } from '../db/write-room'
import type { Deps } from '../deps'

const MIB = 1024 * 1024
/** The database's log alone may grow by so much. Bytes. */
export const LEAST_FREE = 32 * MIB
export const RESERVE = 16 * MIB
/** With less space left the file goes; it comes back once there is twice as much as must be free. */
const NEARLY_NOTHING = 8 * MIB
const LOOK_EVERY_MS = 1_000
const KEEP_EVERY_MS = 5_000

/** Bytes; without an answer, as if there were room: the write itself will say. */
export type FreeOn = (folder: string) => Promise<number>
const freeOn: FreeOn = folder =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Infinity,
  )

export class StorageRoom {
  private last: { at: number; isFull: Promise<boolean> } | undefined

  constructor(
    private readonly deps: Pick<Deps, 'engine' | 'env'>,
    private readonly free = freeOn,
  ) {}

  /** Always false on PostgreSQL, whose disk is another machine's: it says so itself, by 53100. */
  isFull(): Promise<boolean> {
    if (this.deps.engine !== 'sqlite') return Promise.resolve(false)
    const now = performance.now()
    if (!this.last || now - this.last.at >= LOOK_EVERY_MS)
      this.last = {
        at: now,
        isFull: this.free(this.deps.env.dataDir).then(free => free < LEAST_FREE),
      }
    return this.last.isFull
  }
}

const rooms = new WeakMap<Deps['db'], StorageRoom>()
export function roomOf(deps: Deps): StorageRoom {
  const room = rooms.get(deps.db) ?? new StorageRoom(deps)
  rooms.set(deps.db, room)
  return room
}
/** In place of the disk's own, for as long as the database is open. */
export const setRoom = (deps: Deps, free: FreeOn) => rooms.set(deps.db, new StorageRoom(deps, free))

export const storageFull = () =>
  new Problem(503, 'storage_full', {
    message: 'There is no room left to save anything; reading still works',
    headers: { 'retry-after': '60' },
  })

/** Throws Problem 503 storage_full. Signing in and out goes on. */
export async function demandRoom(deps: Deps, family: string): Promise<void> {
  if (family !== 'authorization' && (await roomOf(deps).isFull())) throw storageFull()
}

/** Maintains that file, and refuses background work the last of the disk. A file that cannot be made is tried again. */
export function startStorageReserve(
  deps: Deps,
  free = freeOn,
): { stop: () => void; look: () => Promise<void> } {
  const { engine, env, log } = deps
  const file = join(env.dataDir, 'storage.reserve')
  const writes = writeRoomOf(deps.db)
  if (writes) writes.isFull = () => roomOf(deps).isFull()
  const look = async () => {
    const [left, isThere] = await Promise.all([
      free(env.dataDir),
      stat(file).then(
        ({ size }) => size > 0,
        () => false,
      ),
    ])
    if (isThere && left < NEARLY_NOTHING) {
      await rm(file, { force: true })
      log.warn({ free: left }, 'the disk is full: the reserve for signing in was given up')
    } else if (!isThere && left >= 2 * LEAST_FREE + RESERVE) await fill(file)
  }
  const timer = setInterval(() => {
    look().catch((error: unknown) => log.warn({ err: error }, 'the reserve for signing in was not kept'))
  }, KEEP_EVERY_MS)
  if (engine !== 'sqlite') clearInterval(timer)
  const stop = () => {
    clearInterval(timer)
    if (writes) writes.isFull = undefined
  }
  return { stop, look }
}

/** Of bytes that no file system makes smaller. */
async function fill(file: string): Promise<void> {
  const handle = await open(file, 'w', 0o600)
  try {
    for (let size = 0; size < RESERVE; size += MIB) await handle.write(randomBytes(MIB))
  } catch (error) {
    await rm(file, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}
