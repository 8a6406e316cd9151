/** Takes a provider's callbacks: signed, in any order, however often. */
import { createHash } from 'node:crypto'
import { fold } from '../../platform/contract/fold'
import { invalidField, Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import { parse } from '../../platform/request/parse'
import type { Raised } from '../../workflow/notifications/notifications.service'
import { tellOfPayment } from '../../players/player-exclusion/inside.service'
import { callbackBody, MOST_EVENTS, type CallbackBody } from './callback.contract'
import type { PaymentState } from './payment-states.contract'
import { outcomeOf } from './payment-states'
import type { PaymentLogTable, PaymentTransactionsTable } from './payments.table'
import { daySettings, isBeyondDay } from './day-limits.service'
import { isSigned, signingKey } from './signature.service'

export interface Verdict {
  verdict: 'recorded' | 'repeated'
  state: PaymentState
}
/** The answer to the provider, and the notification to announce. */
export interface Taken {
  verdict: Verdict
  raised: Raised | null
}
interface Signed {
  tenantId: string
  body: Uint8Array
  signature: string | null
  now: number
}

/**
 * In a transaction. Throws 401 for whatever is not signed by the tenant's provider: who is not it learns nothing else.
 */
export async function takeCallback(db: Db, { tenantId, body, signature, now }: Signed): Promise<Taken> {
  const merchant = await db
    .selectFrom('payment_merchants')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  // As long for a tenant that has none: the time says nothing either.
  const generations = merchant
    ? [merchant.generation, ...((merchant.previous_until ?? 0) > now ? [merchant.generation - 1] : [])]
    : [0]
  const keys = await Promise.all(generations.map(one => signingKey(db, merchant?.id ?? tenantId, one)))
  if (!isSigned(keys, signature, body, now) || !merchant || merchant.enabled === 0)
    throw new Problem(401, 'signature', { message: 'Not signed by this tenant’s payment provider' })
  return recordEvent(
    db,
    {
      tenantId,
      limit: merchant.limit_minor,
      limitCurrency: merchant.currency,
      actorName: merchant.merchant_id,
    },
    parse(callbackBody, jsonOf(body)),
    now,
  )
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new Problem(400, 'malformed_json', { message: 'The body is not valid UTF-8 JSON' })
  }
}

interface Source {
  tenantId: string
  limit: number
  limitCurrency: string
  actorName: string
}

async function recordEvent(db: Db, source: Source, event: CallbackBody, now: number): Promise<Taken> {
  const { tenantId } = source
  const slot = await db
    .selectFrom('slots')
    .select(['id', 'location_id', 'currency'])
    .where('tenant_id', '=', tenantId)
    .where('serial', '=', event.terminal)
    .executeTakeFirst()
  if (!slot) throw invalidField('terminal', 'unknown')
  if (slot.currency !== event.amount.currency) throw invalidField('amount', 'invalid')
  const transaction = await heldTransaction(db, source, event, { ...slot, now })
  if (transaction.slot_id !== slot.id || transaction.direction !== event.direction)
    throw new Problem(409, 'reference_reused', { message: 'This reference is another payment’s' })
  const verdict = await addEvent(
    db,
    transaction,
    {
      event_id: event.event_id,
      occurred_at: event.occurred_at,
      state: event.state,
      amount_minor: event.amount.minor,
      aft_transaction_id: event.aft_transaction_id ?? null,
      aft_code: event.aft_code ?? null,
      credits_before: event.credits_before ?? null,
      credits_after: event.credits_after ?? null,
      fingerprint: createHash('sha256').update(JSON.stringify(event)).digest('hex'),
      actor_name: source.actorName,
    },
    now,
  )
  // An excluded person who plays is reported to the managers, and still paid: the money is theirs.
  const raised = await tellOfPayment(db, {
    tenantId,
    location: slot.location_id,
    serial: event.terminal,
    playerRef: transaction.player_ref,
    now,
  })
  return { verdict, raised }
}

/** Until the player confirms it, a payment has a code, and a code has an end. */
const waits: ReadonlySet<PaymentState> = new Set(['created', 'pending'])

/**
 * The payment of this reference, made when it was not there, and held until the transaction ends: callbacks of one
 * payment go one by one.
 */
async function heldTransaction(
  db: Db,
  { tenantId, limit, limitCurrency }: Source,
  event: CallbackBody,
  { id: slotId, location_id, now }: { id: string; location_id: string; now: number },
): Promise<PaymentTransactionsTable> {
  const settings = await daySettings(db, tenantId)
  await db
    .insertInto('payment_transactions')
    .values({
      id: newId(now),
      version: 0,
      tenant_id: tenantId,
      search: fold(event.provider_ref),
      archived_at: null,
      created_at: now,
      updated_at: now,
      location_id,
      slot_id: slotId,
      state: event.state,
      occurred_at: event.occurred_at,
      amount_minor: event.amount.minor,
      currency: event.amount.currency,
      aft_transaction_id: null,
      aft_code: null,
      credits_before: null,
      credits_after: null,
      provider_ref: event.provider_ref,
      direction: event.direction,
      player_ref: event.player_ref ?? null,
      expires_at: event.expires_at ?? (waits.has(event.state) ? event.occurred_at + settings.codeMs : null),
      settled_at: null,
      in_doubt: null,
      over_limit: limitCurrency === event.amount.currency && event.amount.minor > limit ? 1 : 0,
      reset_command_id: null,
    })
    .onConflict(conflict => conflict.columns(['tenant_id', 'provider_ref']).doNothing())
    .execute()
  const held = await db
    .updateTable('payment_transactions')
    .set(row => ({ version: row('version', '+', 1) }))
    .where('tenant_id', '=', tenantId)
    .where('provider_ref', '=', event.provider_ref)
    .returningAll()
    .executeTakeFirstOrThrow()
  // Amounts in another currency than the limits' are reported separately: they are never added or compared.
  if (held.version === 1 && held.currency === limitCurrency && (await isBeyondDay(db, held, settings)))
    await db.updateTable('payment_transactions').set({ over_limit: 1 }).where('id', '=', held.id).execute()
  return held
}

export type NewEvent = Pick<
  PaymentLogTable,
  | 'event_id'
  | 'occurred_at'
  | 'state'
  | 'amount_minor'
  | 'aft_transaction_id'
  | 'aft_code'
  | 'credits_before'
  | 'credits_after'
  | 'fingerprint'
  | 'actor_name'
>

/**
 * Adds an event to a payment that this transaction locks. Throws 409 for an event that was sent before with other
 * contents.
 */
export async function addEvent(
  db: Db,
  transaction: PaymentTransactionsTable,
  event: NewEvent,
  now: number,
  { isOurs = false } = {},
): Promise<Verdict> {
  const log = await db
    .selectFrom('payment_log')
    .selectAll()
    .where('transaction_id', '=', transaction.id)
    .execute()
  const known = log.find(one => one.event_id === event.event_id)
  if (known) {
    if (known.fingerprint !== event.fingerprint)
      throw new Problem(409, 'event_reused', { message: 'This event was sent before with other contents' })
    return { verdict: 'repeated', state: transaction.state }
  }
  // A provider's events are limited in number; what the slot itself answered is always recorded.
  if (log.length >= MOST_EVENTS && !isOurs) throw invalidField('provider_ref', 'too_many')
  const outcome = outcomeOf([...log, event])
  const { id, tenant_id, location_id, slot_id, currency } = transaction
  await db
    .insertInto('payment_log')
    .values({
      ...event,
      id: newId(now),
      version: 1,
      tenant_id,
      search: fold(event.event_id),
      archived_at: null,
      created_at: now,
      updated_at: now,
      location_id,
      slot_id,
      currency,
      transaction_id: id,
      from_state: log.length === 0 ? null : transaction.state,
      to_state: outcome.state,
    })
    .execute()
  await db
    .updateTable('payment_transactions')
    .set({ ...outcome, updated_at: now })
    .where('id', '=', id)
    .execute()
  return { verdict: 'recorded', state: outcome.state }
}
