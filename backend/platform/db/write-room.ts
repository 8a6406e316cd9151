/** Keeps the last of the embedded database's disk from work in the background, which nobody needs just now. */
import type { Kysely } from 'kysely'
import { requestAtHand } from '../process/request-at-hand'

export class WriteRoom {
  /** Left out while any work may take what is there, as at start. */
  isFull: (() => Promise<boolean>) | undefined

  /**
   * Throws what the full disk itself would. A request was checked for room when it came: whoever signs in may take the
   * last of it.
   */
  async demand(): Promise<void> {
    if (this.isFull && !requestAtHand() && (await this.isFull())) throw new ReservedForSignIn()
  }
}

class ReservedForSignIn extends Error {
  readonly code = 'SQLITE_FULL'
  constructor() {
    super('The last of the disk is for signing in')
  }
}

/** By the engine's adapter, which a database and its transactions share. */
const rooms = new WeakMap<object, WriteRoom>()

export function withRoom<Adapter extends object>(adapter: Adapter, room: WriteRoom): Adapter {
  rooms.set(adapter, room)
  return adapter
}

/** Undefined on PostgreSQL, whose disk is another machine's. */
export const writeRoomOf = (db: Pick<Kysely<never>, 'getExecutor'>): WriteRoom | undefined =>
  rooms.get(db.getExecutor().adapter)
