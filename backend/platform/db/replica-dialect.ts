/**
 * Kysely over a replica: what reads outside transactions is sent to it as long as it may be used. All else goes to the
 * primary, and so does a read that the replica refused or did not live to answer: whatever is wrong with a replica,
 * nobody sees it.
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
import { CallerGone } from './errors'
import { isRead } from './is-read'
import { PooledConnection } from './postgres-connection'
import { beginning, PooledDriver } from './postgres-dialect'

/** Nobody waits for a replica: the primary is there. */
const IMPATIENT = { patienceMs: 0, connectMs: 1_000 }

interface ReplicaOptions {
  primary: PooledDriver
  isUsable(): boolean
  /** A read had to go to the primary after all. */
  onRefused(error: unknown): void
}

export function replicaDialect(url: string, options: ReplicaOptions): { dialect: Dialect; breakOff(): void } {
  const replica = new PooledDriver(url, isRead, IMPATIENT)
  return {
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new ReplicaDriver(replica, options),
      createIntrospector: db => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    breakOff: () => replica.breakOff(),
  }
}

class ReplicaDriver implements Driver {
  constructor(
    private readonly replica: PooledDriver,
    private readonly options: ReplicaOptions,
  ) {}

  async init(): Promise<void> {}
  destroy(): Promise<void> {
    return this.replica.destroy()
  }
  async acquireConnection(): Promise<DatabaseConnection> {
    return new EitherConnection(this.replica, this.options)
  }
  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    ;(connection as EitherConnection).release()
  }
  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    return (connection as EitherConnection).begin(settings)
  }
  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as EitherConnection).primary.commit()
  }
  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as EitherConnection).primary.rollback()
  }
}

class EitherConnection implements DatabaseConnection {
  readonly primary: PooledConnection
  private readonly replica: PooledConnection
  private isInTransaction = false

  constructor(
    replica: PooledDriver,
    private readonly options: ReplicaOptions,
  ) {
    this.primary = new PooledConnection(options.primary)
    this.replica = new PooledConnection(replica)
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.isInTransaction || !isRead(query.sql) || !this.options.isUsable())
      return this.primary.executeQuery(query)
    try {
      return await this.replica.executeQuery(query)
    } catch (error) {
      if (error instanceof CallerGone) throw error
      this.replica.release()
      this.options.onRefused(error)
      return this.primary.executeQuery(query)
    }
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    return this.primary.streamQuery<Row>()
  }

  async begin(settings: TransactionSettings): Promise<void> {
    await this.primary.begin(beginning(settings))
    this.isInTransaction = true
  }

  release(): void {
    this.primary.release()
    this.replica.release()
  }
}
