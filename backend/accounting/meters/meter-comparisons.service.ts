/**
 * What a slot's mechanical counters differ by from its electronic meters, stored next to them so that a list needs no
 * raw data. Compared when a
 * reading is entered, and again for some days: electronic readings of a SMIB that was away come late. The slot's own
 * page always compares anew.
 */
import { sql } from 'kysely'
import { HOUR_MS, MINUTE_MS } from '../../platform/contract/durations'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import { tenantByTenant, tenantsWith } from '../../platform/tasks/each-tenant.service'
import { startWatch } from '../../platform/tasks/watch.service'
import { keepComparisons } from './stored-comparisons.service'
import type { MeterKind, MeterVerdict, SlotMeters } from './meters.contract'
import { slotOf, readMeters } from './meters.queries'
import type { MeterComparisonsTable } from './meters.table'

/** After this long nothing comes late any more; a convention. */
const SETTLED_AFTER_MS = 3 * 24 * HOUR_MS
const LOOK_EVERY_MS = 20_000
const MOST_AT_ONCE = 200
const FAILED = 'mechanical meters could not be compared'

/** In the transaction that entered a reading, or alone. */
export async function compareMeters(db: Db, slotId: string, now: number): Promise<void> {
  const slot = await slotOf(db, { tenantId: null }, slotId)
  const meters = await readMeters(db, slot)
  await keepComparisons(db, [comparisonFrom(meters, now)])
}

function comparisonFrom(
  { _id, tenant, meters, price_per_impulse_minor: price, compared_from, compared_to }: SlotMeters,
  now: number,
): MeterComparisonsTable {
  const of = (
    kind: MeterKind,
    what: 'difference_minor' | 'mechanical_minor' | 'electronic_minor' = 'difference_minor',
  ) => meters.find(one => one.kind === kind)?.[what] ?? null
  const compared = meters.filter(one => one.difference_minor !== null)
  // Both ends are read in whole steps: less than one step is no difference.
  const differs = compared.some(one => Math.abs(one.difference_minor ?? 0) >= one.factor * price)
  const verdict: MeterVerdict = compared.length === 0 ? 'not_compared' : differs ? 'differs' : 'agrees'
  const age = compared_to === null ? Infinity : now - compared_to
  return {
    slot_id: _id,
    tenant_id: tenant._id,
    verdict,
    compared_from,
    compared_to,
    difference_in_minor: of('in'),
    difference_out_minor: of('out'),
    difference_jackpot_minor: of('jackpot'),
    mechanical_in_minor: of('in', 'mechanical_minor'),
    mechanical_out_minor: of('out', 'mechanical_minor'),
    mechanical_jackpot_minor: of('jackpot', 'mechanical_minor'),
    electronic_in_minor: of('in', 'electronic_minor'),
    electronic_out_minor: of('out', 'electronic_minor'),
    electronic_jackpot_minor: of('jackpot', 'electronic_minor'),
    compared_at: compared_to === null ? null : now,
    again_at: age < HOUR_MS ? now + 15 * MINUTE_MS : age < SETTLED_AFTER_MS ? now + 6 * HOUR_MS : null,
  }
}

/** Compares what is due; answers how many that were. */
export async function compareDue(deps: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<number> {
  const { db } = deps
  const now = deps.clock()
  const tenants = await tenantsWith(
    db,
    sql`select tenant_id from meter_comparisons where again_at <= ${now} group by tenant_id order by min(again_at)`,
  )
  return tenantByTenant(deps, tenants, {
    most: MOST_AT_ONCE,
    failed: FAILED,
    async work(tenant, most) {
      const due = await db
        .selectFrom('meter_comparisons')
        .select('slot_id')
        .where('tenant_id', '=', tenant)
        .where('again_at', '<=', now)
        .orderBy('again_at')
        .limit(most)
        .execute()
      for (const { slot_id } of due) await compareMeters(db, slot_id, now)
      return due.length
    },
  })
}

export const startMeterComparisons = (deps: Deps): { stop(): Promise<void> } =>
  startWatch(deps, {
    name: 'meter-comparisons',
    everyMs: LOOK_EVERY_MS,
    leaseMs: 3 * LOOK_EVERY_MS,
    failed: FAILED,
    look: () => compareDue(deps),
  })
