/** One query language, two engines: a libSQL file behind threads, or PostgreSQL. */
import path from 'node:path'
import { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { installationSecret } from '../contract/installation-secret'
import { postgresDialect, type PooledDriver } from './postgres-dialect'
import { openReplica, type Replica } from './replica'
import { keepSecret, secretInside, secretOf } from './secret'
import { sqliteDialect } from './sqlite-dialect'
import type { Connect } from './sqlite-thread'
import type { Tables } from './tables'

export type Engine = 'sqlite' | 'postgres'
export type { Db } from './tables'

export interface Database {
  engine: Engine
  db: Kysely<Tables>
  /** Begins to look at a replica of it, which is closed with it. Of PostgreSQL alone. */
  openReplica(url: string, log: Logger): Replica
  close(): Promise<void>
  /** Of PostgreSQL: connections that are in use or idle, and who waits for one. */
  connections(): { busy: number; idle: number; waiting: number } | undefined
}

export interface DatabaseOptions {
  /** postgres://…; the embedded file is used without it. */
  url?: string | undefined
  /** Path of the libSQL file. */
  file: string
  /** Reader threads of the embedded database. */
  readers?: number
  /**
   * The installation's. Without it the embedded database takes the one that is stored next to it, PostgreSQL one
   * that is stored inside.
   */
  secret?: string | undefined
  /** What the embedded database answers on, instead of threads. */
  connect?: Connect | undefined
}

export function openDatabase({ url, file, readers = 2, secret, connect }: DatabaseOptions): Database {
  let driver: PooledDriver | undefined
  let replica: Replica | undefined
  const onDriver = (made: PooledDriver) => {
    driver = made
  }
  const db = new Kysely<Tables>({
    dialect: url ? postgresDialect(url, { onDriver }) : sqliteDialect(file, readers, connect),
  })
  keepSecret(
    db,
    async inside => secret ?? (url ? secretInside(inside) : installationSecret(path.dirname(file))),
  )
  return {
    engine: url ? 'postgres' : 'sqlite',
    db,
    openReplica(readUrl, log) {
      if (!driver) throw new Error('Only PostgreSQL has replicas')
      replica = openReplica(readUrl, { db, driver }, log)
      keepSecret(replica.db, () => secretOf(db))
      return replica
    },
    async close() {
      await replica?.close()
      await db.destroy()
    },
    connections: () =>
      driver && {
        busy: driver.pool.totalCount - driver.pool.idleCount,
        idle: driver.pool.idleCount,
        waiting: driver.pool.waitingCount,
      },
  }
}
