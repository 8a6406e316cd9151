/**
 * Which reports speak of the same win. A slot says the same thing several times (51 every 15 s), in any order, and its
 * meters say it again.
 */
import { DAY_MS, MINUTE_MS } from '../../platform/contract/durations'
export interface Report {
  /** SAS exception, or the code of the meter that moved. */
  code: string
  at: number
  level: number | null
  amount: number | null
}

export interface Gathered {
  level: number | null
  amount: number | null
  from: number
  to: number
  reports: readonly Report[]
}

/** Reports of one win are no further apart. Convention. */
export const NEAR_MS = 10 * MINUTE_MS
/** A handpay may be reset, and meters may be read, so much later. Convention. */
export const LATER_MS = DAY_MS

/** Raised once for each win; 51 is repeated until somebody comes. */
const ONCE = new Set(['54', '56', '52', '001D', '0020'])
const FIRST = new Set(['54', '56', '51'])

const differ = (a: number | null, b: number | null): boolean => a !== null && b !== null && a !== b

function isSame(win: Gathered, report: Report): boolean {
  if (differ(win.amount, report.amount) || differ(win.level, report.level)) return false
  const own = win.reports.filter(one => one.code === report.code)
  if (ONCE.has(report.code) && own.length > 0) return own.some(one => one.at === report.at)
  if (report.at >= win.from - NEAR_MS && report.at <= win.to + NEAR_MS) return true
  // Further apart only where the amount says so, and where one is the win and the other what came of it.
  if (win.amount === null || report.amount === null) return false
  const hasFirst = win.reports.some(one => FIRST.has(one.code))
  return FIRST.has(report.code)
    ? !hasFirst && report.at <= win.to && report.at >= win.from - LATER_MS
    : report.at >= win.from && report.at <= win.from + LATER_MS
}

/**
 * Among several candidates it prefers the same amount, then the last that began before the report, then the next one.
 */
export function meantOf<One extends Gathered>(wins: readonly One[], report: Report): One | undefined {
  const rank = (win: One): [number, number, number] => [
    win.amount !== null && win.amount === report.amount ? 0 : 1,
    win.from <= report.at ? 0 : 1,
    Math.abs(win.from - report.at),
  ]
  return wins
    .filter(win => isSame(win, report))
    .map(win => ({ win, order: rank(win) }))
    .sort((a, b) => a.order[0] - b.order[0] || a.order[1] - b.order[1] || a.order[2] - b.order[2])[0]?.win
}

export const withReport = <One extends Gathered>(win: One, report: Report): One => ({
  ...win,
  level: win.level ?? report.level,
  amount: win.amount ?? report.amount,
  from: Math.min(win.from, report.at),
  to: Math.max(win.to, report.at),
  // Repeated until somebody comes, it says nothing new but for how long.
  reports:
    report.code === '51' && win.reports.some(one => one.code === '51')
      ? win.reports
      : [...win.reports, report],
})
