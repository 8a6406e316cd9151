/** Which reports a schedule owes, and when: by the location's gaming days and its clock. */
import { DateTime } from 'luxon'
import { zoneOf, type Place } from '../../telemetry/gaming-days/place.service'
import { datesOf } from '../fiscal-reports/monthly-reports.service'
import { dateAfter, gamingDayBoundsIn, gamingDayIn } from '../../estate/locations/gaming-day.service'
import type { ReportKind } from './report-schedules.contract'
import { localTime } from '../../platform/contract/time-zone'

/** Periods that are looked back at: a backend that was away for longer sends no older ones. */
const BACK: Record<ReportKind, number> = { daily: 7, weekly: 2, monthly: 1 }

export interface Owed {
  period: string
  /** Epoch milliseconds. */
  due: number
}

/** Those that are over and due, of which none was due before `since`. */
export function owedPeriods(
  place: Pick<Place, 'rules'>,
  { kind, hour, since }: { kind: ReportKind; hour: number; since: number },
  now: number,
): Owed[] {
  if (place.rules.length === 0) return []
  const today = gamingDayIn(place.rules, now)
  return periodsBefore(kind, today)
    .map(period => ({ period, due: dueAt(place, kind, period, hour) }))
    .filter(({ due }) => due > since && due <= now)
}

/** The days of a period, in their order. */
export function daysOf(kind: ReportKind, period: string): string[] {
  if (kind === 'daily') return [period]
  if (kind === 'monthly') return datesOf(period)
  const monday = DateTime.fromISO(`${period}-1`, { zone: 'utc' }).toFormat('yyyy-MM-dd')
  return Array.from({ length: 7 }, (_, at) => dateAfter(monday, at))
}

function periodsBefore(kind: ReportKind, today: string): string[] {
  const at = DateTime.fromISO(today, { zone: 'utc' })
  return Array.from({ length: BACK[kind] }, (_, back) =>
    kind === 'daily'
      ? dateAfter(today, -1 - back)
      : kind === 'weekly'
        ? at.minus({ weeks: back + 1 }).toFormat("kkkk-'W'WW")
        : at
            .startOf('month')
            .minus({ months: back + 1 })
            .toFormat('yyyy-MM'),
  )
}

/** The first time after the period's end at which the location's clocks show the hour. */
function dueAt(place: Pick<Place, 'rules'>, kind: ReportKind, period: string, hour: number): number {
  const last = daysOf(kind, period).at(-1) ?? ''
  const end = gamingDayBoundsIn(place.rules, last).to
  const zone = zoneOf(place as Place, last)
  const first = localTime(end, zone).startOf('day').set({ hour })
  return (first.toMillis() < end ? first.plus({ days: 1 }) : first).toMillis()
}
