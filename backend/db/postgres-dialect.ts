/**
 * Kysely over PostgreSQL connections that may be gone at any moment: a restart, a failover or a proxy closes all of them at once. None of it
 * ends the program. A read is asked once more on a new connection; a transaction that could not even begin begins on one; whatever else broke
 * says whether it left anything behind (`ConnectionLost`), and is sent again only by who knows that it may be.
 */
import {
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import { ConnectionLost, isAway, isLost } from './errors'
import { isRead } from './is-read'
import { PreparedNames } from './postgres-prepared'

const INT8 = 20
const NUMERIC = 1700

/**
 * How long requests wait for a database that has just gone: a restart takes a second or two, and a page that waited has its own work left to do in
 * time. After that they are refused at once, until it is back.
 */
const PATIENCE_MS = 2_000
const PAUSE_MS = 100
/** For one more attempt when patience is at its end. */
const ATTEMPT_MS = 500

interface PostgresOptions {
  /** Which statements outside a transaction may be sent twice. */
  repeats?: (sql: string) => boolean
}

export function postgresDialect(url: string, { repeats = isRead }: PostgresOptions = {}): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PooledDriver(url, repeats),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

class PooledDriver implements Driver {
  private readonly pool: pg.Pool
  /** Connections are numbered as they open: one with a number below `trusted` was there when another broke, and is likely broken too. */
  private readonly numbers = new WeakMap<object, number>()
  private last = 0
  private trusted = 0
  /** Epoch milliseconds. Undefined while the database answers. */
  private awaySince: number | undefined
  private readonly prepared = new PreparedNames()

  constructor(
    url: string,
    readonly repeats: (sql: string) => boolean,
  ) {
    this.pool = new pg.Pool({
      connectionString: url,
      max: 10,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      // int8 and the sums of int8 are read as numbers: whatever could pass 2^53 is refused before it is stored.
      types: {
        getTypeParser: (oid, format) =>
          oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format),
      },
    })
    this.pool.on('connect', client => {
      this.numbers.set(client, ++this.last)
      // The pool listens only while a connection is idle. One that breaks in somebody's hands says so to the next statement as well.
      client.on('error', () => {})
      // Statements here take milliseconds: compiling the plan of one that looks dear takes longer than running it. Asked for, not demanded: a pooler
      // in between, or an old server, may not know it.
      client.query('set jit = off').catch(() => {})
    })
    this.pool.on('error', () => this.distrust())
  }

  async init(): Promise<void> {}
  destroy(): Promise<void> {
    return this.pool.end()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new PooledConnection(await this.open(), this)
  }
  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    ;(connection as PooledConnection).release()
  }

  beginTransaction(
    connection: DatabaseConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    return (connection as PooledConnection).begin(
      ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' '),
    )
  }
  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as PooledConnection).commit()
  }
  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as PooledConnection).rollback()
  }

  /** A connection that was not there when another broke. */
  async open(): Promise<pg.PoolClient> {
    for (;;) {
      try {
        const client = await this.connect()
        this.awaySince = undefined
        if ((this.numbers.get(client) ?? 0) >= this.trusted) return client
        client.release(true)
      } catch (error) {
        // At the start a wrong address is no restart.
        if (!isAway(error) || this.last === 0) throw error
        this.awaySince ??= Date.now()
        if (Date.now() - this.awaySince > PATIENCE_MS) throw error
        await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
      }
    }
  }

  /**
   * An attempt may hang, too: a server that begins to listen before it answers, a host that drops what is sent. It is waited for no longer than for
   * anything else once the database may be away: it was found so, or a connection broke and none was opened since.
   */
  private async connect(): Promise<pg.PoolClient> {
    const { awaySince = Date.now() } = this
    const connecting = this.pool.connect()
    if (this.awaySince === undefined && this.trusted <= this.last) return connecting
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => {
          this.awaySince ??= awaySince
          reject(new ConnectionLost('nothing', 'no connection in time'))
        },
        Math.max(ATTEMPT_MS, awaySince + PATIENCE_MS - Date.now()),
      )
    })
    return Promise.race([connecting, late])
      .catch((error: unknown) => {
        // One that comes after all says that the database is back.
        if (error instanceof ConnectionLost)
          connecting.then(
            client => this.comesLate(client),
            () => {},
          )
        throw error
      })
      .finally(() => clearTimeout(timer))
  }

  private comesLate(client: pg.PoolClient): void {
    this.awaySince = undefined
    client.release()
  }

  distrust(): void {
    this.trusted = this.last + 1
  }

  nameOf(sql: string): string | undefined {
    return this.prepared.of(sql)
  }
  forgetNames(): void {
    this.prepared.forget()
  }
}

/** No such statement, one of this name already, or one whose columns are others by now. Nothing was done. */
const forgotten = new Set(['26000', '42P05', '0A000'])

class PooledConnection implements DatabaseConnection {
  private isBroken = false
  private isInTransaction = false
  /** Within the transaction: whether its commit makes anything durable. */
  private hasWritten = false

  constructor(
    private client: pg.PoolClient | undefined,
    private readonly driver: PooledDriver,
  ) {}

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const reads = isRead(sql)
    if (this.isInTransaction) {
      if (!reads) this.hasWritten = true
      return this.send(sql, parameters, 'nothing')
    }
    const outcome = reads ? 'nothing' : 'unknown'
    if (!this.driver.repeats(sql)) return this.send(sql, parameters, outcome)
    return this.twice(() => (reads ? this.read(sql, parameters) : this.send(sql, parameters, outcome)))
  }

  private async read<Row>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<Row>> {
    const name = this.driver.nameOf(sql)
    if (name === undefined) return this.send(sql, parameters, 'nothing')
    try {
      return await this.send(sql, parameters, 'nothing', name)
    } catch (error) {
      if (!forgotten.has(String((error as { code?: unknown }).code))) throw error
      this.driver.forgetNames()
      return this.send(sql, parameters, 'nothing')
    }
  }

  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Rows are read in pages, not streamed')
  }

  async begin(sql: string): Promise<void> {
    await this.twice(() => this.send(sql, [], 'nothing'))
    this.isInTransaction = true
    this.hasWritten = false
  }

  async commit(): Promise<void> {
    await this.send('commit', [], this.hasWritten ? 'unknown' : 'nothing')
    this.isInTransaction = false
  }

  /** With the connection the transaction has gone too; what went wrong before is the reason to tell. */
  async rollback(): Promise<void> {
    this.isInTransaction = false
    if (this.isBroken) return
    await this.send('rollback', [], 'nothing').catch((error: unknown) => {
      if (!(error instanceof ConnectionLost)) throw error
    })
  }

  release(): void {
    this.client?.release(this.isBroken)
    this.client = undefined
  }

  private async twice<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error
      // First its place in the pool is free again: ten that wait for each other's would wait for ever.
      this.release()
      this.client = await this.driver.open()
      this.isBroken = false
      return work()
    }
  }

  private async send<Row>(
    sql: string,
    parameters: readonly unknown[],
    outcome: 'nothing' | 'unknown',
    name?: string,
  ): Promise<QueryResult<Row>> {
    try {
      if (!this.client) throw new Error('Connection terminated')
      const { command, rowCount, rows } = await this.client.query({
        text: sql,
        values: [...parameters],
        ...(name !== undefined && { name }),
      })
      return { rows: rows as Row[], ...(counted.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) }
    } catch (error) {
      if (!isLost(error)) throw calledFrom(error)
      this.isBroken = true
      this.driver.distrust()
      throw new ConnectionLost(outcome, error)
    }
  }
}

const counted = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** pg's errors are made where bytes arrive: who sent the statement is known only here. */
function calledFrom(error: unknown): unknown {
  if (error instanceof Error)
    error.stack = `${error.stack ?? error.message}\n${(new Error().stack ?? '').split('\n').slice(2).join('\n')}`
  return error
}
