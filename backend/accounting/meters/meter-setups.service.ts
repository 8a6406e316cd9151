/**
 * How slots' mechanical counters count and where they stand: one way to write it, for one slot or for an import of
 * 65,000.
 */
import { sql } from 'kysely'
import { insertMany, rowsAsTable, type Columns } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import { keepComparisons, uncompared } from './stored-comparisons.service'
import type { MeterSetupInput, SetupBy } from '../../workflow/imports/meter-setups.service'
import type { MechanicalReadingsTable, SlotMeterSetupsTable } from './meters.table'

/** Impulses to a step of the index, where nobody has said otherwise. */
export const DEFAULT_FACTOR = 1

/**
 * Call it in a transaction; the caller records the change in the audit log. Indexes that differ from the stored ones
 * are a new reading, from which the
 * comparison with the electronic meters starts anew. The slots must exist; an impulse is worth one credit unless the
 * setup says otherwise.
 */
export async function saveMeterSetups(
  db: Db,
  rows: readonly MeterSetupInput[],
  now: number,
  by: SetupBy = { id: 'system', name: 'system' },
): Promise<void> {
  if (rows.length === 0) return
  const known = await knownFor(
    db,
    rows.map(row => row.slot_id),
  )
  const setups: SlotMeterSetupsTable[] = []
  const readings: MechanicalReadingsTable[] = []
  for (const row of rows) {
    const before = known.get(row.slot_id)
    if (!before) continue
    const indexes = {
      mech_in: row.mech_in ?? before.mech_in,
      mech_out: row.mech_out ?? before.mech_out,
      mech_jackpot: row.mech_jackpot ?? before.mech_jackpot,
    }
    const read =
      indexes.mech_in !== before.mech_in ||
      indexes.mech_out !== before.mech_out ||
      indexes.mech_jackpot !== before.mech_jackpot
    const rates = {
      price_per_impulse_minor:
        row.price_per_impulse_minor ?? before.price_per_impulse_minor ?? before.denomination_minor,
      factor_in: row.factor_in ?? before.factor_in ?? DEFAULT_FACTOR,
      factor_out: row.factor_out ?? before.factor_out ?? DEFAULT_FACTOR,
      factor_jackpot: row.factor_jackpot ?? before.factor_jackpot ?? DEFAULT_FACTOR,
      currency: before.currency,
    }
    setups.push({
      slot_id: row.slot_id,
      tenant_id: before.tenant_id,
      version: (before.version ?? 0) + 1,
      ...rates,
      ...indexes,
      set_at: read ? now : before.set_at,
      updated_at: now,
    })
    if (read)
      readings.push({
        id: newId(now),
        slot_id: row.slot_id,
        tenant_id: before.tenant_id,
        read_at: now,
        entered_at: now,
        ...indexes,
        ...rates,
        baseline: 1,
        reason: by.reason ?? null,
        entered_by: by.id,
        entered_by_name: by.name,
      })
  }
  await insertMany(
    db,
    'slot_meter_setups',
    setupColumns,
    setups,
    sql`(slot_id) do update set ${sql.join(updated.map(name => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}`,
  )
  await insertMany(db, 'mechanical_readings', readingColumns, readings)
  await keepComparisons(db, uncompared(readings, { due: false }))
}

/** The stored setups, for an undo to put back; slots without a setup are left out. */
export async function readMeterSetups(
  db: Db,
  slotIds: readonly string[],
): Promise<Map<string, SlotMeterSetupsTable>> {
  const { rows } = await sql<SlotMeterSetupsTable>`select m.* from ${rowsAsTable(
    db,
    { slot_id: 'text' },
    slotIds.map(slot_id => ({ slot_id })),
  )}
    join slot_meter_setups m on m.slot_id = b.slot_id`.execute(db)
  return new Map(rows.map(row => [row.slot_id, row]))
}

/** For an undo of what `saveMeterSetups` added: setup and readings are gone. */
export async function dropMeterSetups(db: Db, slotIds: readonly string[]): Promise<void> {
  for (const table of ['mechanical_readings', 'meter_comparisons', 'slot_meter_setups']) {
    await sql`delete from ${sql.table(table)} where slot_id in (select slot_id from ${rowsAsTable(
      db,
      { slot_id: 'text' },
      slotIds.map(slot_id => ({ slot_id })),
    )})`.execute(db)
  }
}

type Nullable<Row> = { [Name in keyof Row]: Row[Name] | null }
type Known = Nullable<Omit<SlotMeterSetupsTable, 'tenant_id' | 'currency'>> & {
  id: string
  tenant_id: string
  currency: string
  denomination_minor: number
}

async function knownFor(db: Db, slotIds: readonly string[]): Promise<Map<string, Known>> {
  const { rows } =
    await sql<Known>`select s.id, s.tenant_id, s.currency, s.denomination_minor, m.version, m.price_per_impulse_minor, m.factor_in, m.factor_out, m.factor_jackpot,
      m.mech_in, m.mech_out, m.mech_jackpot, m.set_at
    from ${rowsAsTable(
      db,
      { slot_id: 'text' },
      slotIds.map(slot_id => ({ slot_id })),
    )} join slots s on s.id = b.slot_id left join slot_meter_setups m on m.slot_id = s.id`.execute(db)
  return new Map(rows.map(row => [row.id, row]))
}

export const setupColumns: Columns<SlotMeterSetupsTable> = {
  slot_id: 'text',
  tenant_id: 'text',
  version: 'bigint',
  price_per_impulse_minor: 'bigint',
  currency: 'text',
  factor_in: 'bigint',
  factor_out: 'bigint',
  factor_jackpot: 'bigint',
  mech_in: 'bigint',
  mech_out: 'bigint',
  mech_jackpot: 'bigint',
  set_at: 'bigint',
  updated_at: 'bigint',
}
const updated = Object.keys(setupColumns).filter(name => name !== 'slot_id' && name !== 'tenant_id')

export const readingColumns: Columns<MechanicalReadingsTable> = {
  id: 'text',
  slot_id: 'text',
  tenant_id: 'text',
  read_at: 'bigint',
  entered_at: 'bigint',
  mech_in: 'bigint',
  mech_out: 'bigint',
  mech_jackpot: 'bigint',
  price_per_impulse_minor: 'bigint',
  currency: 'text',
  factor_in: 'bigint',
  factor_out: 'bigint',
  factor_jackpot: 'bigint',
  baseline: 'bigint',
  reason: 'text',
  entered_by: 'text',
  entered_by_name: 'text',
}
