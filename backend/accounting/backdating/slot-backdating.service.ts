/** A slot's move or price, backdated to when it happened. */
import { DAY_MS } from '../../platform/contract/durations'
import { type FieldProblem, invalidField, Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Rebooking } from '../../telemetry/rebooking/moved-rows'
import { slotHistoryOf } from '../../telemetry/readings/slot-history.queries'
import { countedSince, heldInAnother } from '../../estate/slots/counted-days.service'
import { MOST_BACKDATED, type BackdatingRequest } from './backdating.contract'

export interface SlotBackdating {
  rebooking: Rebooking
}

export const refusedTo = (code: string, params?: FieldProblem['params']): Problem =>
  invalidField('to', code, params)

/** Throws 409 `effect_changed` for a change that is there no more, 422 for an instant that it cannot begin at. */
export async function slotBackdating(db: Db, { id, since, to }: BackdatingRequest): Promise<SlotBackdating> {
  if (typeof since !== 'number' || typeof to !== 'number') throw refusedTo('invalid')
  const was = await slotHistoryOf(db, id)
  const at = was.rows.findIndex(row => row.valid_from === since)
  const [before, row] = [was.rows[at - 1], was.rows[at]]
  if (!before || !row) throw new Problem(409, 'effect_changed')
  if (to >= since) throw refusedTo('not_earlier')
  // What was in effect between would have been so for no time.
  if (to <= before.valid_from) throw refusedTo('change_between')
  if (since - to > MOST_BACKDATED.slot * DAY_MS)
    throw refusedTo('span_too_long', { days: MOST_BACKDATED.slot })
  // The slot's form refuses it, too: sums of a day are stored by the price's number, whatever its currency.
  if (heldInAnother(was.rows.slice(0, at), row, to) && (await countedSince(db, [id], to)).has(id))
    throw refusedTo('currency_counted_then')
  const rows = was.rows.with(at, { ...row, valid_from: to, origin: 'set_back' })
  return { rebooking: { was, now: { ...was, rows }, from: to, to: since } }
}

export async function storeSlotBackdating(db: Db, { id, since, to }: BackdatingRequest): Promise<void> {
  await db
    .updateTable('slot_history')
    .set({ valid_from: Number(to), origin: 'set_back' })
    .where('slot_id', '=', id)
    .where('valid_from', '=', Number(since))
    .execute()
}
