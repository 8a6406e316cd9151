/** Work that is looked for again and again: by each backend (`repeat`), or by one at a time (`startWatch`). */
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
  look(turn: Turn): Promise<unknown>
}

export interface Repeated extends Pick<Watch, 'everyMs' | 'afterMs' | 'failed'> {
  turn(signal: AbortSignal): Promise<unknown>
}

/** Turn after turn, by each backend for itself. `stop` waits for the turn that runs. */
export function repeat(
  { log }: Pick<Deps, 'log'>,
  { everyMs, afterMs = everyMs, failed, turn }: Repeated,
): { stop(): Promise<void> } {
  const stopped = new AbortController()
  let running: Promise<unknown> | undefined
  const begin = () => {
    running ??= turn(stopped.signal)
      .catch((err: unknown) => log.warn({ err }, failed))
      .finally(() => (running = undefined))
  }
  let timer: NodeJS.Timeout = setTimeout(() => {
    begin()
    timer = setInterval(begin, everyMs)
  }, afterMs)
  return {
    async stop() {
      stopped.abort()
      clearTimeout(timer)
      clearInterval(timer)
      await running
    },
  }
}

/** The same, by the one backend that holds the lease. */
export function startWatch(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  { name, leaseMs, look, ...times }: Watch,
): { stop(): Promise<void> } {
  const owner = newId()
  const isOurs = () => holdLease(db, name, owner, leaseMs, clock())
  const turns = repeat(
    { log },
    { ...times, turn: async signal => ((await isOurs()) ? look({ signal, isOurs }) : undefined) },
  )
  return {
    async stop() {
      await turns.stop()
      await releaseLease(db, name, owner).catch(() => {})
    },
  }
}
