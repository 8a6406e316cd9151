/**
 * Stores what slots report of progressive wins, in the transaction that stores the message;
 * `win-detection.service.ts` judges it afterwards.
 */
import { sql, type CompiledQuery } from 'kysely'
import { insertion } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import { dueByTenant } from '../../platform/tasks/each-tenant.service'
import type { ObservedEvent, ObservedMeters } from '../../telemetry/readings/observers.service'

/** SAS: progressive win, level of this system hit, handpay pending, handpay reset (domain notes, section 3). */
const CODES = new Set(['54', '56', '51', '52'])
/** Paid by the machine, and by an attendant, of progressive wins: in accounting credits. */
const MACHINE_PAID = '001D'
const HAND_PAID = '0020'

const hasProgressiveMeters = ({ more }: ObservedMeters): boolean =>
  more.includes(MACHINE_PAID) || more.includes(HAND_PAID)

export function* storeProgressiveReports(
  db: Db,
  events: readonly ObservedEvent[],
  meters: readonly ObservedMeters[],
  now: number,
): Iterable<CompiledQuery> {
  yield* intoReports(
    db,
    events.flatMap(({ slotId, tenantId, locationId, code, at, data }) => {
      if (slotId === null || !CODES.has(code)) return []
      const { level, amount, isProgressive } = handpayInfo(data)
      // A handpay of something else is nobody's jackpot; its reset may be, since most slots do not say what they reset.
      if (!isProgressive && code === '51') return []
      if (!isProgressive && code === '52' && data !== null && amount !== null) return []
      return [
        [
          newId(now),
          slotId,
          tenantId,
          locationId,
          code,
          'new',
          at,
          now,
          level,
          amount,
          isProgressive ? 1 : 0,
        ],
      ]
    }),
  )
  // Meters only rise, so the newest of several readings in one batch counts.
  const newest = new Map<string, ObservedMeters>()
  for (const one of meters.filter(hasProgressiveMeters))
    if (one.at >= (newest.get(one.slotId)?.at ?? 0)) newest.set(one.slotId, one)
  yield* intoMeters(
    db,
    [...newest.values()].map(({ slotId, tenantId, locationId, at, more }) => {
      const values = JSON.parse(more) as Record<string, number>
      return [slotId, tenantId, locationId, at, values[MACHINE_PAID] ?? null, values[HAND_PAID] ?? null]
    }),
  )
}

/** As long poll 1B tells it (domain notes, section 1): level 1 to 32, 0 and 64 for none; the amount in cents. */
function handpayInfo(data: string | null): {
  level: number | null
  amount: number | null
  isProgressive: boolean
} {
  const values = (data === null ? {} : JSON.parse(data)) as Record<string, unknown>
  const whole = (name: string, most: number) => {
    const value = values[name]
    return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= most ? value : null
  }
  const level = whole('progressive_level', 32)
  return {
    level,
    amount: whole('amount_minor', 1_000_000_000_000),
    isProgressive: level !== null || values.kind === 'progressive',
  }
}

const intoReports = insertion('jackpot_reports', {
  id: 'text',
  slot_id: 'text',
  tenant_id: 'text',
  location_id: 'text',
  code: 'text',
  state: 'text',
  at: 'bigint',
  created_at: 'bigint',
  level_nr: 'bigint',
  amount_minor: 'bigint',
  is_progressive: 'bigint',
})

/** A slot's meters begin at their first reported value: what they counted before is no new win. */
const intoMeters = insertion(
  'jackpot_meters',
  {
    slot_id: 'text',
    tenant_id: 'text',
    location_id: 'text',
    at: 'bigint',
    machine_paid: 'bigint',
    hand_paid: 'bigint',
  },
  `(slot_id) do update set at = excluded.at, tenant_id = excluded.tenant_id, location_id = excluded.location_id,
    machine_paid = coalesce(excluded.machine_paid, jackpot_meters.machine_paid),
    hand_paid = coalesce(excluded.hand_paid, jackpot_meters.hand_paid) where excluded.at > jackpot_meters.at`,
)

/** By tenant, slots with something to judge: reports that nobody has read, and meters that have moved. */
export const slotsWithReports = (db: Db) =>
  dueByTenant(
    db,
    sql<{ tenant_id: string; slot_id: string }>`
      select tenant_id, slot_id from jackpot_reports where state = 'new'
      union select tenant_id, slot_id from jackpot_meters where seen_at is null or machine_paid is not null and (seen_machine is null or machine_paid <> seen_machine)
        or hand_paid is not null and (seen_hand is null or hand_paid <> seen_hand)`,
  )
