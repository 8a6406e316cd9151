/**
 * Sessions are stored in a libSQL file of the console's own, or in the PostgreSQL that DATABASE_URL names.
 * The file is opened on this thread, not behind the backend's worker threads: a session is one row by its
 * key, some 10 µs.
 */
import path from 'node:path'
import { Kysely, SqliteDialect, sql } from 'kysely'
import Libsql from 'libsql'
import { postgresDialect } from '../../backend/platform/db/postgres-dialect'
import { traced } from '../../backend/platform/db/traced'
import { env } from '../process/env.server'
import { once } from '../process/once.server'

export interface SessionsTable {
  /** Fingerprint of the id in the cookie. */
  id: string
  tokens: string
  /** Whose session it is and what they may do, as the backend last said. */
  identity: string | null
  flash: string | null
  created_at: number
  seen_at: number
  /** Of a kiosk; null: as the installation has it. Milliseconds. */
  idle_ms: number | null
  absolute_ms: number | null
  /** What was sent after the session before had ended, until it is sent again. */
  kept: string | null
  /** Where its last write stands in the database's log, for reads that a replica answers; null: it has none. */
  written_at: string | null
}

/** Another person's session that a link brought along, until whoever is signed in here has decided. */
interface PendingLoginsTable {
  /** Fingerprint of the session that it would replace. */
  id: string
  content: string
  expires_at: number
}

/** Tokens that have come in a link: no console that shares this store takes them a second time. */
interface SpentTokensTable {
  /** SHA-256. */
  hash: string
  expires_at: number
}

/** What a refused form was answered with, until it is sent again. */
interface AnswersTable {
  id: string
  /** Fingerprint of the session. */
  session_id: string
  content: string
  kept_at: number
}

interface SessionTables {
  console_sessions: SessionsTable
  console_hand_overs: PendingLoginsTable
  console_spent_tokens: SpentTokensTable
  console_answers: AnswersTable
}
export type SessionsDb = Kysely<SessionTables>

interface SqliteDatabase {
  prepare(text: string): never
  close(): void
  exec(text: string): unknown
}

/**
 * Every statement but the first one of a session sets or removes a row that it names: said twice, it has said the same.
 */
export async function openSessionsDb({
  url,
  file,
  isTraced = false,
}: {
  url?: string | undefined
  file: string
  isTraced?: boolean
}): Promise<SessionsDb> {
  const db = new Kysely<SessionTables>({
    dialect: url ? postgresDialect(url, { repeats: sql => !/^insert/i.test(sql) }) : fileDialect(file),
    ...(isTraced && { log: traced(url ? 'postgresql' : 'sqlite') }),
  })
  await createTables(db)
  return db
}

function fileDialect(file: string): SqliteDialect {
  const database = new Libsql(file) as unknown as SqliteDatabase
  // Sessions survive a crash of the process under NORMAL; only a power cut may cost the last seconds, and then one
  // signs in again.
  database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000')
  if (file !== ':memory:') reserveRoom(database)
  return new SqliteDialect({ database })
}

/** More than the log grows by before it is written into the file and begins anew (1,000 pages of 4 KiB). Bytes. */
const ROOM = 5 * 1024 * 1024

/**
 * Sessions begin on a full disk too, whoever has taken the last of it: pages that were written once and are free again
 * stay in the file, and its log stays as long as it was. On a disk that is full at start nothing can be reserved, and
 * what was reserved before is still in the file.
 */
function reserveRoom(database: SqliteDatabase): void {
  try {
    database.exec(
      `create table if not exists console_room (room blob);
       insert into console_room values (zeroblob(${ROOM}));
       delete from console_room;
       pragma wal_checkpoint(restart)`,
    )
  } catch {
    // A console that has the file open now reserves the same room.
  }
}

/** Adds what a store of an earlier release lacks. */
export async function createTables(db: SessionsDb): Promise<void> {
  await unlessThere(db, 'console_sessions', () =>
    db.schema
      .createTable('console_sessions')
      .ifNotExists()
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('tokens', 'text', column => column.notNull())
      .addColumn('identity', 'text')
      .addColumn('flash', 'text')
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('seen_at', 'bigint', column => column.notNull())
      .execute(),
  )
  for (const [column, type] of [
    ['idle_ms', 'bigint'],
    ['absolute_ms', 'bigint'],
    ['kept', 'text'],
    ['written_at', 'text'],
  ] as const) {
    if (await isThere(db, 'console_sessions', column)) continue
    await unlessThere(
      db,
      'console_sessions',
      () => db.schema.alterTable('console_sessions').addColumn(column, type).execute(),
      column,
    )
  }
  await unlessThere(db, 'console_hand_overs', () =>
    db.schema
      .createTable('console_hand_overs')
      .ifNotExists()
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('content', 'text', column => column.notNull())
      .addColumn('expires_at', 'bigint', column => column.notNull())
      .execute(),
  )
  await unlessThere(db, 'console_answers', () =>
    db.schema
      .createTable('console_answers')
      .ifNotExists()
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('session_id', 'text', column => column.notNull())
      .addColumn('content', 'text', column => column.notNull())
      .addColumn('kept_at', 'bigint', column => column.notNull())
      .execute(),
  )
  await unlessThere(db, 'console_spent_tokens', () =>
    db.schema
      .createTable('console_spent_tokens')
      .ifNotExists()
      .addColumn('hash', 'text', column => column.primaryKey())
      .addColumn('expires_at', 'bigint', column => column.notNull())
      .execute(),
  )
}

/**
 * PostgreSQL's `if not exists` may still collide when several consoles start together; what they make is there then.
 */
async function unlessThere(
  db: SessionsDb,
  table: keyof SessionTables,
  make: () => Promise<void>,
  column?: string,
): Promise<void> {
  try {
    await make()
  } catch (error) {
    if (!(await isThere(db, table, column))) throw error
  }
}

async function isThere(db: SessionsDb, table: keyof SessionTables, column?: string): Promise<boolean> {
  try {
    await sql`select ${column === undefined ? sql`1` : sql.ref(column)} from ${sql.table(table)} limit 0`.execute(
      db,
    )
    return true
  } catch {
    return false
  }
}

/** The process's own store. Opened on first use; a failure is tried again by the next request. */
export function sessionsDb(): Promise<SessionsDb> {
  const holder = once('sessions-db', () => ({ opening: undefined as Promise<SessionsDb> | undefined }))
  holder.opening ??= openSessionsDb({
    url: env().databaseUrl,
    file: path.join(env().dataDir, 'console.db'),
    isTraced: env().tracesEndpoint !== undefined,
  }).then(closedAtTheEnd, (error: unknown) => {
    holder.opening = undefined
    throw error
  })
  return holder.opening
}

/** Requests under way may still need it, as long as admission leaves them their connections. */
const CLOSING_MS = 2_100

/** Idle connections to PostgreSQL would keep the process from ending. */
function closedAtTheEnd(db: SessionsDb): SessionsDb {
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => setTimeout(() => void db.destroy(), CLOSING_MS).unref())
  return db
}
