/** Stores comparisons between counters; `meter-comparisons.service.ts` makes them. */
import { sql } from 'kysely'
import { insertMany, type Columns } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import type { MeterComparisonsTable } from './meters.table'

/**
 * For slots whose counters begin anew: nothing is compared until they are read again. `due`: they have readings that
 * nobody has compared yet.
 */
export const uncompared = (
  slots: readonly { slot_id: string; tenant_id: string }[],
  { due }: { due: boolean },
): MeterComparisonsTable[] =>
  slots.map(({ slot_id, tenant_id }) => ({
    slot_id,
    tenant_id,
    verdict: 'not_compared',
    compared_from: null,
    compared_to: null,
    difference_in_minor: null,
    difference_out_minor: null,
    difference_jackpot_minor: null,
    mechanical_in_minor: null,
    mechanical_out_minor: null,
    mechanical_jackpot_minor: null,
    electronic_in_minor: null,
    electronic_out_minor: null,
    electronic_jackpot_minor: null,
    compared_at: null,
    again_at: due ? 0 : null,
  }))

export async function keepComparisons(db: Db, rows: readonly MeterComparisonsTable[]): Promise<void> {
  await insertMany(
    db,
    'meter_comparisons',
    columns,
    rows,
    sql`(slot_id) do update set ${sql.join(changed.map(name => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}`,
  )
}

const columns: Columns<MeterComparisonsTable> = {
  slot_id: 'text',
  tenant_id: 'text',
  verdict: 'text',
  compared_from: 'bigint',
  compared_to: 'bigint',
  difference_in_minor: 'bigint',
  difference_out_minor: 'bigint',
  difference_jackpot_minor: 'bigint',
  mechanical_in_minor: 'bigint',
  mechanical_out_minor: 'bigint',
  mechanical_jackpot_minor: 'bigint',
  electronic_in_minor: 'bigint',
  electronic_out_minor: 'bigint',
  electronic_jackpot_minor: 'bigint',
  compared_at: 'bigint',
  again_at: 'bigint',
}
const changed = Object.keys(columns).filter(name => name !== 'slot_id' && name !== 'tenant_id')
