/** Periods and steps of a question, from gaming days: no date arithmetic in SQL. */
import { DAY_MS } from '../../platform/contract/durations'
import { dateAfter } from '../../estate/locations/gaming-day.service'
import { weekdayOf, type DayHour } from '../days/day-hours'
import type { QuestionGroup } from './questions.contract'

export interface Period {
  from: string
  /** Included. */
  to: string
}

const isSteps: ReadonlySet<QuestionGroup> = new Set<QuestionGroup>(['day', 'week', 'month'])
/** Whose rows are days, or hold some. */
export const isStep = (by: QuestionGroup | undefined): by is 'day' | 'week' | 'month' =>
  by !== undefined && isSteps.has(by)

/** A week is called by its Monday. */
export function stepOf(step: 'day' | 'week' | 'month', day: string): string {
  if (step === 'day') return day
  return step === 'month' ? day.slice(0, 7) : dateAfter(day, 1 - weekdayOf(day))
}

const lengthOf = ({ from, to }: Period): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1

/**
 * What a period is compared with: as many months before, of whole months; otherwise as many days. `back` is the day of
 * the period that a day of that one stands next to.
 */
export function periodBefore(period: Period): Period & { back: (day: string) => string } {
  const months = wholeMonths(period)
  if (months === null) {
    const days = lengthOf(period)
    return {
      from: dateAfter(period.from, -days),
      to: dateAfter(period.from, -1),
      back: day => dateAfter(day, days),
    }
  }
  return {
    from: `${monthAfter(period.from.slice(0, 7), -months)}-01`,
    to: dateAfter(period.from, -1),
    back: day => {
      const month = monthAfter(day.slice(0, 7), months)
      const last = lastOf(month)
      // The 31st stands next to the last day of a shorter month, whose sum then holds both.
      return `${month}-${day.slice(8) < last.slice(8) ? day.slice(8) : last.slice(8)}`
    },
  }
}

function wholeMonths({ from, to }: Period): number | null {
  if (!from.endsWith('-01') || to !== lastOf(to.slice(0, 7))) return null
  const count = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7))
  return count(to) - count(from) + 1
}

function monthAfter(month: string, months: number): string {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + months
  return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`
}

const lastOf = (month: string): string => dateAfter(`${monthAfter(month, 1)}-01`, -1)

/**
 * For each hour of a day that of the other day which it stands next to: the same by the clock. Where the clock was set
 * in one of them alone, the second of two alike stands next to the only one, and an hour that the other lacks next to
 * the one that is as late in its day.
 */
export function hoursNextTo(hours: readonly DayHour[], others: readonly DayHour[]): (DayHour | undefined)[] {
  const seen = new Map<number, number>()
  return hours.map(({ hour }, at) => {
    const nr = seen.get(hour) ?? 0
    seen.set(hour, nr + 1)
    const alike = others.filter(other => other.hour === hour)
    return alike[nr] ?? alike.at(-1) ?? others[at] ?? others.at(-1)
  })
}
