/**
 * How somebody who is new, or has lost their password, gets in: a link that an administrator hands over or has sent.
 */
import { HOUR_MS } from '../../platform/contract/durations'
import { recordChange } from '../../platform/audit/audit.service'
import { createPasswordLink, linkAddress, type LinkPurpose } from '../auth/password-links.service'
import { dropFactor } from '../auth/factor.service'
import { untieIdentity } from '../auth/sso-identities.service'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import type { ActionResult, RowOf } from '../../platform/contract/contract'
import type { Db } from '../../platform/db/database'
import type { Api } from '../../platform/http/api'
import type { Actor } from '../../platform/request/actor'
import { command, each, revealingCommand } from '../../platform/http/commands'
import { addressKey, languageOf, mailsTo, queueMail, type MailLanguage } from '../mail/mail.service'
import { demandNotAbove } from './grants'
import { demandWhole } from './demand-whole.service'
import { usersContract } from './users.contract'
import { usersStore } from './users.store'

type User = RowOf<typeof usersContract>

/** E-mails for one person within an hour, whoever sends them. */
const MOST_MAILS = 5
const PER_MS = HOUR_MS

export function register(api: Api): void {
  const {
    password_link: make,
    send_password_link: send,
    reset_second_factor: reset,
    untie_identity: untie,
  } = usersContract.actions

  revealingCommand(
    api,
    usersStore,
    make,
    'Make a link with which a user sets a password, once: readable in this answer alone',
    async ({ db, deps, actor, now }, user) => {
      const refused = await whyNot(db, actor, user)
      if (refused !== null) return { outcome: 'skipped', reason: refused, secret: null }
      const { purpose } = await stored(db, user._id)
      const token = await createPasswordLink(
        db,
        { userId: user._id, purpose, requestedBy: 'admin', address: null },
        now,
      )
      await note(db, actor, user, 'password_link', { purpose }, now)
      return { outcome: 'done', secret: linkAddress(deps, token) }
    },
  )

  command(
    api,
    usersStore,
    reset,
    'Switch the second factor of users off',
    each(({ db, actor, now }, user) => resetFactor(db, actor, user, now)),
  )

  command(
    api,
    usersStore,
    untie,
    'Untie users from their identity at the provider of single sign-on, and sign them out everywhere',
    each(async ({ db, actor, now }, user, { reason }) => {
      demandWhole(actor)
      const person = { id: user._id, tenantId: tenantOf(user) }
      await demandNotAbove(db, actor, person)
      return (await untieIdentity(db, actor, person, reason, now))
        ? { outcome: 'done' }
        : { outcome: 'skipped', reason: 'not_tied' }
    }),
  )

  command(
    api,
    usersStore,
    send,
    'Send users a link with which they set a password, once',
    each(async ({ db, actor, now }, user) => {
      const refused = await whyNot(db, actor, user)
      if (refused !== null) return { outcome: 'skipped', reason: refused }
      if (user.email === null) return { outcome: 'skipped', reason: 'no_email' }
      const { purpose, language } = await stored(db, user._id)
      const kind = purpose === 'first' ? 'first_password' : 'reset_password'
      const address = addressKey(user.email)
      if ((await mailsTo(db, kind, address, now - PER_MS)) >= MOST_MAILS)
        return { outcome: 'skipped', reason: 'sent_often' }
      const tenantId = tenantOf(user)
      await queueMail(
        db,
        {
          kind,
          address,
          language: await languageOf(db, { id: user._id, language }, await languageOfSender(db, actor)),
          user: { id: user._id, tenantId },
        },
        now,
      )
      await note(db, actor, user, 'send_password_link', { purpose, address }, now)
      return { outcome: 'done' }
    }),
  )
}

/** Of somebody who has lost both device and recovery codes. */
async function resetFactor(db: Db, actor: Actor, user: User, now: number): Promise<Omit<ActionResult, 'id'>> {
  demandWhole(actor)
  const tenantId = tenantOf(user)
  await demandNotAbove(db, actor, { id: user._id, tenantId })
  if (user._id === actor.id) return { outcome: 'skipped', reason: 'own' }
  const dropped = await dropFactor(db, actor, { id: user._id, tenantId }, now)
  return dropped ? { outcome: 'done' } : { outcome: 'skipped', reason: 'no_second_factor' }
}

const tenantOf = (user: User) => user.tenant?._id ?? SYSTEM_TENANT

/**
 * A link opens the account: it is made by nobody whom that would give more than they have. Throws 403, answers why it
 * makes no sense.
 */
async function whyNot(db: Db, actor: Actor, user: User): Promise<string | null> {
  demandWhole(actor)
  await demandNotAbove(db, actor, { id: user._id, tenantId: tenantOf(user) })
  if (user._id === actor.id) return 'own'
  return user.enabled && user.archived_at === null ? null : 'not_active'
}

async function stored(db: Db, id: string): Promise<{ purpose: LinkPurpose; language: string | null }> {
  const { password_unset, language } = await db
    .selectFrom('users')
    .select(['password_unset', 'language'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { purpose: password_unset === 1 ? 'first' : 'reset', language }
}

/** Who has never signed in has chosen no language: colleagues read the same one as a rule. */
async function languageOfSender(db: Db, { id }: Actor): Promise<MailLanguage> {
  const sender = await db
    .selectFrom('users')
    .select(['id', 'language'])
    .where('id', '=', id)
    .executeTakeFirst()
  return sender ? languageOf(db, sender) : 'en'
}

const note = (db: Db, actor: Actor, user: User, action: string, after: object, now: number) =>
  recordChange(
    db,
    actor,
    { entity: 'user', id: user._id, tenantId: tenantOf(user), action, before: null, after },
    now,
  )
