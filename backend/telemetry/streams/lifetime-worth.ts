/**
 * What a meter's whole count is worth: each part of it at the price that held when it was counted, not all of it at the
 * newest one.
 */
import type { Selectable } from 'kysely'
import type { Money } from '../../platform/contract/primitives'
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'
import { floorsOf } from '../judgement/archive-boundary.service'
import { meterUnit } from '../readings/meter-units'
import { endOf } from '../readings/place'
import type { CounterReadingsTable } from '../readings/rawdata.table'
import { rulingKey } from '../judgement/rulings.service'
import { slotHistories } from '../readings/slot-history.queries'

type Stored = Selectable<CounterReadingsTable>

/** The time of a price, which ended with the last good readings before its change. */
interface Era {
  to: number
  price: Money
  /** Newest first: a reading may leave meters out. Empty: nothing was read before the change. */
  last: readonly Stored[]
  /** Its readings are in an archive: what was counted by then is not known. */
  isArchived: boolean
}
/** Of one price, the newest first; `price` is that of the row itself. */
export type ErasOf = (row: Stored) => readonly Era[]

/** Readings looked through for each meter's value at a change. */
const LOOK_BACK = 24
/** Changes of one slot's price that are looked at, the newest first. */
const MOST_CHANGES = 20

export async function erasOf(db: Db, rows: readonly Stored[]): Promise<ErasOf> {
  const slots = [...new Set(rows.map(row => row.slot_id))]
  const histories = await slotHistories(db, slots)
  const changes = new Map<string, { at: number; price: Money }[]>()
  for (const [slot, history] of histories) {
    const found = history.flatMap((one, index) => {
      const before = history[index - 1]
      return before &&
        (before.denomination_minor !== one.denomination_minor || before.currency !== one.currency)
        ? [{ at: one.valid_from, price: priceOf(before) }]
        : []
    })
    if (found.length > 0) changes.set(slot, found.slice(-MOST_CHANGES).reverse())
  }
  if (changes.size === 0) return () => []
  const floors = await floorsOf(db, [...changes.keys()])
  const eras = new Map<string, Era[]>()
  for (const { slot_id, game_nr } of rows) {
    const key = rulingKey(slot_id, game_nr)
    if (eras.has(key)) continue
    const own: Era[] = []
    eras.set(key, own)
    const floor = floors.get(key)
    for (const { at, price } of changes.get(slot_id) ?? []) {
      const last = await goodBefore(db, slot_id, game_nr, at)
      own.push({
        to: at,
        price,
        last,
        isArchived: last.length === 0 && floor !== undefined && at <= floor.at,
      })
    }
  }
  return row =>
    (eras.get(rulingKey(row.slot_id, row.game_nr)) ?? []).filter(
      one => one.to < endOf(row.server_time, row.server_nano),
    )
}

const goodBefore = (db: Db, slotId: string, game: number, at: number): Promise<Stored[]> =>
  db
    .selectFrom('counter_readings')
    .selectAll()
    .where('slot_nr', '=', numberOf(slotId))
    .where('game_nr', '=', game)
    .where('server_time', '<=', at)
    .where('held', 'is', null)
    .orderBy('server_time', 'desc')
    .orderBy('server_nano', 'desc')
    .orderBy('message_seq_nr', 'desc')
    .limit(LOOK_BACK)
    .execute()

const priceOf = (row: { denomination_minor: number; currency: string }): Money => ({
  minor: row.denomination_minor,
  currency: row.currency as Money['currency'],
})

/**
 * Null for what is no money, for what was counted in part in another currency or before an archive, and for more than a
 * number holds exactly. A value that is lower than at a change began anew since: none of it is from before.
 */
export function lifetimeWorth(
  code: string,
  value: number | null,
  price: Money,
  eras: readonly Era[],
  valueOf: (row: Stored) => number | null,
): Money | null {
  const unit = meterUnit(code)
  if (value === null || (unit !== 'credits' && unit !== 'cents')) return null
  let minor = 0
  let upper = value
  let held = price
  for (const era of unit === 'cents' ? [] : eras) {
    if (upper === 0) break
    if (era.isArchived) return null
    const at = era.last.map(valueOf).find(one => one !== null) ?? null
    if (at === null || at > upper) break
    minor += (upper - at) * held.minor
    upper = at
    if (upper > 0 && era.price.currency !== price.currency) return null
    held = era.price
  }
  minor += upper * (unit === 'cents' ? 1 : held.minor)
  return Number.isSafeInteger(minor) ? { minor, currency: price.currency } : null
}
