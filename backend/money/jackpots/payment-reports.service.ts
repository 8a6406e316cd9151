/** Wins that their slot has paid: a handpay that was reset (52), or the machine's own payment (meter 001D). */
import type { Db } from '../../platform/db/database'
import { systemActor } from '../../platform/request/actor'
import { LATER_MS } from './gather'
import { reportsOf } from './match.service'
import { payWin } from './payments.service'

/** Runs in a transaction that locks the slot's reports. */
export async function payReportedWins(db: Db, slotId: string, now: number): Promise<void> {
  const wins = await db
    .selectFrom('jackpot_wins as w')
    .innerJoin('jackpot_tellings as t', 't.win_id', 'w.id')
    .select(['w.id', 't.evidence', 't.from_at'])
    .where('w.slot_id', '=', slotId)
    .where('w.state', 'in', ['celebrating', 'payment_pending'])
    .orderBy('t.from_at')
    .execute()
  for (const { id, evidence, from_at } of wins) {
    const codes = new Set(reportsOf({ evidence }).map(({ code }) => code))
    const isPaid = codes.has('001D') || codes.has('52')
    // Most slots do not say what was reset: after a handpay of theirs, it was that one.
    if (!isPaid && !(codes.has('51') && (await useReset(db, slotId, from_at)))) continue
    await payWin(
      db,
      systemActor,
      { id, method: codes.has('001D') ? 'machine' : 'handpay', reason: null },
      now,
    )
  }
}

/** Each reset pays one win. */
async function useReset(db: Db, slotId: string, from: number): Promise<boolean> {
  const reset = await db
    .selectFrom('jackpot_reports')
    .select('id')
    .where('slot_id', '=', slotId)
    .where('code', '=', '52')
    .where('state', '=', 'read')
    .where('is_progressive', '=', 0)
    .where('at', '>=', from)
    .where('at', '<=', from + LATER_MS)
    .orderBy('at')
    .executeTakeFirst()
  if (!reset) return false
  await db.updateTable('jackpot_reports').set({ state: 'used' }).where('id', '=', reset.id).execute()
  return true
}
