/** Rules about the hours and days of a slot: what was booked, in money (domain notes, section 12). Pure. */
import { HOUR_MS } from '../../platform/contract/durations'
import { chanceOf } from '../period-reports/rtp-band.service'
import { ratioOf, sumOf, type Moved } from '../../telemetry/readings/measures.contract'
import type { Finding, Limits } from './finding'

/** One hour of a slot; its meters in minor units, but for those that count. */
export interface Hour {
  at: number
  moved: Moved
}

/**
 * Much is put in, hardly anything is played, and it is taken out again. Of two hours that follow each other, since what
 * is put in shortly before the full hour is taken out after it. Convention.
 */
export function laundered(hours: readonly Hour[], limits: Limits): Finding[] {
  const threshold = limits.number('cash_in_from')
  const ratio = limits.number('min_play_ratio')
  const findings: Finding[] = []
  for (const [nr, hour] of hours.entries()) {
    const before = hours[nr - 1]
    const both = before && before.at === hour.at - HOUR_MS ? [before, hour] : [hour]
    const sum = (name: 'total_in' | 'coin_in' | 'total_out') =>
      both.reduce((all, { moved }) => all + sumOf(name, moved), 0)
    const value = sum('total_in')
    if (value < threshold || sum('coin_in') * 10_000 >= value * ratio || sum('total_out') <= 0) continue
    const [first, last] = [both[0]?.at ?? hour.at, hour.at + HOUR_MS]
    const open = findings.at(-1)
    if (open && first < open.last) {
      open.last = last
      open.count++
      open.value = Math.max(open.value, value)
    } else findings.push({ rule: 'cash_in_from', first, last, count: both.length, value, threshold })
  }
  return findings
}

/**
 * A day on which the slot paid more than so many per cent of what was wagered, over enough games, and more than chance
 * explains: one large win is no fault of the machine. Without a theoretical return it is taken to be fair.
 * `theoretical` in basis points. Convention.
 */
export function paidTooMuch(
  { from, to, moved }: { from: number; to: number; moved: Moved },
  theoretical: number | null,
  limits: Limits,
): Finding[] {
  const value = ratioOf('rtp', moved)
  const threshold = limits.number('rtp_high')
  if (value === null || value <= threshold || moved.games_played < limits.number('rtp_min_games')) return []
  if (value <= (theoretical ?? 10_000) + chanceOf(moved.games_played, null)) return []
  return [{ rule: 'rtp_high', first: from, last: to, count: moved.games_played, value, threshold }]
}

/** Too few hours say nothing of what is usual. Convention. */
const FEWEST_HOURS = 100

/**
 * `usual`: coin in of each hour with a reading of the 30 days before, in any order. The 99th percentile by nearest
 * rank.
 */
export function jumped(
  { at, coinIn }: { at: number; coinIn: number },
  usual: readonly number[],
  limits: Limits,
): Finding[] {
  if (usual.length < FEWEST_HOURS) return []
  const sorted = [...usual].sort((a, b) => a - b)
  const high = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0
  const threshold = limits.number('meter_jump_factor')
  if (high <= 0 || coinIn <= high * threshold) return []
  return [
    {
      rule: 'meter_jump_factor',
      first: at,
      last: at + HOUR_MS,
      count: 1,
      value: Math.floor(coinIn / high),
      threshold,
    },
  ]
}
