/**
 * The demo slots' mechanical counters: a setup for each, and a reading a week that agrees with what its electronic
 * meters have moved, but for one slot, where 37 lei have not been counted (domain notes, section 14), and one, whose
 * counter was exchanged.
 */
import { DAY_MS } from '../platform/contract/durations'
import { sql } from 'kysely'
import { insertMany } from '../platform/db/bulk'
import type { Db } from '../platform/db/database'
import { numberOf, numbersOf } from '../platform/db/short-ids'
import { newId } from '../platform/db/new-id'
import { keepComparisons, uncompared } from '../accounting/meters/stored-comparisons.service'
import { readingColumns, setupColumns } from '../accounting/meters/meter-setups.service'
import type { MechanicalReadingsTable, SlotMeterSetupsTable } from '../accounting/meters/meters.table'
import { electronicParts } from '../telemetry/judgement/electronic.service'
import { type DemoSlot, type Network } from './network'
import { randomFor } from './random'

const WEEK_MS = 7 * DAY_MS
/** The amount that the mismatch story is short of, in bani. */
export const MISSING_MINOR = 3_700

interface Moved {
  in: number
  out: number
  jackpot: number
}
type Sums = ReadonlyMap<string, Moved>

/** Called when the history of these slots is complete, in the transaction that records it. */
export async function addMechanicalMeters(
  db: Db,
  network: Network,
  slots: readonly DemoSlot[],
  weeks: readonly { at: number; moved: Sums }[],
): Promise<void> {
  const setups: SlotMeterSetupsTable[] = []
  const readings: MechanicalReadingsTable[] = []
  const [hero, exchanged] = heroes(slots)
  for (const slot of slots) {
    const random = randomFor(network.seed, 'mechanical', slot.index)
    const factor = slot.manufacturer === 'Novomatic' ? 10 : 1
    const rates = {
      price_per_impulse_minor: slot.denomination,
      currency: 'RON',
      factor_in: factor,
      factor_out: factor,
      factor_jackpot: factor,
    }
    const start = {
      in: random.int(100_000, 30_000_000),
      out: random.int(80_000, 20_000_000),
      jackpot: random.int(0, 90_000),
    }
    const total = { in: 0, out: 0, jackpot: 0 }
    let last = { mech_in: 0, mech_out: 0, mech_jackpot: 0 }
    let lastAt = network.historyStart
    for (const [week, { at, moved }] of weeks.entries()) {
      const minor = moved.get(slot.slotId)
      for (const kind of ['in', 'out', 'jackpot'] as const) total[kind] += minor?.[kind] ?? 0
      const isNew = slot === exchanged && week === weeks.length - 3
      if (isNew) {
        Object.assign(total, { in: 0, out: 0, jackpot: 0 })
        Object.assign(start, { in: 12, out: 8, jackpot: 0 })
      }
      const missing = slot === hero && week === weeks.length - 1 ? MISSING_MINOR : 0
      const index = (kind: keyof Moved, less = 0) =>
        start[kind] + Math.floor((total[kind] - less) / (factor * slot.denomination))
      last = { mech_in: index('in', missing), mech_out: index('out'), mech_jackpot: index('jackpot') }
      lastAt = at
      readings.push({
        id: newId(at),
        slot_id: slot.slotId,
        tenant_id: slot.tenantId,
        read_at: at,
        entered_at: at + random.int(4, 55) * 60_000,
        ...last,
        ...rates,
        baseline: week === 0 || isNew ? 1 : 0,
        reason: isNew ? 'Contor mecanic înlocuit, sigiliu nou 88213' : null,
        entered_by: 'demo',
        entered_by_name: slot.location.contact,
      })
    }
    setups.push({
      slot_id: slot.slotId,
      tenant_id: slot.tenantId,
      version: weeks.length,
      ...rates,
      ...last,
      set_at: lastAt,
      updated_at: lastAt,
    })
  }
  await insertMany(db, 'slot_meter_setups', setupColumns, setups, sql`(slot_id) do nothing`)
  await insertMany(db, 'mechanical_readings', readingColumns, readings)
  await keepComparisons(db, uncompared(setups, { due: true }))
}

/** Ordinary slots, so that nothing else explains what is seen. */
function heroes(slots: readonly DemoSlot[]): readonly (DemoSlot | undefined)[] {
  const ordinary = slots.filter(
    ({ story, smib, status, denomination, manufacturer, demo }) =>
      !story && smib && status === 'active' && denomination === 1 && manufacturer === 'EGT' && !demo,
  )
  // One network, one mismatch: only the largest operator has it.
  return slots[0]?.index === 0 ? [ordinary[3], ordinary[9]] : []
}

/**
 * The movement of each slot's electronic meters from reading to reading, in bani. The first one is where the history
 * begins.
 */
export async function movedByWeek(
  db: Db,
  { historyStart, historyEnd }: Network,
  tenantId: string,
): Promise<{ at: number; moved: Sums }[]> {
  const ends: number[] = []
  for (let at = historyEnd; at > historyStart; at -= WEEK_MS) ends.unshift(at)
  const weeks: { at: number; moved: Sums }[] = [{ at: historyStart, moved: new Map() }]
  const sum = (kind: keyof Moved) =>
    sql.join(
      electronicParts[kind].map(name => sql.ref(name)),
      sql` + `,
    )
  for (const at of ends) {
    const from = weeks.at(-1)?.at ?? historyStart
    const { rows } = await sql<
      Moved & { slot_id: string }
    >`select slot_id, sum((${sum('in')}) * denomination_minor) as "in", sum((${sum('out')}) * denomination_minor) as "out",
        sum((${sum('jackpot')}) * denomination_minor) as jackpot
      from counter_hours where location_nr in ${numbersOf(sql`select id from locations where tenant_id = ${tenantId}`)}
        and game_nr = 0 and hour_start >= ${from} and hour_start < ${at} group by slot_id`.execute(db)
    const moved = new Map<string, Moved>()
    for (const row of [...rows, ...(await quarantinedBetween(db, tenantId, from, at))]) {
      const before = moved.get(row.slot_id)
      moved.set(row.slot_id, {
        in: (before?.in ?? 0) + Number(row.in),
        out: (before?.out ?? 0) + Number(row.out),
        jackpot: (before?.jackpot ?? 0) + Number(row.jackpot),
      })
    }
    weeks.push({ at, moved })
  }
  return weeks
}

/**
 * A mechanical counter turns while readings of the electronic ones are held: what a break would book of them, whoever
 * decides on it agrees with.
 */
async function quarantinedBetween(db: Db, tenantId: string, from: number, to: number) {
  const sum = (kind: keyof Moved) =>
    sql.join(
      electronicParts[kind].map(name => sql`coalesce(r.${sql.ref(name)}, 0)`),
      sql` + `,
    )
  const moved = (kind: keyof Moved) =>
    sql`(max(${sum(kind)}) - min(${sum(kind)})) * p.denomination_minor as ${sql.ref(kind)}`
  const { rows } = await sql<Moved & { slot_id: string }>`
    select p.slot_id, ${moved('in')}, ${moved('out')}, ${moved('jackpot')}
    from repairs as p join counter_readings as r on r.slot_nr = ${numberOf(sql`p.slot_id`)} and r.game_nr = p.game_nr
      and r.server_time >= p.crossing and r.server_time <= p.until and r.held = 'open'
    where p.tenant_id = ${tenantId} and p.game_nr = 0 and p.state = 'open' and p.crossing >= ${from} and p.crossing < ${to}
    group by p.id, p.slot_id, p.denomination_minor`.execute(db)
  return rows
}
