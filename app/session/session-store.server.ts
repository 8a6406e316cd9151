/** Sessions as rows. Each fact is its own column, so that a token refresh and a message for the next page never overwrite each other. */
import { randomBytes } from 'node:crypto'
import type { Identity, Tokens } from './identity.server'
import type { SessionsDb } from './sessions-db.server'
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
      const row = await (await database()).selectFrom('console_sessions').selectAll().where('id', '=', fingerprint(id)).executeTakeFirst()
      const now = clock()
      if (!row || now - row.seen_at > IDLE_MS || now - row.created_at > ABSOLUTE_MS) return null
      const tokens = vault.open(row.tokens, place(id, 'tokens')) as Tokens | null
      if (!tokens) return null
      const identity = row.identity === null ? null : vault.open(row.identity, place(id, 'identity')) as Identity | null
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
