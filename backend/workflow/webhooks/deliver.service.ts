/**
 * Sends what waits for webhooks and channels. A delivery is claimed for longer than a request may take: what a killed
 * process had claimed is tried again afterwards under the same id, by which the receiver knows it.
 */
import { DAY_MS, MINUTE_MS } from '../../platform/contract/durations'
import { sql } from 'kysely'
import { sealOf, type Seal } from '../../platform/secrets/sealed.service'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import { nextTryAt, startDeliveries } from '../../platform/tasks/deliveries.service'
import { reachOf } from './address'
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
}
/** Of a webhook, or of a channel, with a kind. */
type Claimed = Waiting &
  (
    | (Pick<WebhooksTable, 'address' | 'sealed' | 'previous_sealed' | 'previous_until'> & { kind: null })
    | SealedChannel
    | { kind: 'push'; sealed: string }
  )

export const startWebhooks = (deps: Deps): { stop(): Promise<void> } =>
  startDeliveries(deps, {
    everyMs: EVERY_MS,
    failed: 'webhooks could not be looked after',
    deliver: signal => deliverDue(deps, () => signal.aborted),
    prune: () => pruneDeliveries(deps.db, deps.clock()),
  })

/** All that are due; of one receiver one at a time. */
export async function deliverDue(deps: Deps, isStopping = () => false): Promise<void> {
  const under = new Map<string, Promise<void>>()
  for (;;) {
    const next =
      isStopping() || under.size >= MOST_AT_ONCE
        ? undefined
        : await claim(deps.db, [...under.keys()], deps.clock())
    if (next)
      under.set(
        next.receiver_id,
        deliver(deps, next)
          .catch((err: unknown) => deps.log.warn({ err, delivery: next.id }, 'webhook not settled'))
          .finally(() => under.delete(next.receiver_id)),
      )
    else if (under.size === 0) return
    else await Promise.race(under.values())
  }
}

async function claim(db: Db, busy: readonly string[], now: number): Promise<Claimed | undefined> {
  const others = busy.length === 0 ? sql`1 = 1` : sql`d.receiver_id not in (${sql.join([...busy])})`
  const {
    rows: [next],
  } = await sql<Claimed>`
    select d.id, d.receiver_id, d.body, d.attempts,
      case when p.id is not null then 'push' else c.kind end as kind, c.header, c.format,
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

async function deliver(deps: Deps, delivery: Claimed): Promise<void> {
  const { body } = delivery
  if (delivery.kind === 'push') {
    const { urgent } = JSON.parse(body) as { urgent: boolean }
    const sent = await sendToBrowser(deps, { sealed: delivery.sealed, body, urgent })
    if (isGone(sent)) await forgetBrowser(deps.db, delivery.receiver_id)
    else await settle(deps, delivery, sent)
    return
  }
  const seal = await sealOf(deps)
  await settle(
    deps,
    delivery,
    delivery.kind === null
      ? await sendSigned(deps, delivery, signingSecrets(delivery, seal, deps.clock()))
      : await sendToChannel(delivery, { seal, reach: reachOf(deps.env), body }),
  )
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

async function settle(deps: Deps, { id, attempts }: Claimed, sent: Sent): Promise<void> {
  const now = deps.clock()
  const outcome = { answer_code: sent.code, answer: sent.answer, problem: sent.problem, updated_at: now }
  const next_at = tryAgainAt(attempts, now, sent.waits)
  await deps.db
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
  if (sent.problem !== null)
    deps.log.warn({ delivery: id, attempts, problem: sent.problem, code: sent.code }, 'webhook not delivered')
}

/** Later, where the receiver wants a pause, but no later than the longest pause. */
function tryAgainAt(attempts: number, now: number, waits = 0): number | null {
  const next = nextTryAt(attempts, now)
  return next === null ? null : Math.max(next, now + Math.min(waits, DAY_MS))
}

export const pruneDeliveries = (db: Db, now: number) =>
  db
    .deleteFrom('webhook_deliveries')
    .where('created_at', '<', now - RETENTION_MS)
    .execute()
