/**
 * Sends what waits for webhooks. A delivery is claimed for longer than a request may take: what a killed process had
 * claimed is tried again afterwards under the same id, by which the receiver knows it.
 */
import { DAY_MS, MINUTE_MS } from '../../platform/contract/durations'
import { sql } from 'kysely'
import { sealOf } from '../../platform/secrets/sealed.service'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import { nextTryAt, startDeliveries } from '../../platform/tasks/deliveries.service'
import { reachOf } from './address'
import { send, type Sent } from './send'
import { signedHeaders } from './signature'
import { messageId } from './webhooks.store'

/** Longer than a request may take. Milliseconds. */
const LEASE_MS = MINUTE_MS
/** One slow receiver holds up its own deliveries alone. */
const MOST_AT_ONCE = 8
const RETENTION_MS = 30 * DAY_MS
const EVERY_MS = 2_000

interface Claimed {
  id: string
  webhook_id: string
  body: string
  attempts: number
  address: string
  sealed: string
  previous_sealed: string | null
  previous_until: number | null
}

export const startWebhooks = (deps: Deps): { stop(): Promise<void> } =>
  startDeliveries(deps, {
    everyMs: EVERY_MS,
    failed: 'webhooks could not be looked after',
    deliver: signal => deliverDue(deps, () => signal.aborted),
    prune: () => pruneDeliveries(deps.db, deps.clock()),
  })

/** All that are due; of one webhook one at a time. */
export async function deliverDue(deps: Deps, isStopping = () => false): Promise<void> {
  const under = new Map<string, Promise<void>>()
  for (;;) {
    const next =
      isStopping() || under.size >= MOST_AT_ONCE
        ? undefined
        : await claim(deps.db, [...under.keys()], deps.clock())
    if (next)
      under.set(
        next.webhook_id,
        deliver(deps, next)
          .catch((err: unknown) => deps.log.warn({ err, delivery: next.id }, 'webhook not settled'))
          .finally(() => under.delete(next.webhook_id)),
      )
    else if (under.size === 0) return
    else await Promise.race(under.values())
  }
}

async function claim(db: Db, busy: readonly string[], now: number): Promise<Claimed | undefined> {
  const others = busy.length === 0 ? sql`1 = 1` : sql`d.webhook_id not in (${sql.join([...busy])})`
  const {
    rows: [next],
  } = await sql<Claimed>`
    select d.id, d.webhook_id, d.body, d.attempts, w.address, w.sealed, w.previous_sealed, w.previous_until
    from webhook_deliveries d join webhooks w on w.id = d.webhook_id
    where d.state = 'waiting' and d.next_at <= ${now} and w.enabled = 1 and w.archived_at is null and ${others}
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
  const secrets = await secretsOf(deps, delivery)
  const sent: Sent =
    secrets.length === 0
      ? { problem: 'secret', code: null, answer: null }
      : await send({
          address: delivery.address,
          body: delivery.body,
          reach: reachOf(deps.env),
          headers: signedHeaders(secrets, {
            id: messageId(delivery.id),
            timestamp: Math.floor(deps.clock() / 1_000),
            body: delivery.body,
          }),
        })
  await settle(deps, delivery, sent)
}

/** The present secret first; the earlier one as long as it is valid. */
async function secretsOf(deps: Deps, hook: Claimed): Promise<string[]> {
  const { open } = await sealOf(deps)
  const present = open(hook.sealed)
  if (present === null) return []
  const isOverlapping = hook.previous_until !== null && hook.previous_until > deps.clock()
  const earlier = isOverlapping && hook.previous_sealed !== null ? open(hook.previous_sealed) : null
  return earlier === null ? [present] : [present, earlier]
}

async function settle(deps: Deps, { id, attempts }: Claimed, sent: Sent): Promise<void> {
  const now = deps.clock()
  const outcome = { answer_code: sent.code, answer: sent.answer, problem: sent.problem, updated_at: now }
  const next_at = nextTryAt(attempts, now)
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

export const pruneDeliveries = (db: Db, now: number) =>
  db
    .deleteFrom('webhook_deliveries')
    .where('created_at', '<', now - RETENTION_MS)
    .execute()
