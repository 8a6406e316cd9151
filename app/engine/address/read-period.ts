/** The period that a list's address names; a notice names what of it cannot be used. */
import { timeZone } from '../../../backend/platform/contract/primitives'
import { isSkipped, readInstant, relativeText, resolveRelative, type Period } from '../period/period'
import type { Notice } from './list-spec'

/** `fallback` is the list's own, empty for all of time. */
export function readPeriod(
  search: URLSearchParams,
  fallback: string,
  zone: string,
  reject: (parameter: string, value: string, reason: Notice['reason']) => void,
): Period | undefined {
  const [timeRange, named, from, to] = ['timeRange', 'timeZone', 'dateStart', 'dateEnd'].map(
    parameter => search.get(parameter) || undefined,
  )
  const relative = timeRange === undefined ? undefined : relativeText(timeRange)
  const isRelative = relative !== undefined && resolveRelative(relative, Date.now(), zone) !== undefined
  const known = named !== undefined && timeZone.safeParse(named).success
  if (timeRange !== undefined && !isRelative) reject('timeRange', timeRange, 'unusable')
  // A zone says whose days a relative period means: without one it says nothing.
  if (named !== undefined && !(isRelative && known)) reject('timeZone', named, 'unusable')
  const start = readInstant(from ?? '', zone)
  const end = readInstant(to ?? '', zone, 'last')
  const isFixed = start !== undefined && end !== undefined && start < end
  if ((from ?? to) !== undefined && (isRelative || !isFixed))
    reject('dateStart', `${from ?? ''} – ${to ?? ''}`, whyNot(from, to, zone))
  if (isRelative) return { kind: 'relative', text: relative, ...(known && { zone: named }) }
  if (isFixed) return { kind: 'fixed', start, end }
  return fallback === '' ? undefined : { kind: 'relative', text: fallback }
}

/** What is wrong with two ends that make no period. */
function whyNot(from: string | undefined, to: string | undefined, zone: string): Notice['reason'] {
  const ends = [from ?? '', to ?? ''] as const
  const start = readInstant(ends[0], zone)
  const end = readInstant(ends[1], zone, 'last')
  if (start !== undefined && end !== undefined) return start < end ? 'unusable' : 'reversed'
  return ends.some(text => isSkipped(text, zone)) ? 'skipped' : 'unusable'
}
