/** Where each counter of a location must stand: its last index, and what the electronic meters moved since. */
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import { electronicBetween } from '../../telemetry/judgement/electronic.service'
import { gamingDayBounds, gamingDayOf } from '../../estate/locations/gaming-day.service'
import { DEFAULT_FACTOR } from './meter-setups.service'
import { meterKinds, type MeterKind } from './meters.contract'
import type { SlotMeterSetupsTable } from './meters.table'
import { MOST_SHEET_SLOTS, type SheetAnswer, type SheetSlots } from './sheets.contract'
import { mechanicalTolerance, toleratedOf } from './tolerance.service'
import { localTime } from '../../platform/contract/time-zone'

export interface SheetPlace {
  id: string
  name: string
  tenant_id: string
  time_zone: string
  gaming_day_start: string
}

/** Throws 404 for what is not there or not in scope. */
export async function sheetPlace(db: Db, { tenantId }: Scope, id: string): Promise<SheetPlace> {
  const place = await db
    .selectFrom('locations')
    .select(['id', 'name', 'tenant_id', 'time_zone', 'gaming_day_start'])
    .where('id', '=', id)
    .$if(tenantId !== null, query => query.where('tenant_id', '=', tenantId ?? ''))
    .executeTakeFirst()
  if (!place) throw new Problem(404, 'not_found')
  return place
}

/** As one walks through the hall. Throws 413 for a location of more slots than a sheet has room for. */
async function slotsAt(db: Db, place: SheetPlace) {
  const slots = await db
    .selectFrom('slots as s')
    .leftJoin('slot_meter_setups as m', 'm.slot_id', 's.id')
    .select([
      's.id',
      's.serial',
      's.position',
      's.currency',
      's.denomination_minor',
      'm.price_per_impulse_minor',
      'm.factor_in',
      'm.factor_out',
      'm.factor_jackpot',
      'm.mech_in',
      'm.mech_out',
      'm.mech_jackpot',
      'm.set_at',
    ])
    .where('s.location_id', '=', place.id)
    .where('s.archived_at', 'is', null)
    .orderBy('s.position')
    .orderBy('s.serial')
    .limit(MOST_SHEET_SLOTS + 1)
    .execute()
  if (slots.length > MOST_SHEET_SLOTS)
    throw new Problem(413, 'report_too_wide', { details: { limit: MOST_SHEET_SLOTS } })
  return slots
}

export async function slotsOfSheet(db: Db, place: SheetPlace): Promise<SheetSlots> {
  const slots = await slotsAt(db, place)
  return {
    location: { _id: place.id, name: place.name },
    time_zone: place.time_zone,
    slots: slots.map(({ id, serial, position, mech_in, mech_out, mech_jackpot, set_at }) => ({
      slot: { _id: id, name: serial },
      position,
      in: mech_in,
      out: mech_out,
      jackpot: mech_jackpot,
      read_at: set_at,
    })),
  }
}

type MeterSetup = Pick<
  SlotMeterSetupsTable,
  | 'price_per_impulse_minor'
  | 'factor_in'
  | 'factor_out'
  | 'factor_jackpot'
  | 'mech_in'
  | 'mech_out'
  | 'mech_jackpot'
  | 'set_at'
>

export interface Expected {
  /** In whole steps, as it is read; where it stood last, and what the electronic meters moved since. */
  index: number | null
  last: number
  moved: number
  /** Minor units: what one step is worth, and what the counter may be off. */
  step: number
  tolerance: number
}

/** Each counter's place at an instant; nobody knows where it was never read before. */
export async function expectedAt(
  db: Db,
  slotId: string,
  setup: MeterSetup | undefined,
  at: number,
  basisPoints: number,
): Promise<Record<MeterKind, Expected>> {
  const since = setup?.set_at ?? null
  const moved = since === null || since > at ? null : await electronicBetween(db, slotId, since, at)
  const of = (kind: MeterKind): Expected => {
    const index = setup?.[`mech_${kind}`] ?? null
    const step = (setup?.[`factor_${kind}`] ?? 1) * (setup?.price_per_impulse_minor ?? 1)
    if (index === null || moved === null) return { index: null, last: 0, moved: 0, step, tolerance: step - 1 }
    return {
      index: index + Math.floor(moved[kind] / step),
      last: index,
      moved: moved[kind],
      step,
      tolerance: toleratedOf(moved[kind], step, basisPoints),
    }
  }
  return { in: of('in'), out: of('out'), jackpot: of('jackpot') }
}

/** The sheet shows the meters at the end of the last day of the period, or now while that day runs. */
export async function meterSheet(
  db: Db,
  place: SheetPlace,
  { from, to }: { from: string; to: string },
  now: number,
): Promise<SheetAnswer> {
  const { time_zone: zone, gaming_day_start: start } = place
  const today = gamingDayOf(now, zone, start)
  const last = to < today ? to : today
  const at = last < today ? gamingDayBounds(last, zone, start).to : now
  const slots = await slotsAt(db, place)
  const basisPoints = await mechanicalTolerance(db, place.tenant_id)
  const entered = await db
    .selectFrom('meter_sheet_entries')
    .selectAll()
    .where('location_id', '=', place.id)
    .where('archived_at', 'is', null)
    .where('day', '>=', from)
    .where('day', '<=', last)
    .orderBy('read_at')
    .execute()
  const newest = new Map(entered.map(one => [one.slot_id, one]))
  const rows: SheetAnswer['rows'] = []
  for (const slot of slots) {
    // What was read since the sheet's moment says nothing of where a counter stood before.
    const setup = slot.set_at !== null && slot.set_at <= at ? setupOf(slot) : undefined
    const expected = await expectedAt(db, slot.id, setup, at, basisPoints)
    const read = newest.get(slot.id)
    for (const kind of meterKinds)
      rows.push({
        key: `${slot.id} ${kind}`,
        name: slot.serial,
        currency: slot.currency as SheetAnswer['rows'][number]['currency'],
        hours: null,
        position: slot.position,
        counter: kind,
        index: setup?.[`mech_${kind}`] ?? null,
        read_on:
          setup?.set_at === undefined || setup.set_at === null || setup[`mech_${kind}`] === null
            ? null
            : localTime(setup.set_at, zone).toISODate(),
        expected: expected[kind].index,
        tolerance:
          expected[kind].index === null ? null : Math.floor(expected[kind].tolerance / expected[kind].step),
        blank: '',
        read: read?.[`read_${kind}`] ?? null,
        difference: read?.[`difference_${kind}_minor`] ?? null,
      })
  }
  return {
    rows,
    totals: [],
    from,
    to: from > last ? from : last,
    open_day: null,
    missing_days: [],
    hours: null,
    from_readings: false,
    time_zone: zone,
    as_of: now,
  }
}

const setupOf = (
  slot: { [Name in keyof MeterSetup]: MeterSetup[Name] | null } & { denomination_minor: number },
): MeterSetup => ({
  price_per_impulse_minor: slot.price_per_impulse_minor ?? slot.denomination_minor,
  factor_in: slot.factor_in ?? DEFAULT_FACTOR,
  factor_out: slot.factor_out ?? DEFAULT_FACTOR,
  factor_jackpot: slot.factor_jackpot ?? DEFAULT_FACTOR,
  mech_in: slot.mech_in,
  mech_out: slot.mech_out,
  mech_jackpot: slot.mech_jackpot,
  set_at: slot.set_at,
})
