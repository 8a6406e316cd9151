/** Sessions as rows. Each fact is its own column, so that a token refresh and a message for the next page never overwrite each other. */
import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { CompiledQuery } from 'kysely'
import type { Identity, Tokens } from './identity.server'
import type { SessionsDb, SessionsTable } from './sessions-db.server'
import { fingerprint, type Vault } from './vault.server'

const HOUR = 3_600_000
/** Without any request for this long, a session has ended. */
export const IDLE_MS = 8 * HOUR
/** However busy, one signs in again after this long. */
export const ABSOLUTE_MS = 7 * 24 * HOUR
/** `seen_at` is written at most this often. */
const TOUCH_MS = 60_000

export interface StoredSession {
  tokens: Tokens
  identity: Identity | null
  hasFlash: boolean
  /** When a person last asked for something, epoch milliseconds. */
  seenAt: number
}

export interface SessionStore {
  create(content: { tokens: Tokens; identity: Identity | null }): Promise<string>
  /** Null when unknown, ended, or sealed by another secret. */
  read(id: string): Promise<StoredSession | null>
  /** A person is there: the idle time starts again. */
  touch(id: string, seenAt: number): Promise<void>
  saveTokens(id: string, tokens: Tokens): Promise<void>
  saveIdentity(id: string, identity: Identity): Promise<void>
  putFlash(id: string, flash: unknown): Promise<void>
  /** Reads and removes: each message is shown once. */
  takeFlash(id: string): Promise<unknown>
  remove(id: string): Promise<void>
  /** Deletes ended sessions; answers how many. */
  prune(): Promise<number>
}

export function createSessionStore(database: () => Promise<SessionsDb>, vault: Vault, clock: () => number = Date.now): SessionStore {
  const set = async (id: string, change: { tokens?: string; identity?: string; flash?: string | null; seen_at?: number }) => {
    await (await database()).updateTable('console_sessions').set(change).where('id', '=', fingerprint(id)).execute()
  }
  const place = (id: string, column: string) => `${fingerprint(id)}.${column}`
  const { open, forget } = keepingOpen(vault)

  return {
    async create({ tokens, identity }) {
      const id = randomBytes(32).toString('base64url')
      const now = clock()
      await (await database()).insertInto('console_sessions').values({
        id: fingerprint(id),
        tokens: vault.seal(tokens, place(id, 'tokens')),
        identity: identity && vault.seal(identity, place(id, 'identity')),
        flash: null, created_at: now, seen_at: now,
      }).execute()
      return id
    },
    async read(id) {
      const key = fingerprint(id)
      const row = await rowOf(await database(), key)
      const now = clock()
      if (!row || now - row.seen_at > IDLE_MS || now - row.created_at > ABSOLUTE_MS) return null
      const tokens = open(row.tokens, `${key}.tokens`) as Tokens | null
      if (!tokens) return null
      const identity = row.identity === null ? null : open(row.identity, `${key}.identity`) as Identity | null
      return { tokens, identity, hasFlash: row.flash !== null, seenAt: row.seen_at }
    },
    async touch(id, seenAt) {
      const now = clock()
      if (now - seenAt > TOUCH_MS) await set(id, { seen_at: now })
    },
    saveTokens: (id, tokens) => set(id, { tokens: vault.seal(tokens, place(id, 'tokens')) }),
    saveIdentity: (id, identity) => set(id, { identity: vault.seal(identity, place(id, 'identity')) }),
    putFlash: (id, flash) => set(id, { flash: vault.seal(flash, place(id, 'flash')) }),
    async takeFlash(id) {
      const row = await (await database()).selectFrom('console_sessions').select('flash').where('id', '=', fingerprint(id)).executeTakeFirst()
      if (!row || row.flash === null) return null
      await set(id, { flash: null })
      return vault.open(row.flash, place(id, 'flash'))
    },
    async remove(id) {
      forget(place(id, 'tokens'), place(id, 'identity'))
      await (await database()).deleteFrom('console_sessions').where('id', '=', fingerprint(id)).execute()
    },
    async prune() {
      const now = clock()
      const done = await (await database()).deleteFrom('console_sessions')
        .where(where => where.or([where('seen_at', '<', now - IDLE_MS), where('created_at', '<', now - ABSOLUTE_MS)])).executeTakeFirst()
      return Number(done.numDeletedRows)
    },
  }
}

/** One fixed statement, put together once: every request asks it. */
const statements = new WeakMap<SessionsDb, CompiledQuery<SessionsTable>>()

async function rowOf(db: SessionsDb, key: string) {
  const statement = statements.get(db) ?? db.selectFrom('console_sessions').selectAll().where('id', '=', key).compile()
  statements.set(db, statement)
  const { rows } = await db.executeQuery<SessionsTable>({ ...statement, parameters: [key] })
  return rows[0]
}

const MOST_KEPT_OPEN = 1_000

/** The row is read by every request, and deciphered when it is not the one of the request before. */
function keepingOpen(vault: Vault) {
  const opened = new LRUCache<string, { sealed: string; value: object }>({ max: MOST_KEPT_OPEN })
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
