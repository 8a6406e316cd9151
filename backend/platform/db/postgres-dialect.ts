/**
 * Kysely over PostgreSQL connections that may be gone at any moment: a restart, a failover or a proxy closes all of
 * them at once. None of it ends the program. A read is sent once more on a new connection; a transaction that could not
 * even begin begins on one; whatever else broke says whether it left anything behind (`ConnectionLost`), and is sent
 * again only by who knows that it may be.
 */
import {
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import { ConnectionLost, isAway, isUnavailable } from './errors'
import { isRead } from './is-read'
import { PooledConnection } from './postgres-connection'
import { PostgresHosts } from './postgres-hosts'
import { PreparedNames } from './postgres-prepared'
import { POOL_CONNECTIONS, PostgresReaders } from './postgres-readers'

const INT8 = 20
const NUMERIC = 1700

/**
 * How long requests wait for a database that has just gone: a restart takes a second or two, and a page that waited has
 * its own work left to do in time. After that they are refused at once, until it is back.
 */
const PATIENCE = { patienceMs: 2_000, connectMs: 5_000 }
const PAUSE_MS = 100
/** After so long without a word TCP probes whether the other end is still there. */
const KEEP_ALIVE_MS = 10_000
/** For one more attempt when patience is at its end. */
const ATTEMPT_MS = 500

interface PostgresOptions {
  /** Which statements outside a transaction may be sent twice. */
  repeats?: (sql: string) => boolean
  /** Is given the driver once it is made. */
  onDriver?: (driver: PooledDriver) => void
}

/** Milliseconds. */
interface Patience {
  /** How long somebody waits for a database that has just gone. */
  patienceMs: number
  /** How long opening one connection may take. */
  connectMs: number
}

export function postgresDialect(url: string, { repeats = isRead, onDriver }: PostgresOptions = {}): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => {
      const driver = new PooledDriver(url, repeats)
      onDriver?.(driver)
      return driver
    },
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

/** The statement that begins a transaction. */
export const beginning = ({ isolationLevel, accessMode }: TransactionSettings): string =>
  ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' ')

export class PooledDriver implements Driver {
  readonly pool: pg.Pool
  /**
   * Connections are numbered as they open: one with a number below `trusted` was there when another broke, and is
   * likely broken too.
   */
  private readonly numbers = new WeakMap<object, number>()
  private last = 0
  private trusted = 0
  /** Epoch milliseconds. Undefined while the database answers. */
  private awaySince: number | undefined
  private readonly reads = new PreparedNames()
  /** However many reads there are, what is written all the time is planned once. */
  private readonly inTransactions = new PreparedNames()
  private readonly hosts: PostgresHosts
  private watching: { end(): void } | undefined
  readonly readers = new PostgresReaders()

  constructor(
    url: string,
    readonly repeats: (sql: string) => boolean,
    private readonly patience: Patience = PATIENCE,
  ) {
    this.hosts = new PostgresHosts(url)
    this.pool = new pg.Pool({
      Client: this.hosts.clientClass(),
      // Before anybody gets it; the pool waits for the answer.
      onConnect: (client): unknown => this.hosts.check(client),
      max: POOL_CONNECTIONS,
      connectionTimeoutMillis: patience.connectMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      // Statements of a transaction that do not need each other's answers are sent without waiting (`pipelined`).
      pipeline: true,
      // int8 and the sums of int8 are read as numbers: whatever could pass 2^53 is refused before it is stored.
      types: {
        getTypeParser: (oid, format) =>
          oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format),
      },
    })
    this.pool.on('connect', client => {
      this.numbers.set(client, ++this.last)
      // The pool listens only while a connection is idle. One that breaks in somebody's hands says so to the next
      // statement as well.
      client.on('error', () => {})
      // Statements here take milliseconds: compiling the plan of one that looks dear takes longer than running it.
      // Requested, not demanded: a pooler
      // in between, or an old server, may not know it.
      client.query('set jit = off').catch(() => {})
      // A row is found by its index in a small table too: as PostgreSQL comes, it reads a thousand identifiers for each
      // look-up of one.
      client.query('set random_page_cost = 1.1').catch(() => {})
    })
    this.pool.on('error', () => this.distrust())
  }

  async init(): Promise<void> {
    this.watching = this.hosts.watch(() => this.distrust())
  }
  destroy(): Promise<void> {
    this.watching?.end()
    return this.pool.end()
  }

  /** One of the pool's is taken when there is something to send: whoever waits for a place among readers holds none. */
  async acquireConnection(): Promise<DatabaseConnection> {
    return new PooledConnection(this)
  }
  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    ;(connection as PooledConnection).release()
  }

  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    return (connection as PooledConnection).begin(beginning(settings))
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
        const { areSeveral } = this.hosts
        // At the start a wrong address is no restart; of several servers another one may be there.
        if (areSeveral ? !isUnavailable(error) : !isAway(error) || this.last === 0) throw error
        this.awaySince ??= Date.now()
        if (await this.hosts.find()) {
          this.distrust()
          continue
        }
        if (Date.now() - this.awaySince >= this.patience.patienceMs) throw error
        await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
      }
    }
  }

  /**
   * An attempt may hang, too: a server that begins to listen before it answers, a host that drops what is sent. It is
   * waited for no longer than for anything else once the database may be away: it was found so, or a connection broke
   * and none was opened since.
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
        Math.max(ATTEMPT_MS, awaySince + this.patience.patienceMs - Date.now()),
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

  urlOf(client: pg.PoolClient): string {
    return this.hosts.urlOf(client)
  }

  /** Whoever waits for an answer of this server gets that its connection is lost. */
  breakOff(): void {
    this.distrust()
    this.hosts.breakOff()
  }

  distrust(): void {
    this.trusted = this.last + 1
  }

  nameOf(sql: string, isInTransaction: boolean): string | undefined {
    return (isInTransaction ? this.inTransactions : this.reads).of(sql)
  }
  forgetNames(): void {
    this.reads.forget()
    this.inTransactions.forget()
  }
}
