/**
 * Sends what waits for webhooks and channels. A delivery is claimed for longer than a request may take: what a killed
 * process had claimed is tried again afterwards. A webhook's receiver knows the repetition by its id; chats, gateways
 * and browsers have no such id, and may show it twice.
 */
import { DAY_MS, MINUTE_MS } from '../../platform/contract/durations'
import { sql } from 'kysely'
import { sealOf, type Seal } from '../../platform/secrets/sealed.service'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import { nextTryAt, startDeliveries } from '../../platform/tasks/deliveries.service'
import { stepsOver } from '../news/step-waits.service'
import { reachOf } from './address'
import { storedMessage, type Addressed } from './channel-message.service'
import { SECRET_CLOSED, sendToChannel, type SealedChannel } from './channel-request'
import { forgetBrowser, isGone, sendToBrowser } from './push-browsers.service'
import { send, type Sent } from './send'
import { signedHeaders } from './signature'
import { messageId } from './webhooks.store'
import type { WebhooksTable } from './webhooks.table'

/** Longer than a request may take. Milliseconds. */
const LEASE_MS = MINUTE_MS
/** One slow receiver holds up its own deliveries alone. */
const MOST_AT_ONCE = 8
const RETENTION_MS = 30 * DAY_MS
const EVERY_MS = 2_000

interface Waiting {
  id: string
  receiver_id: string
  body: string
  attempts: number
  /** By hand: whoever sends it again wants it as it was. */
  replays: number
  notification_id: string
  created_at: number
}
/** Of a webhook, or of a channel, with a kind. */
type Claimed = Waiting &
  (
    | (Pick<WebhooksTable, 'address' | 'sealed' | 'previous_sealed' | 'previous_until'> & { kind: null })
    | (SealedChannel & Addressed)
    | { kind: 'push'; sealed: string; user_id: string }
  )

/** Whether a person may still see a notification. */
export type MaySee = (db: Deps['db'], userId: string, notificationId: string) => Promise<boolean>

export const startWebhooks = (deps: Deps, maySee: MaySee): { stop(): Promise<void> } =>
  startDeliveries(deps, {
    everyMs: EVERY_MS,
    failed: 'webhooks could not be looked after',
    deliver: signal => deliverDue(deps, maySee, () => signal.aborted),
    prune: () => pruneDeliveries(deps.db, deps.clock()),
  })

/** All that are due; of one receiver one at a time. */
export async function deliverDue(deps: Deps, maySee: MaySee, isStopping = () => false): Promise<void> {
  const under = new Map<string, Promise<void>>()
  for (;;) {
    const busy = [...under.keys()]
    const next =
      isStopping() || busy.length >= MOST_AT_ONCE ? undefined : await claim(deps.db, busy, deps.clock())
    if (next)
      under.set(
        next.receiver_id,
        deliver(deps, next, maySee)
          .catch((err: unknown) => deps.log.warn({ err, delivery: next.id }, 'webhook not settled'))
          .finally(() => under.delete(next.receiver_id)),
      )
    else if (busy.length === 0) return
    // A receiver that was passed over may be free by now: its next is claimed at once.
    else if (busy.every(id => under.has(id))) await Promise.race(under.values())
  }
}

async function claim(db: Db, busy: readonly string[], now: number): Promise<Claimed | undefined> {
  const others = busy.length === 0 ? sql`1 = 1` : sql`d.receiver_id not in (${sql.join([...busy])})`
  const {
    rows: [next],
  } = await sql<Claimed>`
    select d.id, d.receiver_id, d.body, d.attempts, d.replays, d.notification_id, d.created_at, d.user_id,
      case when p.id is not null then 'push' else c.kind end as kind, c.header, c.format, c.recipient, c.template,
      coalesce(c.sealed, w.sealed, p.sealed) as sealed, coalesce(c.address, w.address) as address,
      w.previous_sealed, w.previous_until
    from webhook_deliveries d
      left join webhooks w on w.id = d.receiver_id and w.enabled = 1 and w.archived_at is null
      left join notification_channels c on c.id = d.receiver_id and c.enabled = 1 and c.archived_at is null
      left join (push_browsers p join users u on u.id = p.user_id and u.enabled = 1 and u.archived_at is null)
        on p.id = d.receiver_id
    where d.state = 'waiting' and d.next_at <= ${now} and (w.id is not null or c.id is not null or p.id is not null) and ${others}
    order by d.next_at, d.id limit 1`.execute(db)
  if (!next) return undefined
  const taken = await db
    .updateTable('webhook_deliveries')
    .set(row => ({ next_at: now + LEASE_MS, attempts: row('attempts', '+', 1) }))
    .where('id', '=', next.id)
    .where('state', '=', 'waiting')
    .where('next_at', '<=', now)
    .returning('attempts')
    .executeTakeFirst()
  // Another backend was faster: the next look finds what is left.
  return taken ? { ...next, attempts: taken.attempts } : claim(db, busy, now)
}

async function deliver(deps: Deps, delivery: Claimed, maySee: MaySee): Promise<void> {
  const { notification_id, replays } = delivery
  const isOver = Number(replays) === 0 && (await stepsOver(deps.db, [notification_id])).length > 0
  if (isOver || (delivery.kind === 'push' && !(await isWanted(deps, delivery, maySee)))) {
    await deps.db.deleteFrom('webhook_deliveries').where('id', '=', delivery.id).execute()
    return
  }
  const sent = await attempt(deps, delivery).catch((err: unknown) => {
    deps.log.warn({ err, delivery: delivery.id }, 'webhook could not be sent')
    return BROKEN
  })
  if (delivery.kind === 'push' && isGone(sent)) await forgetBrowser(deps.db, delivery.receiver_id)
  else await settle(deps, delivery, sent)
}

/** What cannot even be put together counts as an attempt, too, or it would be tried for ever. */
const BROKEN: Sent = { problem: 'connection', code: null, answer: null }

/** Old news, and what the person may no longer see, is not shown. */
const isWanted = async (
  { db, clock }: Deps,
  { created_at, notification_id, user_id }: Waiting & { user_id: string },
  maySee: MaySee,
): Promise<boolean> => created_at > clock() - DAY_MS && (await maySee(db, user_id, notification_id))

async function attempt(deps: Deps, delivery: Claimed): Promise<Sent> {
  const { body } = delivery
  if (delivery.kind === 'push') {
    const { urgent } = JSON.parse(body) as { urgent: boolean }
    return sendToBrowser(deps, { sealed: delivery.sealed, body, urgent })
  }
  const seal = await sealOf(deps)
  return delivery.kind === null
    ? sendSigned(deps, delivery, signingSecrets(delivery, seal, deps.clock()))
    : sendToChannel(delivery, { seal, reach: reachOf(deps.env), body: storedMessage(delivery, body) })
}

async function sendSigned(
  deps: Deps,
  { id, body, address }: Waiting & { address: string },
  secrets: readonly string[],
): Promise<Sent> {
  if (secrets.length === 0) return SECRET_CLOSED
  const timestamp = Math.floor(deps.clock() / 1_000)
  return send({
    address,
    body,
    reach: reachOf(deps.env),
    headers: signedHeaders(secrets, { id: messageId(id), timestamp, body }),
  })
}

/** The present secret first; the earlier one as long as it is valid. */
function signingSecrets(
  hook: Pick<WebhooksTable, 'sealed' | 'previous_sealed' | 'previous_until'>,
  { open }: Seal,
  now: number,
): string[] {
  const present = open(hook.sealed)
  if (present === null) return []
  const isOverlapping = hook.previous_until !== null && hook.previous_until > now
  const earlier = isOverlapping && hook.previous_sealed !== null ? open(hook.previous_sealed) : null
  return earlier === null ? [present] : [present, earlier]
}

async function settle({ db, clock, log }: Deps, delivery: Claimed, sent: Sent): Promise<void> {
  const { id, attempts, receiver_id } = delivery
  const now = clock()
  const outcome = { answer_code: sent.code, answer: sent.answer, problem: sent.problem, updated_at: now }
  const next_at = isLastTry(delivery, sent) ? null : nextTryAt(attempts, now)
  await db
    .updateTable('webhook_deliveries')
    .set(
      sent.problem === null
        ? { ...outcome, state: 'delivered' as const, delivered_at: now }
        : next_at === null
          ? { ...outcome, state: 'failed' as const }
          : { ...outcome, next_at },
    )
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
  if (sent.problem === null) return
  log.warn({ delivery: id, attempts, problem: sent.problem, code: sent.code }, 'webhook not delivered')
  if (!sent.waits) return
  // It is the receiver that wants a pause, for all that waits for it; no longer than the longest one.
  const until = now + Math.min(sent.waits, DAY_MS)
  await db
    .updateTable('webhook_deliveries')
    .set({ next_at: until })
    .where('receiver_id', '=', receiver_id)
    .where('state', '=', 'waiting')
    .where('next_at', '<', until)
    .execute()
}

/** A gateway that did not answer in time may have sent the text message, and each is paid for: one more try. */
const MOST_SMS_AFTER_TIMEOUT = 2

const isLastTry = ({ kind, attempts }: Claimed, { problem }: Sent): boolean =>
  kind === 'sms' && problem === 'timeout' && attempts >= MOST_SMS_AFTER_TIMEOUT

export const pruneDeliveries = (db: Db, now: number) =>
  db
    .deleteFrom('webhook_deliveries')
    .where('created_at', '<', now - RETENTION_MS)
    .execute()
