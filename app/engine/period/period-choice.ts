/**
 * What the period picker's form sends, made into a list's own parameters: the address that people share says only what
 * was chosen.
 */
import { timeZone } from '../../../backend/platform/contract/primitives'
import { readInstant, writeInstant } from './period'

export const PERIOD_KINDS = ['relative', 'fixed', 'reset', 'checkpoint'] as const
export type PeriodKind = (typeof PERIOD_KINDS)[number]

/** Fields of the picker alone; `period` says which of the four is meant. */
const OWN = ['period', 'timeText', 'reset', 'from', 'to']
const PARAMETERS = ['timeRange', 'timeZone', 'dateStart', 'dateEnd']

/** Undefined: nothing was picked here, the address is as it should be. `zone` is the viewer's. */
export function chosenPeriod({ pathname, searchParams }: URL, zone: string): string | undefined {
  const kind = PERIOD_KINDS.find(one => one === searchParams.get('period'))
  if (!kind) return undefined
  const search = new URLSearchParams(
    [...searchParams].filter(
      ([name, value]) => value !== '' && !OWN.includes(name) && !PARAMETERS.includes(name),
    ),
  )
  for (const [name, value] of Object.entries(chosen(kind, searchParams, zone)))
    if (value) search.set(name, value)
  return search.size === 0 ? pathname : `${pathname}?${search.toString()}`
}

function chosen(kind: PeriodKind, search: URLSearchParams, viewers: string): Record<string, string | null> {
  const named = search.get('timeZone') ?? ''
  const isZone = timeZone.safeParse(named).success
  const zone = isZone ? named : viewers
  // What is no zone goes on as it is, as what is no time does.
  const odd: Record<string, string> = isZone ? {} : { timeZone: named }
  if (kind === 'relative') {
    const timeRange = search.get('timeText')?.trim() || search.get('timeRange')
    return { timeRange, ...(timeRange && zone !== viewers && { timeZone: zone }), ...odd }
  }
  if (kind === 'fixed') return { ...between(search.get('dateStart'), search.get('dateEnd'), zone), ...odd }
  if (kind === 'reset') return between(...span(search.get('reset')), viewers)
  // Between two checkpoints, whichever was chosen first.
  const [from, to] = [span(search.get('from')), span(search.get('to') || search.get('from'))]
  const [first, last] = (from[0] ?? '') <= (to[0] ?? '') ? [from, to] : [to, from]
  return between(first[0], last[1], viewers)
}

/** An option's value names start and end. */
const span = (text: string | null): [string | null, string | null] => {
  const [start, end] = (text ?? '').split('/')
  return [start || null, end || null]
}

/** What is no time goes on as it is: the list says that it cannot use it. */
function between(start: string | null, end: string | null, zone: string): Record<string, string | null> {
  const exact = (text: string | null, coming: 'first' | 'last') => {
    const at = readInstant(text ?? '', zone, coming)
    return at === undefined ? text : writeInstant(at)
  }
  return { dateStart: exact(start, 'first'), dateEnd: exact(end, 'last') }
}
