/** Which account here is which person at the identity provider. */
import { z } from 'zod'
import { recordChange } from '../../platform/audit/audit.service'
import type { Db } from '../../platform/db/database'
import type { Actor } from '../../platform/request/actor'
import { addressKey } from '../mail/mail.service'
import { userWho, type Named } from './named-user'
import { endFamiliesOf } from './token-family.service'
import { notifyOwner } from './account-notices.service'

interface Claims {
  issuer: string
  subject: string
  /** Verified there. */
  email: string | undefined
}

const text = z.string().max(320).optional().catch(undefined)
const said = z.looseObject({ email: text, email_verified: z.boolean().optional().catch(undefined) })

/** Both members of one answer: an address of one and a `verified` of the other would say what neither did. */
export function verifiedEmail(...answers: readonly unknown[]): string | undefined {
  const naming = answers.map(answer => said.parse(answer)).find(({ email }) => email !== undefined)
  return naming?.email_verified === true ? naming.email : undefined
}

interface Found {
  person: Named | undefined
  /** Why nobody gets in, for the log and for programs; people read one sentence for every reason. */
  why?: string
}

/** In a transaction: known by the provider's id; the first time by the one account that has the address, verified. */
export async function personOf(db: Db, { issuer, subject, email }: Claims, now: number): Promise<Found> {
  const tied = await userWho(db)
    .innerJoin('sso_identities as i', 'i.user_id', 'users.id')
    .where('i.issuer', '=', issuer)
    .where('i.subject', '=', subject)
    .executeTakeFirst()
  if (tied) return mayEnter(tied) ? { person: tied } : { person: tied, why: 'the account is disabled' }
  if (email === undefined) return { person: undefined, why: 'the provider names no verified address' }
  // Letters beyond ASCII have small forms that are other addresses: the Kelvin sign becomes a k.
  if (!/^[\x21-\x7e]+$/.test(email)) return { person: undefined, why: 'the address is not plain' }
  const found = await userWho(db)
    .where(row => row(row.fn<string>('lower', ['email']), '=', addressKey(email)))
    .where('email_verified', '=', 1)
    .where('enabled', '=', 1)
    .where('archived_at', 'is', null)
    .limit(2)
    .execute()
  const [only] = found
  if (!only) return { person: undefined, why: 'nobody here has this address' }
  // An address that several people share says nothing of who this is.
  if (found.length > 1) return { person: undefined, why: 'several accounts have this address' }
  // Whoever is given a colleague's address later, or registers it anew at the provider, is another person there.
  if (!(await tie(db, { issuer, subject }, only, now)))
    return { person: only, why: 'the account belongs to another person at the provider' }
  return { person: only }
}

const mayEnter = ({ enabled, archived_at }: Named): boolean => enabled === 1 && archived_at === null

/** False where the account has an identity of this provider already. Of two first sign-ins at once one is the first. */
async function tie(
  db: Db,
  { issuer, subject }: Pick<Claims, 'issuer' | 'subject'>,
  person: Named,
  now: number,
): Promise<boolean> {
  const made = await db
    .insertInto('sso_identities')
    .values({ issuer, subject, user_id: person.id, created_at: now })
    .onConflict(on => on.columns(['issuer', 'user_id']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (!made) return false
  await recordChange(
    db,
    { kind: 'user', id: person.id, name: person.full_name || person.username },
    {
      entity: 'user',
      id: person.id,
      tenantId: person.tenant_id,
      action: 'tie_identity',
      before: null,
      after: { username: person.username, issuer },
    },
    now,
  )
  await notifyOwner(db, 'identity_tied', person, now, { provider: new URL(issuer).host })
  return true
}

/** Needs a transaction. Whoever was tied may be a stranger: their sessions end, too. False where nobody was. */
export async function untieIdentity(
  db: Db,
  actor: Actor,
  user: { id: string; tenantId: string },
  reason: string,
  now: number,
): Promise<boolean> {
  const untied = await db
    .deleteFrom('sso_identities')
    .where('user_id', '=', user.id)
    .returning('issuer')
    .execute()
  if (untied.length === 0) return false
  await endFamiliesOf(db, user.id, 'sign_out', now)
  await recordChange(
    db,
    actor,
    {
      entity: 'user',
      id: user.id,
      tenantId: user.tenantId,
      action: 'untie_identity',
      before: { issuer: untied.map(({ issuer }) => issuer).join(' ') },
      after: { reason },
    },
    now,
  )
  return true
}
