/**
 * The threads that read. Short reads have some to themselves: one that takes longer than a moment is stopped there
 * and sent again among the heavy ones,
 * which have threads of their own and few places. Whose caller has gone is stopped, or never begun.
 */
import { CallerGone, isStopped } from './errors'
import { Pace, SHORT_MS } from './pace'
import { Places, type Limits } from './places'
import { readingAtHand, type Reading } from '../process/reading'
import { DatabaseError, type SqliteThread, type StatementResult } from './sqlite-thread'

/** One person and one tenant have some of the threads at most, so that heavy work of others gets on as well. */
const HEAVY: Limits = { places: 4, perTenant: 3, perPerson: 2 }
/** Threads of heavy reads are ended when nobody needed one for so long. */
const IDLE_MS = 60_000
const TICK_MS = 25

// The library runs what may be stopped on threads of its own, as many as there are processors unless it is set
// before its first use. With all of them
// taken by long statements nothing else would begin, and nothing be stopped.
process.env.TOKIO_WORKER_THREADS ??= '12'

export class SqliteReaders {
  private readonly short: Pool
  private readonly heavy: Pool
  private readonly pace = new Pace()

  constructor(open: () => SqliteThread, count: number) {
    this.short = new Pool(open, { places: count, perTenant: count, perPerson: count }, Infinity)
    this.heavy = new Pool(open, HEAVY, IDLE_MS)
    this.short.openAll(count)
  }

  async read(sql: string, parameters: readonly unknown[]): Promise<StatementResult> {
    const reading = readingAtHand()
    // What looks short is tried as such, whatever others had to wait for with the same text.
    if (!reading?.isWide || !this.pace.isHeavy(sql)) {
      const found = await this.short.use(reading, thread => this.shortly(thread, reading, sql, parameters))
      if (found) return found
    }
    return this.heavy.use(reading, async thread => {
      const started = performance.now()
      const found = await stoppedWith(reading, thread.stoppable(sql, parameters))
      this.pace.note(sql, performance.now() - started)
      return found
    })
  }

  /** Undefined where it took too long and was stopped. */
  private async shortly(
    thread: SqliteThread,
    reading: Reading | undefined,
    sql: string,
    parameters: readonly unknown[],
  ): Promise<StatementResult | undefined> {
    const started = performance.now()
    if (!reading?.isWide && this.pace.isQuick(sql)) {
      const found = await thread.run(sql, parameters)
      this.pace.note(sql, performance.now() - started)
      return found
    }
    const asked = thread.stoppable(sql, parameters)
    // One that takes longer goes on until somebody waits for its place.
    const stop = () => {
      if (this.short.hasWaiting) asked.stop()
      timer = setTimeout(stop, TICK_MS)
    }
    let timer = setTimeout(stop, SHORT_MS)
    try {
      const found = await stoppedWith(reading, asked)
      this.pace.note(sql, performance.now() - started)
      return found
    } catch (error) {
      if (error instanceof CallerGone || !isStopped(error)) throw error
      this.pace.note(sql, Infinity)
      return undefined
    } finally {
      clearTimeout(timer)
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.short.close(), this.heavy.close()])
  }
}

/** The statement's answer; `CallerGone` once it has ended because its caller has gone. */
async function stoppedWith(
  reading: Reading | undefined,
  { answer, stop }: ReturnType<SqliteThread['stoppable']>,
): Promise<StatementResult> {
  const stopListening = reading?.leaving?.onLeave(stop)
  try {
    return await answer
  } catch (error) {
    throw reading?.leaving?.hasLeft && isStopped(error) ? new CallerGone() : error
  } finally {
    stopListening?.()
  }
}

/** Threads that are opened when there is nobody free, and each sent one statement at a time. */
class Pool {
  private readonly places: Places
  private readonly free: SqliteThread[] = []
  private readonly all = new Set<SqliteThread>()
  private timer: NodeJS.Timeout | undefined
  private isClosed = false

  constructor(
    private readonly open: () => SqliteThread,
    limits: Limits,
    private readonly idleMs: number,
  ) {
    this.places = new Places(limits)
  }

  async use<Result>(
    reading: Reading | undefined,
    work: (thread: SqliteThread) => Promise<Result>,
  ): Promise<Result> {
    const leave = await this.places.take(reading)
    try {
      if (this.isClosed) throw new DatabaseError('The database is closed', 'THREAD_ENDED')
      const thread = this.free.pop() ?? this.opened()
      try {
        return await work(thread)
      } finally {
        this.giveBack(thread)
      }
    } finally {
      leave()
    }
  }

  /** Whether somebody waits for a thread. */
  get hasWaiting(): boolean {
    return this.places.hasWaiting
  }

  openAll(count: number): void {
    for (let nr = 0; nr < count; nr++) this.free.push(this.opened())
  }

  private opened(): SqliteThread {
    const thread = this.open()
    this.all.add(thread)
    return thread
  }

  private giveBack(thread: SqliteThread): void {
    // One that has ended by itself is replaced when it is needed.
    if (thread.hasEnded) return void this.all.delete(thread)
    this.free.push(thread)
    if (this.idleMs === Infinity || this.isClosed) return
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.endIdle(), this.idleMs).unref()
  }

  private endIdle(): void {
    for (const thread of this.free.splice(0)) {
      this.all.delete(thread)
      void thread.close()
    }
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.timer)
    await Promise.all([...this.all].map(thread => thread.close()))
  }
}
