/**
 * One connection of the pool in somebody's hands: what is sent over it, and what it means where it breaks or is stopped
 * (`postgres-dialect.ts`).
 */
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type pg from 'pg'
import { CallerGone, ConnectionLost, isLost, isReadOnly } from './errors'
import { isRead } from './is-read'
import type { PostgresReaders, Stopper } from './postgres-readers'
import { cancelOn } from '../patches/postgres-cancel'

/** No such statement, one of this name already, or one whose columns are others by now. Nothing was done. */
const forgotten = new Set(['26000', '42P05', '0A000'])
const isForgotten = (error: unknown): boolean => forgotten.has(String((error as { code?: unknown }).code))
const CANCEL_EVERY_MS = 500

/** What a connection needs of the pool that it comes from. */
export interface ConnectionOwner {
  readonly readers: PostgresReaders
  /** Whether a statement may be sent again after a lost connection. */
  repeats(sql: string): boolean
  open(): Promise<pg.PoolClient>
  /** The server that a connection was opened on. */
  urlOf(client: pg.PoolClient): string
  /** The name that this statement is prepared under; undefined where it is not. */
  nameOf(sql: string, isInTransaction: boolean): string | undefined
  forgetNames(): void
  /** A connection broke: those that are as old are likely broken too. */
  distrust(): void
}

export class PooledConnection implements DatabaseConnection {
  private isBroken = false
  private isInTransaction = false
  /** Within the transaction: whether its commit makes anything durable. */
  private hasWritten = false
  /** Within the transaction: what follows an error is refused whatever it is. */
  private hasFailed = false
  private client: pg.PoolClient | undefined
  private opening: Promise<pg.PoolClient> | undefined

  constructor(private readonly driver: ConnectionOwner) {}

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const reads = isRead(sql)
    if (reads && !this.isInTransaction)
      return this.driver.readers.read(sql, stopper => this.stoppable<Row>(sql, parameters, stopper))
    if (this.isInTransaction) {
      if (!reads) this.hasWritten = true
      return this.within<Row>(sql, parameters)
    }
    await this.ready()
    if (!this.driver.repeats(sql)) return this.send(sql, parameters, 'unknown')
    return this.twice(() => this.send(sql, parameters, 'unknown'))
  }

  /**
   * A connection whose statement somebody stopped is closed: what stops it may arrive late, and would end the next
   * one's.
   */
  private async stoppable<Row>(
    sql: string,
    parameters: readonly unknown[],
    stopper: Stopper,
  ): Promise<QueryResult<Row>> {
    await this.ready()
    if (stopper.isStopped) throw new CallerGone()
    let again: NodeJS.Timeout | undefined
    const cancel = () => {
      if (this.client) void cancelOn(this.driver.urlOf(this.client), this.client)
    }
    stopper.cancel = () => {
      cancel()
      // The server forgets what comes before the statement has begun.
      again ??= setInterval(cancel, CANCEL_EVERY_MS)
    }
    try {
      return await (this.driver.repeats(sql)
        ? this.twice(() => this.read<Row>(sql, parameters))
        : this.send<Row>(sql, parameters, 'nothing'))
    } finally {
      delete stopper.cancel
      clearInterval(again)
      if (stopper.isStopped) {
        this.client?.release(true)
        this.client = undefined
      }
    }
  }

  /** Statements that are sent at once wait for one client: each further one would never go back to the pool. */
  private async ready(): Promise<void> {
    if (this.client) return
    this.opening ??= this.driver.open().finally(() => {
      this.opening = undefined
    })
    this.client = await this.opening
  }

  /** A transaction that fails because a name is not known where it should be may run again, without names. */
  private async within<Row>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<Row>> {
    const name = this.driver.nameOf(sql, true)
    try {
      return await this.send(sql, parameters, 'nothing', name)
    } catch (error) {
      const isFirst = !this.hasFailed
      this.hasFailed = true
      if (!isFirst || name === undefined || !isForgotten(error)) throw error
      this.driver.forgetNames()
      throw new ConnectionLost('nothing', error)
    }
  }

  private async read<Row>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<Row>> {
    const name = this.driver.nameOf(sql, false)
    if (name === undefined) return this.send(sql, parameters, 'nothing')
    try {
      return await this.send(sql, parameters, 'nothing', name)
    } catch (error) {
      if (!isForgotten(error)) throw error
      this.driver.forgetNames()
      return this.send(sql, parameters, 'nothing')
    }
  }

  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Rows are read in pages, not streamed')
  }

  async begin(sql: string): Promise<void> {
    await this.ready()
    await this.twice(() => this.send(sql, [], 'nothing'))
    this.isInTransaction = true
    this.hasWritten = this.hasFailed = false
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
      await this.ready()
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
      throw new ConnectionLost(isReadOnly(error) ? 'nothing' : outcome, error)
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
