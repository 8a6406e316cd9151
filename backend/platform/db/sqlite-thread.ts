import { Worker } from 'node:worker_threads'

export interface StatementResult {
  rows: Record<string, unknown>[]
  changes?: number
}
/** What the thread answers: of a wide read (`bulk.ts`) the columns' names, and the rows as JSON. */
type Answer = StatementResult | { names: string[]; arrays: string }
export class DatabaseError extends Error {
  constructor(
    message: string,
    readonly code: string | undefined,
  ) {
    super(message)
  }
}

interface Pending {
  resolve(result: StatementResult): void
  reject(error: Error): void
}

export interface Said {
  id?: number
  result?: Answer
  error?: { message: string; code?: string }
}

interface File {
  file: string
  pragmas: string[]
}
/** What answers statements in the order in which they are sent: a thread, or what a test has in its place. */
export interface Answering {
  postMessage(message: object): void
  on(event: 'message', listener: (said: Said) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'exit', listener: () => void): unknown
}
export type Connect = (database: File) => Answering

const onThread: Connect = workerData =>
  new Worker(new URL('./sqlite-worker.mjs', import.meta.url), {
    workerData,
    // What a program is started with is no thread's affair: each would look after the launcher by itself.
    execArgv: [],
    // Rows pass through: what a thread holds for long is SQLite's own, outside this heap.
    resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 512 },
  })

/** Talks to one `sqlite-worker`: statements are answered in the order in which they were sent. */
export class SqliteThread {
  private readonly worker: Answering
  private readonly pending = new Map<number, Pending>()
  private readonly exited: Promise<void>
  private next = 1
  private gone: Error | undefined

  constructor(file: string, pragmas: string[], connect = onThread) {
    this.worker = connect({ file, pragmas })
    this.worker.on('message', ({ id, result, error }: Said) => {
      const waiting = this.pending.get(id ?? 0)
      this.pending.delete(id ?? 0)
      if (error) waiting?.reject(new DatabaseError(error.message, error.code))
      else
        waiting?.resolve(
          result && 'arrays' in result
            ? { rows: rowsFrom(result.names, result.arrays) }
            : (result ?? { rows: [] }),
        )
    })
    this.worker.on('error', error => this.fail(error))
    this.exited = new Promise(resolve => {
      this.worker.on('exit', () => {
        this.fail(new DatabaseError('The database thread ended', 'THREAD_ENDED'))
        resolve()
      })
    })
  }

  get hasEnded(): boolean {
    return this.gone !== undefined
  }

  run(sql: string, parameters: readonly unknown[] = []): Promise<StatementResult> {
    return this.send({ sql, parameters: parameters.map(toSqlite) })
  }

  /**
   * As `run`; `stop` ends it with SQLITE_INTERRUPT while it runs. A reader alone, which is sent one statement at a
   * time, can do so.
   */
  stoppable(
    sql: string,
    parameters: readonly unknown[],
  ): { answer: Promise<StatementResult>; stop: () => void } {
    const id = this.next
    const answer = this.send({ sql, parameters: parameters.map(toSqlite), stoppable: true })
    const stop = () => {
      if (!this.gone && this.pending.has(id)) this.worker.postMessage({ stop: id })
    }
    return { answer, stop }
  }

  /** Several statements without parameters. */
  script(sql: string): Promise<StatementResult> {
    return this.send({ sql, script: true })
  }

  async close(): Promise<void> {
    if (!this.gone) {
      this.worker.postMessage({ close: true })
      // What comes later is refused here: a closed connection that is queried for its transaction ends the whole
      // process.
      this.gone = new DatabaseError('The database is closed', 'THREAD_ENDED')
    }
    await this.exited
  }

  private send(message: object): Promise<StatementResult> {
    if (this.gone) return Promise.reject(this.gone)
    const id = this.next++
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject })
      this.worker.postMessage({ id, ...message })
    })
  }

  private fail(error: Error): void {
    this.gone ??= error
    for (const waiting of this.pending.values()) waiting.reject(error)
    this.pending.clear()
  }
}

export function toSqlite(value: unknown): unknown {
  if (value === undefined) return null
  if (typeof value === 'boolean') return Number(value)
  if (isWide(value)) return { wide: value.wide.map(toSqlite) }
  if (isTogether(value))
    return {
      together: value.together.map(({ sql, parameters }) => ({ sql, parameters: parameters.map(toSqlite) })),
    }
  return value
}

/** The parameters of a wide read (`bulk.ts`). */
const isWide = (value: unknown): value is { wide: readonly unknown[] } =>
  typeof value === 'object' && value !== null && 'wide' in value

/** The parameters of reads that are sent as one (`read-together.ts`). */
const isTogether = (
  value: unknown,
): value is { together: readonly { sql: string; parameters: readonly unknown[] }[] } =>
  typeof value === 'object' && value !== null && 'together' in value

function rowsFrom(names: readonly string[], arrays: string): Record<string, unknown>[] {
  // Copied, a row has room for all its columns at once: filled name by name from nothing it would grow again and again.
  const empty: Record<string, unknown> = Object.fromEntries(names.map(name => [name, null]))
  return (JSON.parse(arrays) as unknown[][]).map(values => {
    const row = { ...empty }
    for (let column = 0; column < names.length; column++) row[names[column] ?? ''] = values[column]
    return row
  })
}
