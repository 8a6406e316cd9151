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

interface Said {
  id?: number
  result?: Answer
  error?: { message: string; code?: string }
  left?: true
}

/** Threads that wait for their next database; undefined where a thread ends with its database. */
let spare: Worker[] | undefined
/** How many databases a thread has served. What libSQL keeps of a closed one, its files among it, goes with the thread: each ends after some. */
const served = new WeakMap<Worker, number>()
const MOST_SERVED = 20

/** For who opens hundreds of databases one after the other, as the tests do: a thread takes forty milliseconds to start, a database less than one to open. */
export function keepThreads(): void {
  spare ??= []
}

function threadFor(database: { file: string; pragmas: string[] }): Worker {
  const kept = spare?.pop()
  if (!kept)
    return new Worker(new URL('./sqlite-worker.mjs', import.meta.url), {
      workerData: database,
      // Rows pass through: what a thread holds for long is SQLite's own, outside this heap.
      resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 512 },
    })
  served.set(kept, (served.get(kept) ?? 1) + 1)
  kept.ref()
  kept.postMessage({ open: database })
  return kept
}

/** Talks to one `sqlite-worker`: statements are answered in the order in which they were sent. */
export class SqliteThread {
  private readonly worker: Worker
  private readonly pending = new Map<number, Pending>()
  private readonly exited: Promise<void>
  private left: () => void = () => {}
  private next = 1
  private gone: Error | undefined

  constructor(file: string, pragmas: string[]) {
    this.worker = threadFor({ file, pragmas })
    this.worker.on('message', ({ id, result, error, left }: Said) => {
      if (left) return this.leave()
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
      this.left = resolve
    })
    this.worker.on('exit', () => {
      this.fail(new DatabaseError('The database thread ended', 'THREAD_ENDED'))
      this.left()
    })
  }

  get load(): number {
    return this.pending.size
  }

  run(sql: string, parameters: readonly unknown[] = []): Promise<StatementResult> {
    return this.send({ sql, parameters: parameters.map(toSqlite) })
  }

  /** Several statements without parameters. */
  script(sql: string): Promise<StatementResult> {
    return this.send({ sql, script: true })
  }

  async close(): Promise<void> {
    if (!this.gone) {
      const isKept = spare && (served.get(this.worker) ?? 1) < MOST_SERVED
      this.worker.postMessage(isKept ? { leave: true } : { close: true })
      // What comes later is refused here: asked whether it is in a transaction, a closed connection ends the whole process.
      this.gone = new DatabaseError('The database is closed', 'THREAD_ENDED')
    }
    await this.exited
  }

  /** The thread is free for another database. */
  private leave(): void {
    this.fail(new DatabaseError('The database is closed', 'THREAD_ENDED'))
    for (const event of ['message', 'error', 'exit']) this.worker.removeAllListeners(event)
    this.worker.unref()
    spare?.push(this.worker)
    this.left()
  }

  private send(message: object): Promise<StatementResult> {
    if (this.gone) return Promise.reject(this.gone)
    const id = this.next++
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject })
      this.worker.postMessage({ ...message, id })
    })
  }

  private fail(error: Error): void {
    this.gone ??= error
    for (const waiting of this.pending.values()) waiting.reject(error)
    this.pending.clear()
  }
}

function toSqlite(value: unknown): unknown {
  if (value === undefined) return null
  if (typeof value === 'boolean') return Number(value)
  return isWide(value) ? { wide: value.wide.map(toSqlite) } : value
}

/** The parameters of a wide read (`bulk.ts`). */
const isWide = (value: unknown): value is { wide: readonly unknown[] } =>
  typeof value === 'object' && value !== null && 'wide' in value

const rowsFrom = (names: readonly string[], arrays: string): Record<string, unknown>[] =>
  (JSON.parse(arrays) as unknown[][]).map(values => {
    const row: Record<string, unknown> = {}
    for (let column = 0; column < names.length; column++) row[names[column] ?? ''] = values[column]
    return row
  })
