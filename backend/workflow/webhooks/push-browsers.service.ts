/** A person's own browsers: subscribed, tested, removed; and what is sent to them. */
import { notifyOfAccount } from '../../identity/auth/account-notices.service'
import { languageOf } from '../../identity/mail/mail.service'
import { recordChange } from '../../platform/audit/audit.service'
import { invalidField, Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import type { Deps } from '../../platform/deps'
import type { Actor } from '../../platform/request/actor'
import { authKeys, sha256 } from '../../platform/secrets/installation-keys'
import { sealOf } from '../../platform/secrets/sealed.service'
import { plainAddress, reachOf, wrongIn } from './address'
import { pushTest } from './channel-message.service'
import { SECRET_CLOSED } from './channel-request'
import { MOST_BROWSERS, type pushAnswer, type pushInput } from './push.contract'
import { encrypted, isPublicKey, pushHeaders, pushKeysFrom, type Subscription } from './push-message'
import { isPushService } from './push-services'
import { send, type Sent } from './send'
import type { z } from 'zod'

const columns = ['id as _id', 'name', 'sent_to', 'severity', 'created_at'] as const

export async function readPush(deps: Deps, db: Db, userId: string): Promise<z.output<typeof pushAnswer>> {
  const browsers = await db
    .selectFrom('push_browsers')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const { publicKey } = pushKeysFrom((await authKeys(deps)).push)
  return { key: publicKey.toString('base64url'), browsers }
}

/** In a transaction. A browser in which somebody else was subscribed is theirs no more. */
export async function subscribeBrowser(
  { deps, db, actor, now }: { deps: Deps; db: Db; actor: Actor; now: number },
  { name, severity, ...subscription }: z.output<typeof pushInput>,
): Promise<void> {
  const wrong = wrongIn(subscription.endpoint, reachOf(deps.env))
  if (wrong) throw invalidField('endpoint', wrong)
  if (!isPushService(subscription.endpoint, deps.env)) throw invalidField('endpoint', 'push_service')
  if (!isPublicKey(subscription.p256dh)) throw invalidField('p256dh', 'invalid')
  const endpoint_hash = sha256(subscription.endpoint)
  const others = await db
    .selectFrom('push_browsers')
    .select('id')
    .where('user_id', '=', actor.id)
    .where('endpoint_hash', '!=', endpoint_hash)
    .execute()
  if (others.length >= MOST_BROWSERS) throw invalidField('endpoint', 'too_many', { limit: MOST_BROWSERS })
  const { seal } = await sealOf(deps)
  const sent_to = new URL(plainAddress(subscription.endpoint)).host
  const taken = await db
    .deleteFrom('push_browsers')
    .where('endpoint_hash', '=', endpoint_hash)
    .returning(['id', 'user_id'])
    .execute()
  await forgetDeliveries(db, taken)
  const id = newId(now)
  await db
    .insertInto('push_browsers')
    .values({
      id,
      user_id: actor.id,
      endpoint_hash,
      sealed: seal(JSON.stringify(subscription)),
      sent_to,
      name,
      severity,
      created_at: now,
    })
    .execute()
  await note(db, actor, { id, action: 'create', after: { name, sent_to, severity } }, now)
  if (!taken.some(one => one.user_id === actor.id))
    await notifyOfAccount(db, 'push_browser_added', actor.id, now, { browser: name })
}

/** In a transaction. Throws 404 for another person's. */
export async function removeBrowser(db: Db, actor: Actor, id: string, now: number): Promise<void> {
  const gone = await db
    .deleteFrom('push_browsers')
    .where('id', '=', id)
    .where('user_id', '=', actor.id)
    .returning(['id', 'name', 'sent_to'])
    .execute()
  const [browser] = gone
  if (!browser) throw new Problem(404, 'not_found')
  await forgetDeliveries(db, gone)
  await note(db, actor, { id, action: 'delete', before: browser }, now)
}

/** The browser gave its subscription up, or its profile is gone: the push service takes nothing for it any more. */
export const forgetBrowser = (db: Db, id: string): Promise<void> =>
  db.transaction().execute(async tx => {
    await tx.deleteFrom('push_browsers').where('id', '=', id).execute()
    await forgetDeliveries(tx, [{ id }])
  })

async function forgetDeliveries(db: Db, browsers: readonly { id: string }[]): Promise<void> {
  for (const { id } of browsers)
    await db.deleteFrom('webhook_deliveries').where('receiver_id', '=', id).execute()
}

const note = (
  db: Db,
  actor: Actor,
  change: { id: string; action: string; before?: object; after?: object },
  now: number,
) =>
  recordChange(
    db,
    actor,
    { entity: 'push-browser', tenantId: actor.tenantId, before: null, after: null, ...change },
    now,
  )

/** Throws 404 for another person's. */
export async function testBrowser(deps: Deps, actor: Actor, id: string): Promise<Sent> {
  const browser = await deps.db
    .selectFrom('push_browsers as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.sealed', 'u.id', 'u.language'])
    .where('p.id', '=', id)
    .where('p.user_id', '=', actor.id)
    .executeTakeFirst()
  if (!browser) throw new Problem(404, 'not_found')
  const body = pushTest(await languageOf(deps.db, browser))
  const sent = await sendToBrowser(deps, { sealed: browser.sealed, body, urgent: true })
  if (isGone(sent)) await forgetBrowser(deps.db, id)
  return sent
}

export const isGone = ({ code }: Sent): boolean => code === 404 || code === 410

/** The installation sends through its push service no more. */
const ELSEWHERE: Sent = { problem: 'connection', code: null, answer: null }

export async function sendToBrowser(
  deps: Deps,
  { sealed, body, urgent }: { sealed: string; body: string; urgent: boolean },
): Promise<Sent> {
  const opened = (await sealOf(deps)).open(sealed)
  if (opened === null) return SECRET_CLOSED
  const subscription = JSON.parse(opened) as Subscription
  if (!isPushService(subscription.endpoint, deps.env)) return ELSEWHERE
  const keys = pushKeysFrom((await authKeys(deps)).push)
  const headers = pushHeaders(subscription, keys, {
    now: deps.clock(),
    contact: deps.env.consoleOrigin,
    urgent,
  })
  const sent = await send({
    address: subscription.endpoint,
    headers,
    body: encrypted(body, subscription),
    reach: reachOf(deps.env),
  })
  // What a push service says is nobody's business: anybody who signs in may have it answer.
  return { ...sent, answer: null }
}
