/** One sign-in: its refresh tokens follow each other, and all end together. */
import { createHmac, randomBytes } from 'node:crypto'
import { recordChange } from '../../platform/audit/audit.service'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import type { TokenFamiliesTable } from './auth.table'
import { sha256 } from '../../platform/secrets/installation-keys'

/** So long a used token is still answered with its successor: two requests at once, or an answer that was lost. */
const GRACE_MS = 30_000

export interface Person {
  id: string
  tenantId: string
  name: string
}
interface From {
  ip?: string | undefined
  userAgent?: string | undefined
  requestId?: string | undefined
}
type EndReason = NonNullable<TokenFamiliesTable['ended_reason']>

/**
 * However busy, a sign-in lasts no longer than `lifetime` (milliseconds): refresh tokens follow each other only until
 * then.
 */
interface Lasting {
  lifetime: number
  refreshable: boolean
  /** It may do nothing but set a second factor up. */
  factorDue?: boolean
  /** The second factor was shown. */
  proven?: boolean
}

export async function startFamily(
  db: Db,
  user: Person,
  from: From,
  now: number,
  { lifetime, refreshable, factorDue = false, proven = false }: Lasting,
): Promise<{ familyId: string; refreshToken: string | undefined }> {
  const familyId = newId(now)
  await db
    .insertInto('token_families')
    .values({
      id: familyId,
      user_id: user.id,
      ip: from.ip ?? null,
      user_agent: from.userAgent?.slice(0, 300) ?? null,
      created_at: now,
      expires_at: now + lifetime,
      ended_at: null,
      ended_reason: null,
      factor_due: factorDue ? 1 : 0,
      proven_at: proven ? now : null,
    })
    .execute()
  await record(db, user, from, familyId, 'sign_in', now)
  if (!refreshable) return { familyId, refreshToken: undefined }
  const refreshToken = randomBytes(32).toString('base64url')
  await keep(db, refreshToken, familyId, now, now + lifetime)
  return { familyId, refreshToken }
}

export type Rotation =
  | { outcome: 'rotated'; familyId: string; user: Person; refreshToken: string }
  | { outcome: 'token_expired' | 'token_invalid' }

/** Needs a transaction, which must be committed also when the token is refused: a token used again ends its family. */
export async function rotate(
  db: Db,
  token: string,
  key: Uint8Array,
  from: From,
  now: number,
): Promise<Rotation> {
  const token_hash = sha256(token)
  // Of several requests at once exactly one changes the row; the others wait for it and then find it used.
  const first = await db
    .updateTable('refresh_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', token_hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('family_id')
    .executeTakeFirst()
  const row = await db
    .selectFrom('refresh_tokens as t')
    .innerJoin('token_families as f', 'f.id', 't.family_id')
    .innerJoin('users as u', 'u.id', 'f.user_id')
    .select([
      't.used_at',
      'f.id as family_id',
      'f.ended_at',
      'f.expires_at as family_expires_at',
      'u.id',
      'u.tenant_id',
      'u.full_name',
      'u.username',
      'u.enabled',
      'u.archived_at',
    ])
    .where('t.token_hash', '=', token_hash)
    .executeTakeFirst()
  if (!row || row.ended_at !== null || row.enabled !== 1 || row.archived_at !== null)
    return { outcome: 'token_invalid' }
  const user = { id: row.id, tenantId: row.tenant_id, name: row.full_name || row.username }
  if (row.family_expires_at <= now || row.used_at === null) return { outcome: 'token_expired' }
  if (!first && now - row.used_at > GRACE_MS) {
    await endFamily(db, row.family_id, user, 'reuse', from, now)
    return { outcome: 'token_invalid' }
  }
  // Derived, so that each of those requests gets the same one although none is stored readably.
  const refreshToken = createHmac('sha256', key).update(token).digest('base64url')
  if (first) await keep(db, refreshToken, row.family_id, now, row.family_expires_at)
  return { outcome: 'rotated', familyId: row.family_id, user, refreshToken }
}

/** Another lifetime, counted from the sign-in: a kiosk's own. Nothing happens to a family that has ended before. */
export async function limitFamily(db: Db, familyId: string, lifetime: number): Promise<void> {
  const family = await db
    .selectFrom('token_families')
    .select('created_at')
    .where('id', '=', familyId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!family) return
  const expires_at = family.created_at + lifetime
  await db.updateTable('token_families').set({ expires_at }).where('id', '=', familyId).execute()
  await db
    .updateTable('refresh_tokens')
    .set({ expires_at })
    .where('family_id', '=', familyId)
    .where('used_at', 'is', null)
    .execute()
}

/** Of all sign-ins of a person that were made here: what comes from an identity provider is its matter. */
export async function setFactorDue(db: Db, userId: string, isDue: boolean): Promise<void> {
  await db
    .updateTable('token_families')
    .set({ factor_due: isDue ? 1 : 0 })
    .where('user_id', '=', userId)
    .where('by_sso', 'is', null)
    .where('ended_at', 'is', null)
    .execute()
}

/** The second factor was shown in this sign-in. */
export const setProven = (db: Db, { sessionId = '' }: { sessionId?: string }, now: number) =>
  db.updateTable('token_families').set({ proven_at: now }).where('id', '=', sessionId).execute()

/** Needs a transaction. Nothing happens to a family that has ended before. */
export async function endFamily(
  db: Db,
  familyId: string,
  user: Person,
  reason: EndReason,
  from: From,
  now: number,
): Promise<void> {
  const ended = await db
    .updateTable('token_families')
    .set({ ended_at: now, ended_reason: reason })
    .where('id', '=', familyId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (ended)
    await record(
      db,
      user,
      from,
      familyId,
      reason === 'sign_out' ? 'sign_out' : `sign_in_ended_${reason}`,
      now,
    )
}

/**
 * All sign-ins of a person, but perhaps the one at hand: after a change of password, or when disabled. Their browsers
 * receive no more messages, either.
 */
export async function endFamiliesOf(
  db: Db,
  userId: string,
  reason: EndReason,
  now: number,
  exceptFamilyId = '',
): Promise<void> {
  await db
    .updateTable('token_families')
    .set({ ended_at: now, ended_reason: reason })
    .where('user_id', '=', userId)
    .where('id', '!=', exceptFamilyId)
    .where('ended_at', 'is', null)
    .execute()
  // Whoever used a sign-in that was not theirs may have had a browser of their own added.
  const browsers = await db
    .deleteFrom('push_browsers')
    .where('user_id', '=', userId)
    .returning('id')
    .execute()
  for (const { id } of browsers)
    await db.deleteFrom('webhook_deliveries').where('receiver_id', '=', id).execute()
}

/** The family and person of a refresh token, whatever its state. */
export async function familyOf(
  db: Db,
  token: string,
): Promise<{ familyId: string; user: Person } | undefined> {
  const row = await db
    .selectFrom('refresh_tokens as t')
    .innerJoin('token_families as f', 'f.id', 't.family_id')
    .innerJoin('users as u', 'u.id', 'f.user_id')
    .select(['f.id as family_id', 'u.id', 'u.tenant_id', 'u.full_name', 'u.username'])
    .where('t.token_hash', '=', sha256(token))
    .executeTakeFirst()
  return (
    row && {
      familyId: row.family_id,
      user: { id: row.id, tenantId: row.tenant_id, name: row.full_name || row.username },
    }
  )
}

/** An expired family can no longer be used, nor reveal a reuse. */
export async function pruneFamilies(db: Db, now: number): Promise<void> {
  await db.deleteFrom('refresh_tokens').where('expires_at', '<', now).execute()
  await db.deleteFrom('token_families').where('expires_at', '<', now).execute()
}

async function keep(
  db: Db,
  token: string,
  family_id: string,
  now: number,
  familyExpiresAt: number,
): Promise<void> {
  await db
    .insertInto('refresh_tokens')
    .values({
      token_hash: sha256(token),
      family_id,
      created_at: now,
      expires_at: familyExpiresAt,
      used_at: null,
    })
    .execute()
}

const record = (
  db: Db,
  user: Person,
  from: From,
  familyId: string,
  action: string,
  now: number,
): Promise<void> =>
  recordChange(
    db,
    { ...user, kind: 'user', ip: from.ip, requestId: from.requestId },
    {
      entity: 'user',
      id: user.id,
      tenantId: user.tenantId,
      action,
      before: null,
      after: { sign_in: familyId },
    },
    now,
  )
