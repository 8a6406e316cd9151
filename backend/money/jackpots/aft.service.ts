/**
 * Paying a win to the slot's credit meter: ordered by a person, carried out by the slot, and paid only when the slot
 * has said so.
 */
import { recordChange } from '../../platform/audit/audit.service'
import { presenceAt } from '../../platform/contract/presence'
import { orderCommand } from '../../estate/orders/orders.service'
import type { MachineCommandsTable } from '../../estate/orders/control.table'
import { hasAft, isCommandable } from '../../estate/slots/protocols.contract'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import { systemActor, type Actor } from '../../platform/request/actor'
import type { AftState } from './jackpots.contract'
import { payWin } from './payments.service'

/** With registration and asset number: of these a slot has one at a time. */
const LANE = 'aft'
/**
 * AFT transfer status (domain notes, section 3): the whole amount; and that this transaction was carried out before.
 */
const FULL = '00'
const REPEATED = '81'

type SentCommand = Pick<MachineCommandsTable, 'state' | 'sent_at' | 'answer_code' | 'answer'>

/** The state of the transfer as far as it is known. Refused means that the slot has paid nothing. */
export function aftStateOf({ state, sent_at, answer_code, answer }: SentCommand): AftState {
  if (state === 'queued' || state === 'sent') return 'ordered'
  if (state === 'done') return statusOf(answer) === FULL ? 'done' : 'unknown'
  if (state === 'refused') return answer_code === REPEATED ? 'unknown' : 'refused'
  return sent_at === null ? 'not_told' : 'unknown'
}

/** A slot that reports no status has carried the order out. */
function statusOf(answer: string | null): string {
  const status =
    answer === null ? undefined : (JSON.parse(answer) as { transfer_status?: unknown }).transfer_status
  return typeof status === 'string' ? status : FULL
}

interface Ordering {
  db: Db
  actor: Actor
  now: number
}

/** Runs in a transaction. A slot that is offline gets no order, because nobody would see its outcome. */
export async function orderPayment(
  { db, actor, now }: Ordering,
  winId: string,
  reason: string,
): Promise<{ outcome: 'done' } | { outcome: 'skipped'; reason: string }> {
  const skipped = (why: string) => ({ outcome: 'skipped', reason: why }) as const
  const win = await db
    .updateTable('jackpot_wins')
    .set(row => ({ updated_at: row.ref('updated_at') }))
    .where('id', '=', winId)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (win.state !== 'celebrating' && win.state !== 'payment_pending') return skipped(win.state)
  const slot = await db
    .selectFrom('slots as s')
    .leftJoin('smibs as b', 'b.slot_id', 's.id')
    .select(['s.protocol', 's.location_id', 's.archived_at', 'b.last_seen_at'])
    .where('s.id', '=', win.slot_id)
    .executeTakeFirstOrThrow()
  if (slot.archived_at !== null || !isCommandable(slot.protocol)) return skipped('no_downlink')
  if (!hasAft(slot.protocol)) return skipped('no_aft')
  if (presenceAt(slot.last_seen_at, now) !== 'online') return skipped('offline')
  const last = win.aft_command_id === null ? undefined : await sentCommandOf(db, win.aft_command_id)
  const before = last && aftStateOf(last)
  if (before === 'ordered') return skipped('aft_under_way')
  const open = await db
    .selectFrom('machine_commands')
    .select('id')
    .where('open_target', '=', win.slot_id)
    .where('lane', '=', LANE)
    .executeTakeFirst()
  if (open) return skipped('already_ordered')
  // A transfer that may have been carried out keeps its number: a slot does no transaction twice.
  const transaction =
    before === 'unknown' && win.aft_transaction_id !== null ? win.aft_transaction_id : `J${newId(now)}`
  const command = await orderCommand(
    db,
    actor,
    {
      tenantId: win.tenant_id,
      locationId: slot.location_id,
      slotId: win.slot_id,
      smibId: null,
      kind: 'jackpot_pay',
      lane: LANE,
      input: {
        win: win.id,
        amount_minor: win.amount_minor,
        currency: win.currency,
        aft_transaction_id: transaction,
        // All of it or nothing.
        partial: false,
      },
      reason,
    },
    now,
  )
  await db
    .updateTable('jackpot_wins')
    .set(row => ({
      aft_command_id: command,
      aft_transaction_id: transaction,
      updated_at: now,
      version: row('version', '+', 1),
    }))
    .where('id', '=', win.id)
    .execute()
  await recordChange(
    db,
    actor,
    {
      entity: 'jackpot-win',
      id: win.id,
      tenantId: win.tenant_id,
      action: 'pay_aft',
      before: { number: win.number },
      after: {
        number: win.number,
        amount: { minor: win.amount_minor, currency: win.currency },
        aft_transaction_id: transaction,
        reason,
      },
    },
    now,
  )
  return { outcome: 'done' }
}

const sentCommandOf = (db: Db, id: string) =>
  db
    .selectFrom('machine_commands')
    .select(['state', 'sent_at', 'answer_code', 'answer'])
    .where('id', '=', id)
    .executeTakeFirst()

/**
 * The slot has answered, in time or late. A win that somebody has paid by hand meanwhile was paid twice, and the audit
 * log says so.
 */
export async function paymentAnswered(
  db: Db,
  { id, input, tenant_id, created_by_name, reason }: MachineCommandsTable,
  now: number,
): Promise<void> {
  const sent = await sentCommandOf(db, id)
  if (!sent || aftStateOf(sent) !== 'done') return
  const { win } = JSON.parse(input) as { win: string }
  if (await payWin(db, systemActor, { id: win, method: 'aft', reason }, now)) return
  const paid = await db
    .selectFrom('jackpot_wins')
    .select(['number', 'payment_method', 'amount_minor', 'currency'])
    .where('id', '=', win)
    .executeTakeFirst()
  if (!paid || paid.payment_method === 'aft') return
  const amount = { minor: paid.amount_minor, currency: paid.currency }
  await recordChange(
    db,
    systemActor,
    {
      entity: 'jackpot-win',
      id: win,
      tenantId: tenant_id,
      action: 'paid_twice',
      before: { number: paid.number, payment_method: paid.payment_method },
      after: { number: paid.number, payment_method: 'aft', amount, ordered_by: created_by_name },
    },
    now,
  )
}
