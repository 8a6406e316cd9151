/** What somebody changes of their own account. */
import { recordChange } from '../../platform/audit/audit.service'
import { endLinks } from '../auth/password-links.service'
import { demandGoodPassword } from '../auth/password-rules.service'
import { hashPassword, verifyPassword } from '../auth/passwords.service'
import { notifyOwner } from '../auth/account-notices.service'
import { endFamiliesOf } from '../auth/token-family.service'
import { invalidField, Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { foldWords } from '../../platform/contract/fold'
import type { Deps } from '../../platform/deps'
import { leastPasswordOf } from '../../platform/layered-settings/session-limits.service'
import type { Actor } from '../../platform/request/actor'
import { addressKey } from '../mail/mail.service'
import { avatarMarkOf } from '../auth/avatar-mark.service'
import type { Profile, profileInput } from './profile.contract'
import type { z } from 'zod'

/** Throws 403 for a token of a program, which has no account. */
export function demandPerson({ kind }: Actor): void {
  if (kind !== 'user') throw new Problem(403, 'forbidden', { message: 'Only a user has a profile' })
}

export const ownRow = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .select(['id', 'tenant_id', 'username', 'full_name', 'job_title', 'phone', 'email', 'email_verified'])
    .select(['language', 'password_hash', 'password_changed_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

export async function readProfile(db: Db, actor: Actor): Promise<Profile> {
  const row = await ownRow(db, actor.id)
  const code = await db
    .selectFrom('email_codes')
    .select(['asked_at', 'address'])
    .where('user_id', '=', actor.id)
    .executeTakeFirst()
  return {
    user_id: row.id,
    username: row.username,
    avatar: await avatarMarkOf(db, row.id),
    full_name: row.full_name,
    job_title: row.job_title,
    phone_number: row.phone,
    user_email: row.email,
    email_is_verified: row.email_verified === 1,
    password_changed_at: row.password_changed_at,
    password_min_length: await leastPasswordOf(db, row.tenant_id),
    code_sent_at: code && row.email !== null && code.address === addressKey(row.email) ? code.asked_at : null,
  }
}

/**
 * Whoever sits at somebody's open session could otherwise take the account over with a link to an address of their
 * own. The check is apart from the write because it takes long. Throws 422 on `current_password`.
 */
export async function demandPasswordForAddress(
  db: Db,
  actor: Actor,
  { user_email, current_password }: z.output<typeof profileInput>,
): Promise<void> {
  const { email, password_hash } = await ownRow(db, actor.id)
  if (addressKey(email ?? '') === addressKey(user_email ?? '')) return
  if (!current_password) throw invalidField('current_password', 'password_for_email')
  if (!(await verifyPassword(current_password, password_hash)))
    throw invalidField('current_password', 'wrong_password')
}

/** Needs a transaction. Another address is unverified, and ends links to the former one, which gets a notice. */
export async function saveProfile(
  db: Db,
  actor: Actor,
  input: z.output<typeof profileInput>,
  now: number,
): Promise<Profile> {
  const before = await ownRow(db, actor.id)
  const after = {
    full_name: input.full_name,
    job_title: input.job_title,
    phone: input.phone_number,
    email: input.user_email,
  }
  const changed = Object.entries(after).filter(
    ([name, value]) => before[name as keyof typeof after] !== value,
  )
  if (changed.length === 0) return readProfile(db, actor)
  const isOther = addressKey(before.email ?? '') !== addressKey(after.email ?? '')
  await db
    .updateTable('users')
    .set(row => ({
      ...after,
      ...(isOther && { email_verified: 0 }),
      search: foldWords([before.username, after.full_name, after.email, after.job_title]),
      version: row('version', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', actor.id)
    .execute()
  if (isOther) {
    await endLinks(db, actor.id, now)
    await db.deleteFrom('email_codes').where('user_id', '=', actor.id).execute()
    await notifyOwner(db, 'email_changed', before, now)
  }
  await recordChange(
    db,
    actor,
    {
      entity: 'user',
      id: actor.id,
      tenantId: before.tenant_id,
      action: 'update',
      before: Object.fromEntries(changed.map(([name]) => [name, before[name as keyof typeof after]])),
      after: Object.fromEntries(changed),
    },
    now,
  )
  return readProfile(db, actor)
}

/** The other sessions of the person end, and so do links that set a password. Throws 422. */
export async function changePassword(
  deps: Deps,
  actor: Actor,
  typed: { current_password: string; password: string },
): Promise<void> {
  const user = await ownRow(deps.db, actor.id)
  if (!(await verifyPassword(typed.current_password, user.password_hash)))
    throw invalidField('current_password', 'wrong_password')
  if (typed.password === typed.current_password) throw invalidField('password', 'password_same')
  await demandGoodPassword(deps.db, typed.password, user)
  const password_hash = await hashPassword(typed.password)
  const now = deps.clock()
  await deps.db.transaction().execute(async tx => {
    const set = await tx
      .updateTable('users')
      .set(row => ({
        password_hash,
        password_changed_at: now,
        password_unset: 0,
        version: row('version', '+', 1),
        updated_at: now,
      }))
      .where('id', '=', actor.id)
      // Somebody else may have set one since, by a link.
      .where('password_hash', '=', user.password_hash)
      .returning('id')
      .executeTakeFirst()
    if (!set) throw invalidField('current_password', 'wrong_password')
    await endFamiliesOf(tx, actor.id, 'password', now, actor.sessionId)
    await endLinks(tx, actor.id, now)
    await recordChange(
      tx,
      actor,
      {
        entity: 'user',
        id: actor.id,
        tenantId: actor.tenantId,
        action: 'change_password',
        before: null,
        after: null,
      },
      now,
    )
    await notifyOwner(tx, 'password_changed', user, now)
  })
}
