/**
 * A tenant's own settings limit a payment: how much a player may move on one gaming day, and how long a code is
 * valid.
 */
import { sql } from 'kysely'
import { settingsHeldBy } from '../../platform/layered-settings/settings-held.service'
import type { Db } from '../../platform/db/database'
import { placeOf } from '../../telemetry/gaming-days/place.service'
import { gamingDayBoundsIn, gamingDayIn } from '../../estate/locations/gaming-day.service'
import type { PaymentTransactionsTable } from './payments.table'

export interface DaySettings {
  codeMs: number
  /** Minor units of the tenant's currency; null: no limit. */
  limits: Record<'cash_in' | 'cash_out', number | null>
}

export async function daySettings(db: Db, tenantId: string): Promise<DaySettings> {
  const settings = await settingsHeldBy(db, { tenantId }, 'payments', tenantId)
  const amount = (key: string) => {
    const value = settings[key]?.value ?? null
    return value === null ? null : Number(value)
  }
  return {
    codeMs: Number(settings.code_lifetime?.value) * 1_000,
    limits: { cash_in: amount('day_limit_in'), cash_out: amount('day_limit_out') },
  }
}

/** No money moves, or it came back. */
const UNPAID = ['failed', 'declined', 'cancelled', 'expired', 'reversed'] as const

/**
 * Whether a payment that is stored brings what its player moved in one direction on its gaming day beyond the limit; of
 * nobody it is known whose, so the slot's count. In a transaction, whose end lets the tenant's next payment be counted:
 * of two at once neither would see the other.
 */
export async function isBeyondDay(
  db: Db,
  payment: PaymentTransactionsTable,
  { limits }: DaySettings,
): Promise<boolean> {
  const { tenant_id, location_id, slot_id, player_ref, direction, currency, occurred_at } = payment
  const limit = limits[direction]
  if (limit === null) return false
  const { rules } = await placeOf(db, { tenantId: tenant_id }, location_id)
  const { from, to } = gamingDayBoundsIn(rules, gamingDayIn(rules, occurred_at))
  await db
    .updateTable('payment_merchants')
    .set({ tenant_id })
    .where('tenant_id', '=', tenant_id)
    .where('archived_at', 'is', null)
    .execute()
  const { sum } = await db
    .selectFrom('payment_transactions')
    .select(sql<number | string | null>`sum(amount_minor)`.as('sum'))
    .where('tenant_id', '=', tenant_id)
    .$if(player_ref !== null, query => query.where('player_ref', '=', player_ref))
    .$if(player_ref === null, query => query.where('slot_id', '=', slot_id).where('player_ref', 'is', null))
    .where('direction', '=', direction)
    .where('currency', '=', currency)
    .where('occurred_at', '>=', from)
    .where('occurred_at', '<', to)
    .where('state', 'not in', UNPAID)
    .executeTakeFirstOrThrow()
  return Number(sum ?? 0) > limit
}
