/**
 * One-time links that let somebody set a password without the one before: for a first password, and for one that was
 * forgotten. The token is 256 random bits and stored as a hash; it stands in the e-mail, or once on an administrator's
 * page, and nowhere else.
 */
import { DAY_MS, MINUTE_MS } from '../../platform/contract/durations'
import { randomBytes } from 'node:crypto'
import { recordChange } from '../../platform/audit/audit.service'
import { invalidField } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import type { Deps } from '../../platform/deps'
import type { Actor } from '../../platform/request/actor'
import { momentText, textOf } from '../mail/mail-texts.service'
import { addressKey, type Compose } from '../mail/mail.service'
import { notifyOwner, zoneOf } from './account-notices.service'
import { unlockName } from './login-lock.service'
import { demandGoodPassword } from './password-rules.service'
import { hashPassword } from './passwords.service'
import type { PasswordLinksTable } from './auth.table'
import { sha256 } from '../../platform/secrets/installation-keys'
import { endFamiliesOf } from './token-family.service'

export type LinkPurpose = PasswordLinksTable['purpose']

/** Whoever wants a reset waits for it (ruling 15), while a new colleague may start next week. */
const LINK_MS = { reset: 30 * MINUTE_MS, first: 7 * DAY_MS } as const

interface NewLink {
  userId: string
  purpose: LinkPurpose
  requestedBy: PasswordLinksTable['asked_by']
  /** Where it is sent; null when it is handed over. */
  address: string | null
}

/**
 * Needs a transaction. The links that the person had before end: only the newest opens. But who merely types somebody's
 * address at the sign-in page ends no link of an administrator. Answers the token.
 */
export async function createPasswordLink(
  db: Db,
  { userId, purpose, requestedBy, address }: NewLink,
  now: number,
): Promise<string> {
  await endLinks(db, userId, now, requestedBy === 'stranger' ? 'stranger' : undefined)
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('password_links')
    .values({
      id: newId(now),
      user_id: userId,
      purpose,
      asked_by: requestedBy,
      token_hash: sha256(token),
      address,
      created_at: now,
      expires_at: now + LINK_MS[purpose],
      ended_at: null,
      ended_reason: null,
    })
    .execute()
  return token
}

export const linkAddress = (deps: Pick<Deps, 'env'>, token: string): string =>
  `${deps.env.consoleOrigin}/auth/reset-password?token=${token}`

/**
 * Also where a link's reason is gone: the password was set another way, the address changed, or the user may no longer
 * sign in.
 */
export async function endLinks(
  db: Db,
  userId: string,
  now: number,
  requestedBy?: PasswordLinksTable['asked_by'],
): Promise<void> {
  const open = db
    .updateTable('password_links')
    .set({ ended_at: now, ended_reason: 'replaced' })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
  await (requestedBy ? open.where('asked_by', '=', requestedBy) : open).execute()
}

/** Whose link it is. Throws 422 on `token`: link_unknown, link_used, link_expired. */
export async function linkOf(db: Db, token: string, now: number) {
  const row = await db
    .selectFrom('password_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['l.id as link_id', 'l.purpose', 'l.address', 'l.expires_at', 'l.ended_reason'])
    .select(['u.id', 'u.tenant_id', 'u.username', 'u.full_name', 'u.email', 'u.email_verified', 'u.language'])
    .select(['u.enabled', 'u.archived_at'])
    .where('l.token_hash', '=', sha256(token))
    .executeTakeFirst()
  if (!row || row.enabled !== 1 || row.archived_at !== null) throw refused('link_unknown')
  // A link that a newer one replaced counts as expired, since the newer one is in the same inbox.
  if (row.ended_reason === 'used') throw refused('link_used')
  if (row.ended_reason !== null || row.expires_at <= now) throw refused('link_expired')
  return row
}

const refused = (code: string) => invalidField('token', code)

/** Takes the link and sets the password: every sign-in of the person ends, and so do locks after wrong passwords. */
export async function setPasswordByLink(
  deps: Deps,
  { token, password }: { token: string; password: string },
  from: Pick<Actor, 'ip' | 'requestId'>,
): Promise<{ username: string }> {
  const now = deps.clock()
  const known = await linkOf(deps.db, token, now)
  await demandGoodPassword(deps.db, password, known)
  const password_hash = await hashPassword(password)
  return deps.db.transaction().execute(async tx => {
    // Of two requests at once exactly one takes it.
    const taken = await tx
      .updateTable('password_links')
      .set({ ended_at: now, ended_reason: 'used' })
      .where('id', '=', known.link_id)
      .where('ended_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!taken) throw refused('link_used')
    await endLinks(tx, known.id, now)
    const user = await linkUser(tx, known.id)
    const proves = known.address !== null && user.email !== null && addressKey(user.email) === known.address
    const verified = proves ? 1 : user.email_verified
    await tx
      .updateTable('users')
      .set(row => ({
        password_hash,
        password_changed_at: now,
        password_unset: 0,
        email_verified: verified,
        version: row('version', '+', 1),
        updated_at: now,
      }))
      .where('id', '=', user.id)
      .execute()
    await endFamiliesOf(tx, user.id, 'password', now)
    await unlockName(tx, user.username, now)
    const name = user.full_name || user.username
    await recordChange(
      tx,
      { kind: 'user', id: user.id, name, ...from },
      {
        entity: 'user',
        id: user.id,
        tenantId: user.tenant_id,
        action: 'set_password',
        before: { email_verified: user.email_verified },
        after: { by_link: known.purpose, email_verified: verified },
      },
      now,
    )
    if (known.purpose === 'reset')
      await notifyOwner(tx, 'password_changed', { ...user, email_verified: verified }, now)
    return { username: user.username }
  })
}

const linkUser = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .select(['id', 'tenant_id', 'username', 'full_name', 'email', 'email_verified', 'language'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Several people of one office may share an address: each gets a link in the same message, up to so many. */
const MOST_PEOPLE = 5

const composeLinks =
  (purpose: LinkPurpose): Compose =>
  async ({ deps, db, now }, mail) => {
    const people = db
      .selectFrom('users')
      .select(['id', 'tenant_id', 'username', 'full_name'])
      .where('enabled', '=', 1)
      .where('archived_at', 'is', null)
      .where(eb => eb(eb.fn<string>('lower', ['email']), '=', addressKey(mail.address)))
    // An administrator names whom to send it to. Whoever only typed an address gets it where that address is known to
    // be the person's.
    const found = await (
      mail.user_id === null ? people.where('email_verified', '=', 1) : people.where('id', '=', mail.user_id)
    )
      .orderBy('id')
      .limit(MOST_PEOPLE)
      .execute()
    if (found.length === 0) return null
    const parts = []
    for (const { id, username, full_name } of found) {
      const requestedBy = mail.user_id === null ? ('stranger' as const) : ('admin' as const)
      const link = { userId: id, purpose, requestedBy, address: addressKey(mail.address) }
      const token = await createPasswordLink(db, link, now)
      const until = momentText(now + LINK_MS[purpose], mail.language, await zoneOf(db, id))
      parts.push({ name: full_name || username, username, until, link: linkAddress(deps, token) })
    }
    const [tenantId, another] = new Set(found.map(person => person.tenant_id))
    return {
      ...textOf(mail.kind, mail.language, parts),
      ...(tenantId !== undefined && another === undefined && { tenantId }),
    }
  }

/** What this module writes, for the mail worker. */
export const passwordMails = {
  reset_password: composeLinks('reset'),
  first_password: composeLinks('first'),
} satisfies Record<string, Compose>
