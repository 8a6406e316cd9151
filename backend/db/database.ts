/** One query language, two engines: a libSQL file behind threads, or PostgreSQL. */
import path from 'node:path'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { installationSecret } from '../contract/installation-secret'
import { keepSecret, secretInside } from './secret'
import { sqliteDialect } from './sqlite-dialect'
import type { Tables } from './tables'

export type Engine = 'sqlite' | 'postgres'
export type Db = Kysely<Tables> | Transaction<Tables>

export interface Database {
  engine: Engine
  db: Kysely<Tables>
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** postgres://…; the embedded file is used without it. */
  url?: string | undefined
  /** Path of the libSQL file. */
  file: string
  /** Reader threads of the embedded database. */
  readers?: number
  /** The installation's. Without it the embedded database takes the one that is kept beside it, PostgreSQL one that is kept inside. */
  secret?: string | undefined
}

export function openDatabase({ url, file, readers = 2, secret }: DatabaseOptions): Database {
  const db = new Kysely<Tables>({ dialect: url ? postgresDialect(url) : sqliteDialect(file, readers) })
  keepSecret(db, async inside => secret ?? (url ? secretInside(inside) : installationSecret(path.dirname(file))))
  return { engine: url ? 'postgres' : 'sqlite', db, close: () => db.destroy() }
}

const INT8 = 20
const NUMERIC = 1700

export function postgresDialect(url: string): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    // int8 and the sums of int8 are read as numbers: whatever could pass 2^53 is refused before it is stored.
    types: { getTypeParser: (oid, format) => (oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format)) },
  })
  // An idle connection that the server closes must not end the process; the next query opens another.
  pool.on('error', () => {})
  return new PostgresDialect({ pool })
}
