/** Where what a row sums up can be read: the raw rows of its days. */
import { DateTime } from 'luxon'
import type { ReportAnswer } from '../../../backend/platform/contract/report'
import type { Evidence } from '../definition/define-report'
import type { ReportData } from './report.server'
import type { SheetRow } from '../export/sheet'
import { parseLocalTime } from '../../../backend/platform/contract/time-zone'

/**
 * The hours of the row's own days, or of all days of the report, as the location's clock has them. Null for a row that
 * says no day.
 */
export function evidenceOf(
  { key, values }: Pick<SheetRow, 'key' | 'values'>,
  { subject, points, query }: Pick<ReportData, 'subject' | 'points' | 'query'>,
  { from, to, time_zone: zone, calendar }: Pick<ReportAnswer, 'from' | 'to' | 'time_zone' | 'calendar'>,
): Evidence | null {
  const [head] = values
  if (typeof head !== 'string') return null
  // The last one is its currency, which is no part of what it stands for.
  const parts = key.split(' ').slice(0, -1)
  const of = { key: head, row: parts[0] ?? '', parts, subject: subject?.id ?? '' }
  const [first, last] = query.by === 'day' ? [head, head] : query.by === 'month' ? monthOf(head) : [from, to]
  // A gaming day's own hours are known of the last two months and of the day that runs; of an older one, the calendar
  // day's.
  const known = points && !calendar ? [points.open, ...points.checkpoints] : []
  const knownOf = (date: string) => known.find(({ day }) => day === date)
  const midnightOf = (date: string) => parseLocalTime(date, zone)
  const start = knownOf(first)?.start ?? midnightOf(first).toMillis()
  const end = knownOf(last)?.end ?? midnightOf(last).plus({ days: 1 }).toMillis()
  if (Number.isNaN(start) || Number.isNaN(end)) return null
  return { ...of, start, end, days: { from: first, to: last } }
}

function monthOf(month: string): [string, string] {
  const first = DateTime.fromISO(`${month}-01`, { zone: 'utc' })
  return [first.toISODate() ?? '', first.endOf('month').toISODate() ?? '']
}
