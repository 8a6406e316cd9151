/** Work that is looked for again and again, by one of several backends at a time. */
import { newId } from '../db/new-id'
import type { Deps } from '../deps'
import { holdLease, releaseLease } from './lease.service'

export interface Turn {
  /** Once the program is about to end. */
  signal: AbortSignal
  /** Holds the lease for its time anew; false once another backend has it. For turns that take long. */
  isOurs(): Promise<boolean>
}

export interface Watch {
  /** Of the lease. */
  name: string
  everyMs: number
  /** Until the first turn; left out, as between two. */
  afterMs?: number
  /** Longer than a turn takes: after it another backend may begin. */
  leaseMs: number
  /** For the log, when a turn failed: the next one is tried all the same. */
  failed: string
  /** One turn. One that takes longer than the pause between two is not begun a second time. */
  look(turn: Turn): Promise<void>
}

/** `stop` waits for the turn that runs. */
export function startWatch(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  { name, everyMs, afterMs = everyMs, leaseMs, failed, look }: Watch,
): { stop(): Promise<void> } {
  const owner = newId()
  const stopped = new AbortController()
  const isOurs = () => holdLease(db, name, owner, leaseMs, clock())
  let looking: Promise<void> | undefined
  const turn = () => {
    looking ??= isOurs()
      .then(ours => (ours ? look({ signal: stopped.signal, isOurs }) : undefined))
      .catch((err: unknown) => log.warn({ err }, failed))
      .finally(() => (looking = undefined))
  }
  let timer: NodeJS.Timeout = setTimeout(() => {
    turn()
    timer = setInterval(turn, everyMs)
  }, afterMs)
  return {
    async stop() {
      stopped.abort()
      clearTimeout(timer)
      clearInterval(timer)
      await looking
      await releaseLease(db, name, owner).catch(() => {})
    },
  }
}
