/**
 * What must be remembered about tokens that came in a link: that they were used, and those that wait for somebody's
 * decision.
 */
import { DAY_MS, MINUTE_MS } from '../../backend/platform/contract/durations'
import { createHash, randomBytes } from 'node:crypto'
import { decodeJwt } from 'jose'
import type { Identity, Tokens } from './identity.server'
import type { SessionsDb } from './sessions-db.server'
import { fingerprint, type Vault } from './vault.server'

interface PendingLogin {
  tokens: Tokens
  identity: Identity
  /** Where the link led, without the tokens. */
  path: string
  /** Named by the form that was shown: one that came in since is not taken in its place. */
  nonce: string
}

export interface TokenLoginStore {
  /** False when one of the tokens came before. Of several consoles that try at once, one gets true. */
  spend(tokens: Tokens): Promise<boolean>
  /** The backend could not say whose they are: the link may be opened again. */
  giveBack(tokens: Tokens): Promise<void>
  /** One a session; a newer link takes the older one's place. */
  keep(sessionId: string, content: Omit<PendingLogin, 'nonce'>): Promise<void>
  read(sessionId: string): Promise<PendingLogin | null>
  drop(sessionId: string): Promise<void>
  prune(): Promise<void>
}

/** A person decides at once, or not at all. */
const WAITING_MS = 10 * MINUTE_MS
/** A token that does not say when it ends is remembered for longer than any that we make lasts. */
const REMEMBERED_MS = 366 * DAY_MS

export function createTokenLoginStore(
  database: () => Promise<SessionsDb>,
  vault: Vault,
  clock: () => number = Date.now,
): TokenLoginStore {
  const place = (key: string) => `${key}.hand-over`
  return {
    async spend(tokens) {
      const rows = spentRows(tokens, clock())
      const db = await database()
      const written = await db.transaction().execute(async tx => {
        const done = await tx
          .insertInto('console_spent_tokens')
          .values(rows)
          .onConflict(conflict => conflict.column('hash').doNothing())
          .returning('hash')
          .execute()
        return done.length
      })
      return written === rows.length
    },
    async giveBack(tokens) {
      await (
        await database()
      )
        .deleteFrom('console_spent_tokens')
        .where(
          'hash',
          'in',
          spentRows(tokens, clock()).map(row => row.hash),
        )
        .execute()
    },
    async keep(sessionId, content) {
      const id = fingerprint(sessionId)
      const row = {
        content: vault.seal(
          { ...content, nonce: randomBytes(16).toString('base64url') } satisfies PendingLogin,
          place(id),
        ),
        expires_at: clock() + WAITING_MS,
      }
      await (
        await database()
      )
        .insertInto('console_hand_overs')
        .values({ id, ...row })
        .onConflict(conflict => conflict.column('id').doUpdateSet(row))
        .execute()
    },
    async read(sessionId) {
      const id = fingerprint(sessionId)
      const row = await (
        await database()
      )
        .selectFrom('console_hand_overs')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row && row.expires_at > clock()
        ? (vault.open(row.content, place(id)) as PendingLogin | null)
        : null
    },
    async drop(sessionId) {
      await (
        await database()
      )
        .deleteFrom('console_hand_overs')
        .where('id', '=', fingerprint(sessionId))
        .execute()
    },
    async prune() {
      const db = await database()
      await db.deleteFrom('console_hand_overs').where('expires_at', '<', clock()).execute()
      await db.deleteFrom('console_spent_tokens').where('expires_at', '<', clock()).execute()
    },
  }
}

function spentRows({ access, refresh }: Tokens, now: number): { hash: string; expires_at: number }[] {
  const texts = [...new Set([access, refresh].filter(token => token !== null && token !== '') as string[])]
  // In the same order everywhere, so that two consoles with one link do not wait for each other.
  return texts
    .map(token => ({
      hash: createHash('sha256').update(token).digest('base64url'),
      expires_at: endOfToken(token, now),
    }))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1))
}

/** Nobody has checked its signature yet, so what it claims is held within bounds. */
function endOfToken(token: string, now: number): number {
  const most = now + REMEMBERED_MS
  try {
    const { exp } = decodeJwt(token)
    return typeof exp === 'number' ? Math.round(Math.min(most, Math.max(now, exp * 1000) + MINUTE_MS)) : most
  } catch {
    return most
  }
}
