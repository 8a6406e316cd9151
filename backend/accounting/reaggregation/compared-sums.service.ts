/**
 * A slot's stored sums are compared with what its readings say. What differs is put right, but never in a sealed day
 * or a locked period.
 */
import { DAY_MS, HOUR_MS } from '../../platform/contract/durations'
import type { Db } from '../../platform/db/database'
import { markClosedDays } from '../../telemetry/readings/day-marks.service'
import { pipelined } from '../../platform/db/bulk'
import { numberOf } from '../../platform/db/short-ids'
import { sealedThrough } from '../period-lock/fiscal-head.service'
import { lockOf } from '../period-lock/period-lock.service'
import { rebookedSums } from '../../telemetry/rebooking/rebook-from-readings.service'
import type { DiffRow, DiffState, HourDiffRow } from './reaggregation.contract'
import { gamingDayIn, type DayRule } from '../../estate/locations/gaming-day.service'
import { hourEnd } from '../../telemetry/readings/gaming-hours.service'
import { sumOf, type Moved } from '../../telemetry/readings/measures.contract'
import { movementNames } from '../../telemetry/readings/meters.contract'
import { intoDays, intoHours, type SumRow } from '../../telemetry/judgement/roll-ups'
import { dayRules } from '../../telemetry/readings/slot-history.queries'

export interface Period {
  /** Gaming days, both included. */
  from: string
  through: string
}
/** A day of which the sums differ, of one place and price. */
type DayDiff = Omit<DiffRow, 'slot' | 'serial'>
type HourDiff = Omit<HourDiffRow, 'slot' | 'serial'>
export interface Compared {
  hours: number
  days: number
  changedHours: number
  changedDays: number
  /** Days that differ, those that must stay as they are too. */
  diffs: DayDiff[]
  /** The same of hours. */
  hourDiffs: HourDiff[]
}

/** In `SumRow`. */
const [AT, GAME, LOCATION, PRICE, TENANT, CURRENCY, READINGS, FIRST] = [1, 2, 3, 4, 5, 6, 7, 8]

/** A stored row and the one worked out afresh. */
interface Pair {
  stored: SumRow | undefined
  fresh: SumRow | undefined
}

/** Writing belongs in a transaction, while nothing is stored of the slot's readings and after `holdSlot`. */
export async function compareSlot(db: Db, slotId: string, period: Period, write: boolean): Promise<Compared> {
  // Whatever the zone and the start of the day: dates begin and end within this.
  const window = {
    from: Date.parse(period.from) - DAY_MS,
    to: Date.parse(period.through) + 3 * DAY_MS,
  }
  const fresh = await rebookedSums(db, slotId, window)
  const stored = await storedRows(db, slotId, period, window)
  const places = await placesOf(db, [...fresh.hours, ...fresh.days, ...stored.hours, ...stored.days])
  const isWithin = (day: string) => day >= period.from && day <= period.through
  const daysOf = (row: SumRow) => {
    const rules = places.get(String(row[LOCATION]))?.rules ?? []
    // Of the whole hour: its parts are put right together, or not at all.
    const end = hourEnd(Number(row[AT]))
    return [gamingDayIn(rules, end - HOUR_MS), gamingDayIn(rules, end - 1)]
  }
  const hours = paired(stored.hours, fresh.hours).filter(pair => daysOf(rowOf(pair)).some(isWithin))
  const days = paired(stored.days, fresh.days).filter(pair => isWithin(String(rowOf(pair)[AT])))
  const stateOf = (row: SumRow, all: readonly string[]): DiffState => {
    const place = places.get(String(row[LOCATION]))
    const first = all.toSorted()[0] ?? ''
    return first <= (place?.sealed ?? '') ? 'sealed' : first <= (place?.locked ?? '') ? 'locked' : 'changed'
  }
  const apart = <Kind extends Pair>(pairs: readonly Kind[], keysOf: (row: SumRow) => readonly string[]) =>
    pairs.flatMap(pair => {
      const change = differenceOf(pair)
      return change ? [{ pair, change, state: stateOf(change, keysOf(change)) }] : []
    })
  const wrongHours = apart(hours, daysOf)
  const wrongDays = apart(days, row => [String(row[AT])])
  const [rightHours, rightDays] = [wrongHours, wrongDays].map(all =>
    all.filter(one => one.state === 'changed').map(one => one.change),
  ) as [SumRow[], SumRow[]]
  if (write && rightHours.length + rightDays.length > 0)
    await pipelined(db, [
      ...intoHours(db, rightHours),
      ...intoDays(db, rightDays),
      ...markClosedDays(
        db,
        rightDays.map(row => ({ locationId: String(row[LOCATION]), day: String(row[AT]) })),
      ),
    ])
  return {
    hours: hours.length,
    days: days.length,
    changedHours: rightHours.length,
    changedDays: rightDays.length,
    diffs: wrongDays.map(one => ({ day: String(one.change[AT]), ...differing(one) })),
    hourDiffs: wrongHours.map(one => ({ hour: Number(one.change[AT]), ...differing(one) })),
  }
}

const differing = ({ pair, change, state }: { pair: Pair; change: SumRow; state: DiffState }) => ({
  state,
  before: netWinOf(pair.stored),
  after: netWinOf(pair.fresh),
  currency: change[CURRENCY] as DiffRow['currency'],
})

async function storedRows(
  db: Db,
  slotId: string,
  { from, through }: Period,
  window: { from: number; to: number },
) {
  const columns = [
    'game_nr',
    'location_id',
    'denomination_minor',
    'tenant_id',
    'currency',
    'readings',
  ] as const
  const hours = await db
    .selectFrom('counter_hours')
    .select(['hour_start', ...columns, ...movementNames])
    .where('slot_nr', '=', numberOf(slotId))
    .where('hour_start', '>=', window.from)
    .where('hour_start', '<=', window.to)
    .execute()
  const days = await db
    .selectFrom('counter_days')
    .select(['gaming_day', ...columns, ...movementNames])
    .where('slot_id', '=', slotId)
    .where('gaming_day', '>=', from)
    .where('gaming_day', '<=', through)
    .execute()
  const rowFrom = (at: string | number, row: (typeof hours)[number] | (typeof days)[number]): SumRow => [
    slotId,
    at,
    row.game_nr,
    row.location_id,
    row.denomination_minor,
    row.tenant_id,
    row.currency,
    row.readings,
    ...movementNames.map(name => row[name]),
  ]
  return {
    hours: hours.map(row => rowFrom(row.hour_start, row)),
    days: days.map(row => rowFrom(row.gaming_day, row)),
  }
}

interface PlaceHeld {
  rules: readonly DayRule[]
  sealed: string | null
  locked: string | null
}

async function placesOf(db: Db, rows: readonly SumRow[]): Promise<Map<string, PlaceHeld>> {
  const owners = new Map(rows.map(row => [String(row[LOCATION]), String(row[TENANT])]))
  const rules = await dayRules(db, [...owners.keys()])
  const found = new Map<string, PlaceHeld>()
  for (const [locationId, tenantId] of owners) {
    const { location, tenant } = await lockOf(db, { tenantId, locationId })
    found.set(locationId, {
      rules: rules.get(locationId) ?? [],
      sealed: await sealedThrough(db, locationId),
      locked:
        [location?.through, tenant?.through]
          .filter(one => one !== undefined)
          .sort()
          .at(-1) ?? null,
    })
  }
  return found
}

function paired(stored: readonly SumRow[], fresh: readonly SumRow[]): Pair[] {
  const keyOf = (row: SumRow) => [row[AT], row[GAME], row[LOCATION], row[PRICE]].join(' ')
  const pairs = new Map<string, Pair>(stored.map(row => [keyOf(row), { stored: row, fresh: undefined }]))
  for (const row of fresh) pairs.set(keyOf(row), { stored: pairs.get(keyOf(row))?.stored, fresh: row })
  return [...pairs.values()]
}

const rowOf = ({ stored, fresh }: Pair): SumRow => stored ?? fresh ?? []

/** What is to be added to the stored row; undefined where both say the same. */
function differenceOf({ stored, fresh }: Pair): SumRow | undefined {
  const row = stored ?? fresh ?? []
  const change = row.map((value, at) =>
    at < READINGS ? value : Number(fresh?.[at] ?? 0) - Number(stored?.[at] ?? 0),
  )
  return change.slice(READINGS).some(one => one !== 0) ? change : undefined
}

function netWinOf(row: SumRow | undefined): number {
  if (!row) return 0
  const moved = Object.fromEntries(movementNames.map((name, meter) => [name, row[FIRST + meter]])) as Moved
  return sumOf('net_win', moved) * Number(row[PRICE])
}
