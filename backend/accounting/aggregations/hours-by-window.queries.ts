/**
 * Hours of many slots, window by window. Hours are sorted by time, so a page needs only the windows up to its end. One
 * statement for all would sum and sort the whole period first: for a network's month that takes seconds for ten rows.
 */
import { HOUR_MS } from '../../platform/contract/durations'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import { countRollUps, rollUpRows, type Part, type RollUpQuery, type RollUpRow } from './roll-up-rows.queries'

const FIRST_WINDOW_MS = 6 * HOUR_MS
/**
 * A window with fewer rows is followed by one twice as long, so that two months of a single slot take some eight
 * windows.
 */
const FEW = 2_000

/** As `rollUpRows`. */
export async function pageOfRollUps(
  db: Db,
  scope: Scope,
  query: RollUpQuery,
  part: Part,
): Promise<RollUpRow[]> {
  const windows = windowsOf(query, part.direction)
  if (!windows) return rollUpRows(db, scope, query, part)
  const rows: RollUpRow[] = []
  let skip = part.offset
  for (let window = windows.next(FEW); window;) {
    const before = skip === 0 ? none : await countRollUps(db, scope, window, skip)
    if (skip > 0 && !before.capped) {
      skip -= before.total
      window = windows.next(before.total)
      continue
    }
    const limit = part.limit - rows.length
    const found = await rollUpRows(db, scope, window, { ...part, limit, offset: skip })
    rows.push(...found)
    if (found.length === limit) break
    window = windows.next(skip + found.length)
    skip = 0
  }
  return rows
}

/** As `countRollUps`. */
export async function totalOfRollUps(
  db: Db,
  scope: Scope,
  query: RollUpQuery,
  most: number,
): Promise<{ total: number; capped: boolean }> {
  const windows = windowsOf(query, 'DESC')
  if (!windows) return countRollUps(db, scope, query, most)
  let total = 0
  for (let window = windows.next(FEW); window;) {
    const found = await countRollUps(db, scope, window, most - total)
    total += found.total
    if (found.capped) return { total, capped: true }
    window = windows.next(found.total)
  }
  return { total, capped: false }
}

const none = { total: 0, capped: false }

/**
 * Null where there is no one line of time to cut: days and months, and gaming days of several clocks. An hour is in the
 * window in which it begins.
 */
function windowsOf(query: RollUpQuery, direction: 'ASC' | 'DESC') {
  const { granulation, period, intervals } = query
  if (granulation !== 'hour' || intervals || !('from' in period)) return null
  let { from, to } = period
  let length = FIRST_WINDOW_MS
  return {
    /** `found`: rows of the window before. */
    next(found: number): RollUpQuery | null {
      if (from >= to) return null
      if (found < FEW) length *= 2
      const window =
        direction === 'ASC'
          ? { from, to: Math.min(to, from + length) }
          : { from: Math.max(from, to - length), to }
      if (direction === 'ASC') from = window.to
      else to = window.from
      return { ...query, period: window }
    },
  }
}
