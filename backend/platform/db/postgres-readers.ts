/**
 * How many of the pool's connections read at once, outside transactions. What takes longer than a moment has few of
 * them, so that some are always left for short reads and for who writes. Whose caller has gone is stopped, or never
 * begun.
 */
import { readingAtHand } from '../process/reading'
import { CallerGone, isStopped } from './errors'
import { Pace, SHORT_MS } from './pace'
import { Places, type Limits } from './places'

export const POOL_CONNECTIONS = 10
const SHORT: Limits = { places: 5, perTenant: 5, perPerson: 4 }
const HEAVY: Limits = { places: 4, perTenant: 3, perPerson: 2 }

/** Of a statement that is being sent. */
export interface Stopper {
  /** There once it is on its way. */
  cancel?: () => void
  isStopped: boolean
}

export class PostgresReaders {
  private readonly short = new Places(SHORT)
  private readonly heavy = new Places(HEAVY)
  private readonly pace = new Pace()

  async read<Result>(
    sql: string,
    send: (stopper: Stopper) => Promise<Result>,
    wasStopped = false,
  ): Promise<Result> {
    const reading = readingAtHand()
    const stopper: Stopper = { isStopped: false }
    const stop = () => {
      stopper.isStopped = true
      stopper.cancel?.()
    }
    const isHeavy = wasStopped || (reading?.isWide === true && this.pace.isHeavy(sql))
    let leave = await (isHeavy ? this.heavy : this.short).take(reading)
    const started = performance.now()
    // One that turns out to be heavy goes on as such where there is a place; otherwise it is stopped, and sent again
    // when it has one.
    const timer = isHeavy
      ? undefined
      : setTimeout(() => {
          this.pace.note(sql, Infinity)
          const place = this.heavy.tryTake(reading)
          if (!place) return stop()
          leave()
          leave = place
        }, SHORT_MS)
    const stopListening = reading?.leaving?.onLeave(stop)
    try {
      const found = await send(stopper)
      this.pace.note(sql, performance.now() - started)
      return found
    } catch (error) {
      if (!stopper.isStopped || !isStopped(error)) throw error
      if (reading?.leaving?.hasLeft) throw new CallerGone()
    } finally {
      clearTimeout(timer)
      stopListening?.()
      leave()
    }
    return this.read(sql, send, true)
  }
}
