/** Kysely over libSQL threads: one writer, a few readers (`sqlite-readers.ts`). */
import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { isRead } from './is-read'
import { isAtOnce } from './read-together'
import { connected } from './sqlite-connection.mjs'
import { SqliteReaders } from './sqlite-readers'
import { SqliteThread, toSqlite, type Connect, type StatementResult } from './sqlite-thread'
import { WriteRoom, withRoom } from './write-room'

// Pages that each batch touches again are copied into the file once in a while, not with each batch: 32 MB of log at
// most, read again in a blink after a crash.
const WRITER_PRAGMAS = ['cache_size = -8000', 'wal_autocheckpoint = 8000']
const PRAGMAS = [
  'journal_mode = wal',
  'synchronous = full',
  'foreign_keys = on',
  'busy_timeout = 5000',
  'temp_store = memory',
]
// It waits for nobody, and holds the few pages that lead to a row by its key.
const NEAR_PRAGMAS = ['temp_store = memory', 'busy_timeout = 0', 'cache_size = -500', 'query_only = on']

export function sqliteDialect(file: string, readers: number, connect?: Connect): Dialect {
  const room = new WriteRoom()
  return {
    createAdapter: () => withRoom(new TransactionalAdapter(), room),
    createDriver: () => new ThreadedDriver(file, readers, room, connect),
    createIntrospector: db => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** SQLite takes back tables, too, when a transaction is rolled back, so migrations run in one. Kysely is cautious. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** First come, first served: SQLite has one writer, and waiting here is cheaper than waiting inside it. */
class Turnstile {
  private tail: Promise<void> = Promise.resolve()
  async enter(): Promise<() => void> {
    let leave = () => {}
    const before = this.tail
    this.tail = new Promise(resolve => {
      leave = resolve
    })
    await before
    return leave
  }
}

class ThreadedDriver implements Driver {
  private writer!: SqliteThread
  private readers: SqliteReaders | undefined
  /** Null once the database is closed. */
  private near: ReturnType<typeof connected> | null | undefined
  private readonly turn = new Turnstile()

  constructor(
    private readonly file: string,
    private readonly readerCount: number,
    private readonly room: WriteRoom,
    private readonly connect?: Connect,
  ) {}

  async init(): Promise<void> {
    this.writer = new SqliteThread(this.file, [...PRAGMAS, ...WRITER_PRAGMAS], this.connect)
    // The writer turns the file into WAL mode first; a reader opened before that would have to wait for it.
    await this.writer.run('select 1')
    this.readers = new SqliteReaders(() => this.reader(), this.readerCount)
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new ThreadedConnection(
      (sql, parameters) => this.read(sql, parameters),
      (sql, parameters) => this.atOnce(sql, parameters),
      this.writer,
      this.turn,
      this.room,
      () => this.reader(),
    )
  }

  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    return (connection as ThreadedConnection).begin(settings.accessMode === 'read only')
  }
  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as ThreadedConnection).end('commit')
  }
  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as ThreadedConnection).end('rollback')
  }
  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    // In its turn: a transaction that has begun is ended first.
    const leave = await this.turn.enter()
    this.near?.close()
    this.near = null
    // The writer last, once all is in the file: only who may write can put there what stands next to it, and whoever
    // copies the file alone would lose that.
    await this.readers?.close()
    await this.writer?.run('pragma wal_checkpoint(passive)').catch(() => undefined)
    await this.writer?.close()
    leave()
  }

  private reader(): SqliteThread {
    return new SqliteThread(
      this.file,
      [...PRAGMAS.slice(2), 'cache_size = -3000', 'query_only = on'],
      this.connect,
    )
  }

  /**
   * In this thread, for what is found by its key (`readAtOnce`): nothing for which it would have to wait. What it
   * cannot answer, whatever the reason, a reader answers.
   */
  private atOnce(sql: string, parameters: readonly unknown[]): StatementResult | undefined {
    if (this.near === null) return undefined
    try {
      this.near ??= connected({ file: this.file, pragmas: NEAR_PRAGMAS })
    } catch {
      return undefined
    }
    const { result } = this.near.answer({ sql, parameters: parameters.map(toSqlite) })
    return result && 'rows' in result ? result : undefined
  }

  private read(sql: string, parameters: readonly unknown[]): Promise<StatementResult> {
    if (!this.readers) throw new Error('The database has not been opened')
    return this.readers.read(sql, parameters)
  }
}

class ThreadedConnection implements DatabaseConnection {
  /** Set while a transaction runs: every statement goes there. */
  private bound: SqliteThread | undefined
  /** A read-only transaction has a thread of its own, closed with it. */
  private isOwn = false
  private leave: () => void = () => {}

  constructor(
    private readonly read: (sql: string, parameters: readonly unknown[]) => Promise<StatementResult>,
    private readonly atOnce: (sql: string, parameters: readonly unknown[]) => StatementResult | undefined,
    private readonly writer: SqliteThread,
    private readonly turn: Turnstile,
    private readonly room: WriteRoom,
    private readonly opened: () => SqliteThread,
  ) {}

  async begin(readOnly: boolean): Promise<void> {
    if (readOnly) return this.beginSnapshot()
    await this.room.demand()
    this.leave = await this.turn.enter()
    try {
      await this.writer.run('begin immediate')
      this.bound = this.writer
    } catch (error) {
      this.leave()
      throw error
    }
  }

  /**
   * A reader thread is shared by many, and whoever reads for seconds must not keep the writer from what comes
   * meanwhile.
   */
  private async beginSnapshot(): Promise<void> {
    const thread = this.opened()
    this.bound = thread
    this.isOwn = true
    try {
      await thread.run('begin')
    } catch (error) {
      await thread.close()
      throw error
    }
  }

  /**
   * The turn is over once the thread has the statement: what the next one sends is done after it. The thread undoes
   * a failed commit itself.
   */
  async end(how: 'commit' | 'rollback'): Promise<void> {
    const thread = this.bound
    if (!thread) return
    this.bound = undefined
    const done = thread.run(how)
    if (this.isOwn) {
      this.isOwn = false
      await done.finally(() => thread.close())
      return
    }
    this.leave()
    await done
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql, parameters } = query
    if (this.bound) return answer(await this.bound.run(sql, parameters))
    const known = isAtOnce(query) ? this.atOnce(sql, parameters) : undefined
    if (known) return answer(known)
    if (isRead(sql)) return answer(await this.read(sql, parameters))
    await this.room.demand()
    const leave = await this.turn.enter()
    try {
      return answer(await this.writer.run(sql, parameters))
    } finally {
      leave()
    }
  }

  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Rows are read in pages, not streamed')
  }
}

const answer = <Row>({ rows, changes }: { rows: unknown[]; changes?: number }): QueryResult<Row> => ({
  rows: rows as Row[],
  ...(changes === undefined ? {} : { numAffectedRows: BigInt(changes) }),
})
