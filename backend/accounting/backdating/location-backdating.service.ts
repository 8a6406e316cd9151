/** A location's clock and day start, backdated to the gaming day from which they were in effect. */
import { HOUR_MS } from '../../platform/contract/durations'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { pipelined } from '../../platform/db/bulk'
import { markClosedDays } from '../../telemetry/readings/day-marks.service'
import { dateAfter, gamingDayBoundsIn, type DayRule } from '../../estate/locations/gaming-day.service'
import type { Rebooking } from '../../telemetry/rebooking/moved-rows'
import { dayRules, slotHistoryOf } from '../../telemetry/readings/slot-history.queries'
import { MOST_BACKDATED, type BackdatingRequest } from './backdating.contract'
import { refusedTo } from './slot-backdating.service'

/** No day may become shorter or longer where two rules meet. */
const [SHORTEST_MS, LONGEST_MS] = [HOUR_MS, 47 * HOUR_MS]

export interface LocationBackdating {
  was: readonly DayRule[]
  now: readonly DayRule[]
  /** The last day by the rule before ends at another instant. */
  firstDay: string
  rebookingOf: (db: Db, slotId: string) => Promise<Rebooking>
}

/** As `slotBackdating`. */
export async function locationBackdating(
  db: Db,
  { id, since, to }: BackdatingRequest,
  at: number,
): Promise<LocationBackdating> {
  if (typeof since !== 'string' || typeof to !== 'string') throw refusedTo('invalid')
  const was = (await dayRules(db, [id])).get(id) ?? []
  const nth = was.findIndex(rule => rule.from === since)
  const [before, rule] = [was[nth - 1], was[nth]]
  if (!before || !rule) throw new Problem(409, 'effect_changed')
  if (to >= since) throw refusedTo('not_earlier')
  if (to <= before.from) throw refusedTo('change_between')
  if (to < dateAfter(since, -MOST_BACKDATED.location))
    throw refusedTo('span_too_long', { days: MOST_BACKDATED.location })
  const back = backdatedRules(id, was, was.with(nth, { ...rule, from: to }), { since, to })
  const { day: last } = await db
    .selectFrom('location_days')
    .select(row => row.fn.max('day').as('day'))
    .where('location_id', '=', id)
    .where('day', '>=', back.firstDay)
    .where('day', '<=', since)
    .executeTakeFirstOrThrow()
  // A day that is closed would run again.
  if (last !== null && at < gamingDayBoundsIn(back.now, last).to) throw refusedTo('closed_day_runs')
  return back
}

/** With the rules as they were and as they are: also once they are stored. */
export function backdatedRules(
  id: string,
  was: readonly DayRule[],
  now: readonly DayRule[],
  { since, to }: { since: string; to: string },
): LocationBackdating {
  const firstDay = dateAfter(to, -1)
  const last = gamingDayBoundsIn(now, firstDay)
  if (last.to - last.from < SHORTEST_MS || last.to - last.from > LONGEST_MS) throw refusedTo('day_length')
  const from = Math.min(gamingDayBoundsIn(was, to).from, gamingDayBoundsIn(now, to).from)
  const until = Math.max(gamingDayBoundsIn(was, since).from, gamingDayBoundsIn(now, since).from)
  const rebookingOf = async (db: Db, slotId: string): Promise<Rebooking> => {
    const held = await slotHistoryOf(db, slotId)
    const by = (rules: readonly DayRule[]) => ({ ...held, rules: new Map([...held.rules, [id, rules]]) })
    return { was: by(was), now: by(now), from, to: until }
  }
  return { was, now, firstDay, rebookingOf }
}

/** Those that ever stood there, by id. */
export async function slotsAt(db: Db, locationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('slot_history')
    .select('slot_id')
    .distinct()
    .where('location_id', '=', locationId)
    .orderBy('slot_id')
    .execute()
  return rows.map(({ slot_id }) => slot_id)
}

/**
 * In a transaction: the rule, the instants of days that are closed, and that all of those are worked out anew; open
 * ones close in their turn.
 */
export async function storeLocationBackdating(
  db: Db,
  { id, since, to }: BackdatingRequest,
  back: LocationBackdating,
): Promise<void> {
  await db
    .updateTable('location_rules')
    .set({ from_date: String(to), origin: 'set_back' })
    .where('location_id', '=', id)
    .where('from_date', '=', String(since))
    .execute()
  const newest = back.now.at(-1)?.from
  if (newest !== undefined)
    await db.updateTable('locations').set({ rules_from: newest }).where('id', '=', id).execute()
  const days: string[] = []
  for (let day = back.firstDay; day <= String(since); day = dateAfter(day, 1)) days.push(day)
  // First: whoever closes one of them meanwhile is waited for, and whoever comes later reads the new rule.
  await pipelined(db, [
    ...markClosedDays(
      db,
      days.map(day => ({ locationId: id, day })),
    ),
  ])
  for (const day of days) {
    const { from: starts_at, to: ends_at } = gamingDayBoundsIn(back.now, day)
    await db
      .updateTable('location_days')
      .set({ starts_at, ends_at })
      .where('location_id', '=', id)
      .where('day', '=', day)
      .execute()
  }
}
