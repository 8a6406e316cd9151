/**
 * A slot's mechanical counters as a page shows them: how they count, where they stand, and what the electronic ones
 * say.
 */
import type { Db } from '../../platform/db/database'
import { Problem } from '../../platform/contract/problem'
import type { Scope } from '../../platform/request/actor'
import {
  electronicBetween,
  electronicParts,
  type ElectronicMoney,
} from '../../telemetry/judgement/electronic.service'
import { latestMeters } from '../../telemetry/judgement/latest.service'
import { meterKinds, type Meter, type MeterKind, type SlotMeters } from './meters.contract'
import { DEFAULT_FACTOR } from './meter-setups.service'
import type { MechanicalReadingsTable, SlotMeterSetupsTable } from './meters.table'

const SHOWN_READINGS = 50
/** A comparison goes back at most this many readings. */
const MOST_READINGS = 2_000

export interface Slot {
  id: string
  serial: string
  tenant_id: string
  tenant_name: string
  location_id: string
  location_name: string
  time_zone: string
  currency: string
  denomination_minor: number
  archived_at: number | null
}

/** Throws 404 for what is not there or not in scope. */
export async function slotOf(db: Db, scope: Scope, slotId: string): Promise<Slot> {
  const row = await db
    .selectFrom('slots as s')
    .innerJoin('tenants as t', 't.id', 's.tenant_id')
    .innerJoin('locations as l', 'l.id', 's.location_id')
    .select([
      's.id',
      's.serial',
      's.tenant_id',
      't.name as tenant_name',
      's.location_id',
      'l.name as location_name',
      'l.time_zone',
      's.currency',
      's.denomination_minor',
      's.archived_at',
    ])
    .where('s.id', '=', slotId)
    .$if(scope.tenantId !== null, query => query.where('s.tenant_id', '=', scope.tenantId))
    .executeTakeFirst()
  if (!row) throw new Problem(404, 'not_found')
  return row
}

export const setupOf = (db: Db, slotId: string): Promise<SlotMeterSetupsTable | undefined> =>
  db.selectFrom('slot_meter_setups').selectAll().where('slot_id', '=', slotId).executeTakeFirst()

export async function readMeters(db: Db, slot: Slot): Promise<SlotMeters> {
  const setup = await setupOf(db, slot.id)
  const newest = await db
    .selectFrom('mechanical_readings')
    .selectAll()
    .where('slot_id', '=', slot.id)
    .orderBy('read_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_READINGS)
    .execute()
  const { total } = await db
    .selectFrom('mechanical_readings')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('slot_id', '=', slot.id)
    .executeTakeFirstOrThrow()
  const compared = sinceBaseline(newest)
  const [first, last] = [compared[0], compared.at(-1)]
  const spans = first && last && first !== last
  const electronic = spans ? await electronicBetween(db, slot.id, first.read_at, last.read_at) : null
  const mechanical = spans ? movedBetween(compared) : null
  const sas = await sasNow(db, slot.id)
  return {
    _id: slot.id,
    slot: { _id: slot.id, name: slot.serial },
    location: { _id: slot.location_id, name: slot.location_name },
    tenant: { _id: slot.tenant_id, name: slot.tenant_name },
    currency: slot.currency as SlotMeters['currency'],
    archived: slot.archived_at !== null,
    version: setup?.version ?? 0,
    price_per_impulse_minor: setup?.price_per_impulse_minor ?? slot.denomination_minor,
    time_zone: slot.time_zone,
    meters: meterKinds.map((kind): Meter => {
      const credits = sas?.credits[kind] ?? null
      const [moved, reported] = [mechanical?.[kind] ?? null, electronic?.[kind] ?? null]
      return {
        kind,
        factor: setup?.[`factor_${kind}`] ?? DEFAULT_FACTOR,
        index: setup?.[`mech_${kind}`] ?? null,
        read_at: setup?.set_at ?? null,
        sas_credits: credits,
        sas_minor: credits === null ? null : credits * slot.denomination_minor,
        mechanical_minor: moved,
        electronic_minor: moved === null ? null : reported,
        difference_minor: moved === null || reported === null ? null : moved - reported,
      }
    }),
    compared_from: spans ? first.read_at : null,
    compared_to: spans ? last.read_at : null,
    sas_at: sas?.at ?? null,
    readings: newest.slice(0, SHOWN_READINGS).map(row => ({
      _id: row.id,
      read_at: row.read_at,
      entered_at: row.entered_at,
      entered_by: row.entered_by_name,
      in: row.mech_in,
      out: row.mech_out,
      jackpot: row.mech_jackpot,
      baseline: row.baseline === 1,
      reason: row.reason,
    })),
    readings_total: Number(total),
  }
}

/** Oldest first, from the newest baseline on. `newest`: newest first. */
function sinceBaseline(newest: readonly MechanicalReadingsTable[]): MechanicalReadingsTable[] {
  const at = newest.findIndex(row => row.baseline === 1)
  return newest.slice(0, at < 0 ? newest.length : at + 1).reverse()
}

/** Money by the factors of each reading; null where the counter was not read at both ends. */
function movedBetween(readings: readonly MechanicalReadingsTable[]): Record<MeterKind, number | null> {
  const of = (kind: MeterKind): number | null => {
    let moved: number | null = null
    let before: number | null = readings[0]?.[`mech_${kind}`] ?? null
    for (const row of readings.slice(1)) {
      const index = row[`mech_${kind}`]
      if (index === null || before === null) continue
      moved = (moved ?? 0) + (index - before) * row[`factor_${kind}`] * row.price_per_impulse_minor
      before = index
    }
    return moved
  }
  return { in: of('in'), out: of('out'), jackpot: of('jackpot') }
}

/** The meters of the newest reading, as the slot shows them: eight digits. */
async function sasNow(
  db: Db,
  slotId: string,
): Promise<{ at: number; credits: Record<MeterKind, number | null> } | null> {
  const row = await db
    .selectFrom('counter_latest')
    .select(['server_time', 'meters'])
    .where('slot_id', '=', slotId)
    .where('game_nr', '=', 0)
    .executeTakeFirst()
  if (!row) return null
  const known = latestMeters(row.meters)
  const sum = (kind: keyof ElectronicMoney): number | null => {
    const values = electronicParts[kind].flatMap(name => known[name] ?? [])
    return values.length === 0 ? null : values.reduce((total, one) => total + one, 0)
  }
  return { at: row.server_time, credits: { in: sum('in'), out: sum('out'), jackpot: sum('jackpot') } }
}
