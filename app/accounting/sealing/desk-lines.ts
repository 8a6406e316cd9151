/** The lines of a month's table: a day each, but days in a row of which the books know nothing are one. */
import type { MonthDesk } from '../../../backend/accounting/sealing/sealing.contract'

type Day = MonthDesk['days'][number]
/** `without_readings`: before the first report, and nothing was read. */
export type LineState = Day['state'] | 'without_readings'

export interface DeskLine {
  state: LineState
  /** More than one only where none of them has a report. */
  days: readonly [Day, ...Day[]]
}

/** Days to come are left out. `toClose`: the days that can be closed, each of which has readings. */
export function deskLines(days: readonly Day[], toClose: ReadonlySet<string>): DeskLine[] {
  const lines: { state: LineState; days: [Day, ...Day[]] }[] = []
  for (const day of days) {
    if (day.state === 'future') continue
    const state = day.state === 'none' && !toClose.has(day.day) ? 'without_readings' : day.state
    const last = lines.at(-1)
    if (last && last.state === state && isUnbooked(day) && last.days.every(isUnbooked)) last.days.push(day)
    else lines.push({ state, days: [day] })
  }
  return lines
}

/** A closed day without a report has still to be sealed. */
const isUnbooked = ({ state, reports }: Day): boolean => state !== 'closed' && reports.length === 0
