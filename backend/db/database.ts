/** One query language, two engines: a libSQL file behind threads, or PostgreSQL. */
import { Kysely, type Transaction } from 'kysely'
import { postgresDialect } from './postgres-dialect'
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
}

export function openDatabase({ url, file, readers = 2 }: DatabaseOptions): Database {
  const db = new Kysely<Tables>({ dialect: url ? postgresDialect(url) : sqliteDialect(file, readers) })
  return { engine: url ? 'postgres' : 'sqlite', db, close: () => db.destroy() }
}
