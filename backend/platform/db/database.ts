/** One query language, two engines: a libSQL file behind threads, or PostgreSQL. */
import path from 'node:path'
import { Kysely } from 'kysely'
import type { Pool } from 'pg'
import { installationSecret } from '../contract/installation-secret'
import { postgresDialect } from './postgres-dialect'
import { keepSecret, secretInside } from './secret'
import { sqliteDialect } from './sqlite-dialect'
import type { Connect } from './sqlite-thread'
import type { Tables } from './tables'

export type Engine = 'sqlite' | 'postgres'
export type { Db } from './tables'

export interface Database {
  engine: Engine
  db: Kysely<Tables>
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
  let pool: Pool | undefined
  const onPool = (made: Pool) => {
    pool = made
  }
  const db = new Kysely<Tables>({
    dialect: url ? postgresDialect(url, { onPool }) : sqliteDialect(file, readers, connect),
  })
  keepSecret(
    db,
    async inside => secret ?? (url ? secretInside(inside) : installationSecret(path.dirname(file))),
  )
  return {
    engine: url ? 'postgres' : 'sqlite',
    db,
    close: () => db.destroy(),
    connections: () =>
      pool && {
        busy: pool.totalCount - pool.idleCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
      },
  }
}
