/**
 * Sessions as rows. Each fact is its own column, so that a token refresh and a message for the next page never
 * overwrite each other.
 */
import { HOUR_MS, MINUTE_MS } from '../../backend/platform/contract/durations'
import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { sql, type CompiledQuery } from 'kysely'
import type { SavedForm } from '../console/error-data'
import type { Identity, Tokens } from './identity.server'
import type { SessionsDb, SessionsTable } from './sessions-db.server'
import { fingerprint, type Vault } from './vault.server'

/** Milliseconds. */
export interface Limits {
  /** Without any request for this long, a session has ended. */
  idleMs: number
  /** However busy, one signs in again after this long. */
  absoluteMs: number
}
export const DEFAULT_LIMITS: Limits = { idleMs: 15 * MINUTE_MS, absoluteMs: 12 * HOUR_MS }

/**
 * `seen_at` is written at most this often, and often enough for a kiosk's two minutes: a session never ends
 * later than its page says, and this much early at most.
 */
const touchEvery = ({ idleMs }: Limits) => Math.min(MINUTE_MS, idleMs / 30)

export interface NewSession {
  tokens: Tokens
  identity: Identity | null
  /** A kiosk's own. */
  limits?: Limits | undefined
  /** Shown on the next page. */
  flash?: unknown
  savedForm?: SavedForm | null
}

export interface StoredSession {
  tokens: Tokens
  identity: Identity | null
  hasFlash: boolean
  hasSavedForm: boolean
  /** When a person last made a request, epoch milliseconds. */
  seenAt: number
  createdAt: number
  limits: Limits
  /** Where its last write stands in the database's log; null: it has none. */
  writtenAt: string | null
}

/** Epoch milliseconds. `isFinal`: not to be put off by working on. */
export function endOf({
  seenAt,
  createdAt,
  limits,
}: Pick<StoredSession, 'seenAt' | 'createdAt' | 'limits'>): { at: number; isFinal: boolean } {
  const [idle, absolute] = [seenAt + limits.idleMs, createdAt + limits.absoluteMs]
  return { at: Math.min(idle, absolute), isFinal: absolute <= idle }
}

export interface SessionStore {
  create(content: NewSession): Promise<string>
  /** Null when unknown, ended, or sealed by another secret. */
  read(id: string): Promise<StoredSession | null>
  /** A person is there: the idle time starts again. Answers since when. */
  touch(id: string, session: Pick<StoredSession, 'seenAt' | 'limits'>): Promise<number>
  saveTokens(id: string, tokens: Tokens): Promise<void>
  saveIdentity(id: string, identity: Identity): Promise<void>
  /** Never an earlier one than is known. */
  saveWrittenAt(id: string, position: string): Promise<void>
  putFlash(id: string, flash: unknown): Promise<void>
  /** Reads and removes: each message is shown once. */
  takeFlash(id: string): Promise<unknown>
  /** What was sent too late and waits to be sent again. */
  readSavedForm(id: string): Promise<SavedForm | null>
  dropSavedForm(id: string): Promise<void>
  remove(id: string): Promise<void>
  /** Deletes ended sessions; answers how many. */
  prune(): Promise<number>
}

type Change = Partial<Pick<SessionsTable, 'tokens' | 'identity' | 'flash' | 'seen_at' | 'kept'>>

export function createSessionStore(
  database: () => Promise<SessionsDb>,
  vault: Vault,
  { limits = DEFAULT_LIMITS, clock = Date.now }: { limits?: Limits; clock?: () => number } = {},
): SessionStore {
  const set = async (id: string, change: Change) => {
    await (
      await database()
    )
      .updateTable('console_sessions')
      .set(change)
      .where('id', '=', fingerprint(id))
      .execute()
  }
  const place = (id: string, column: string) => `${fingerprint(id)}.${column}`
  const { open, forget } = keepingOpen(vault)
  const limitsOf = ({ idle_ms, absolute_ms }: Pick<SessionsTable, 'idle_ms' | 'absolute_ms'>): Limits => ({
    idleMs: idle_ms ?? limits.idleMs,
    absoluteMs: absolute_ms ?? limits.absoluteMs,
  })
  const columnOf = async (id: string, column: 'flash' | 'kept') => {
    const row = await (
      await database()
    )
      .selectFrom('console_sessions')
      .select(column)
      .where('id', '=', fingerprint(id))
      .executeTakeFirst()
    return row?.[column] == null ? null : vault.open(row[column], place(id, column))
  }

  return {
    async create({ tokens, identity, limits: own, flash, savedForm }) {
      const id = randomBytes(32).toString('base64url')
      const now = clock()
      await (
        await database()
      )
        .insertInto('console_sessions')
        .values({
          id: fingerprint(id),
          tokens: vault.seal(tokens, place(id, 'tokens')),
          identity: identity && vault.seal(identity, place(id, 'identity')),
          flash: flash === undefined ? null : vault.seal(flash, place(id, 'flash')),
          kept: savedForm ? vault.seal(savedForm, place(id, 'kept')) : null,
          created_at: now,
          seen_at: now,
          idle_ms: own?.idleMs ?? null,
          absolute_ms: own?.absoluteMs ?? null,
          written_at: null,
        })
        .execute()
      return id
    },
    async read(id) {
      const key = fingerprint(id)
      const row = await rowOf(await database(), key)
      if (!row) return null
      const facts = { seenAt: row.seen_at, createdAt: row.created_at, limits: limitsOf(row) }
      if (clock() > endOf(facts).at) return null
      const tokens = open(row.tokens, `${key}.tokens`) as Tokens | null
      if (!tokens) return null
      const identity =
        row.identity === null ? null : (open(row.identity, `${key}.identity`) as Identity | null)
      const has = { hasFlash: row.flash !== null, hasSavedForm: row.kept !== null }
      return { tokens, identity, ...has, writtenAt: row.written_at, ...facts }
    },
    async touch(id, session) {
      const now = clock()
      if (now - session.seenAt <= touchEvery(session.limits)) return session.seenAt
      await set(id, { seen_at: now })
      return now
    },
    saveTokens: (id, tokens) => set(id, { tokens: vault.seal(tokens, place(id, 'tokens')) }),
    saveIdentity: (id, identity) => set(id, { identity: vault.seal(identity, place(id, 'identity')) }),
    async saveWrittenAt(id, position) {
      await (
        await database()
      )
        .updateTable('console_sessions')
        .set({ written_at: position })
        .where('id', '=', fingerprint(id))
        .where(where => where.or([where('written_at', 'is', null), where('written_at', '<', position)]))
        .execute()
    },
    putFlash: (id, flash) => set(id, { flash: vault.seal(flash, place(id, 'flash')) }),
    async takeFlash(id) {
      const flash = await columnOf(id, 'flash')
      if (flash !== null) await set(id, { flash: null })
      return flash
    },
    readSavedForm: async id => (await columnOf(id, 'kept')) as SavedForm | null,
    dropSavedForm: id => set(id, { kept: null }),
    async remove(id) {
      forget(place(id, 'tokens'), place(id, 'identity'))
      await (await database()).deleteFrom('console_sessions').where('id', '=', fingerprint(id)).execute()
    },
    async prune() {
      const now = clock()
      const ended = (since: 'seen_at' | 'created_at', own: 'idle_ms' | 'absolute_ms', usual: number) =>
        sql<boolean>`${sql.ref(since)} + coalesce(${sql.ref(own)}, ${sql.lit(usual)}) < cast(${now} as bigint)`
      const done = await (
        await database()
      )
        .deleteFrom('console_sessions')
        .where(where =>
          where.or([
            ended('seen_at', 'idle_ms', limits.idleMs),
            ended('created_at', 'absolute_ms', limits.absoluteMs),
          ]),
        )
        .executeTakeFirst()
      return Number(done.numDeletedRows)
    },
  }
}

/** One fixed statement, put together once: every request asks it. */
const statements = new WeakMap<SessionsDb, CompiledQuery<SessionsTable>>()

async function rowOf(db: SessionsDb, key: string) {
  const statement =
    statements.get(db) ??
    db
      .selectFrom('console_sessions')
      .select([
        'id',
        'tokens',
        'identity',
        'flash',
        'created_at',
        'seen_at',
        'idle_ms',
        'absolute_ms',
        'written_at',
        sql<string | null>`case when kept is null then null else '1' end`.as('kept'),
      ])
      .where('id', '=', key)
      .compile()
  statements.set(db, statement)
  const { rows } = await db.executeQuery<SessionsTable>({ ...statement, parameters: [key] })
  return rows[0]
}

const MOST_OPENED = 1_000

/** The row is read by every request, and deciphered when it is not the one of the request before. */
function keepingOpen(vault: Vault) {
  const opened = new LRUCache<string, { sealed: string; value: object }>({ max: MOST_OPENED })
  return {
    open(sealed: string, at: string): unknown {
      const known = opened.get(at)
      if (known?.sealed === sealed) return known.value
      const value = vault.open(sealed, at)
      if (typeof value === 'object' && value !== null) opened.set(at, { sealed, value })
      return value
    },
    forget: (...places: string[]) => places.forEach(at => opened.delete(at)),
  }
}
