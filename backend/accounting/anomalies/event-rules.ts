/**
 * Rules about single events of a slot, and about how many of them come together (domain notes, section 12; codes:
 * section 3). Pure.
 */
import { HOUR_MS, MINUTE_MS } from '../../platform/contract/durations'
import { doors } from '../../estate/slots/doors.service'
import type { AnomalyRule } from './anomalies.contract'
import type { Finding, Limits } from './finding'

export interface WatchedEvent {
  code: string
  at: number
  data: string | null
}

/** Codes that come together: more than `most` of them within `within` are one storm, however long it lasts. */
interface Burst {
  rule: AnomalyRule
  codes: readonly string[]
  within(limits: Limits): number
  most(limits: Limits): number
}
const bursts: readonly Burst[] = [
  {
    rule: 'power_cycles_per_hour',
    codes: ['17'],
    within: () => HOUR_MS,
    most: limits => limits.number('power_cycles_per_hour'),
  },
  {
    // A bill that jams was not taken either. Convention.
    rule: 'bill_rejects_per_hour',
    codes: ['28', '2B'],
    within: () => HOUR_MS,
    most: limits => limits.number('bill_rejects_per_hour'),
  },
  {
    rule: 'counterfeit_any',
    codes: ['2C'],
    within: () => HOUR_MS,
    most: limits => (limits.flag('counterfeit_any') ? 0 : Infinity),
  },
  {
    // The setting says how many are too many, not how many may be.
    rule: 'ticket_split_count',
    codes: ['3D'],
    within: limits => limits.number('ticket_split_within') * MINUTE_MS,
    most: limits => limits.number('ticket_split_count') - 1,
  },
  {
    // Of any 24 hours: an evening that goes past midnight is one. Convention.
    rule: 'jackpot_hits_per_day',
    codes: ['56'],
    within: () => 24 * HOUR_MS,
    most: limits => limits.number('jackpot_hits_per_day'),
  },
]

/** What lasts from one code to another, for longer than so many minutes. */
interface Span {
  rule: AnomalyRule
  pairs: readonly (readonly [begins: string, ends: string])[]
}
const spans: readonly Span[] = [
  { rule: 'max_door_open', pairs: doors },
  { rule: 'handpay_unreset', pairs: [['51', '52']] },
]

/** One event that says how much. */
interface Single {
  rule: AnomalyRule
  code: string
  amount: string
}
const singles: readonly Single[] = [
  { rule: 'max_handpay', code: '51', amount: 'amount_minor' },
  { rule: 'sequence_gap_max', code: 'sequence_gap', amount: 'missing' },
  { rule: 'clock_drift', code: 'clock_drift', amount: 'seconds' },
]

/** Whatever a rule is about. */
export const watchedCodes: readonly string[] = [
  ...new Set([
    ...bursts.flatMap(({ codes }) => codes),
    ...spans.flatMap(({ pairs }) => pairs.flat()),
    ...singles.map(({ code }) => code),
  ]),
]

/**
 * A span that lasts too long is judged again every few minutes, so that the page says how long it has lasted; for a
 * week at most, because its end may have been lost. Conventions.
 */
const AGAIN_MS = 5 * MINUTE_MS
const LASTS_MS = 7 * 24 * HOUR_MS

/** How far back from a new event the rules look: the widest of their windows. */
export const LOOK_BACK_MS = 24 * HOUR_MS

export interface Judged {
  findings: Finding[]
  /** Something lasts, and will have lasted too long at this moment. */
  again: number | null
}

/**
 * `events` of one slot in order of time. `after`: what a person cleared last of each rule ended then, and is not looked
 * at again. What still lasts counts up to `now`.
 */
export function judgeEvents(
  events: readonly WatchedEvent[],
  limits: Limits,
  after: (rule: AnomalyRule) => number,
  now: number,
): Judged {
  const ongoing = spans.map(span => spansIn(span, events, limits, after(span.rule), now))
  const moments = ongoing.flatMap(({ again }) => (again === null ? [] : [again]))
  return {
    findings: [
      ...bursts.flatMap(burst => burstsIn(burst, events, limits, after(burst.rule))),
      ...ongoing.flatMap(({ findings }) => findings),
      ...singles.flatMap(single => singlesIn(single, events, limits, after(single.rule))),
    ],
    again: moments.length > 0 ? Math.min(...moments) : null,
  }
}

function burstsIn(
  { rule, codes, within, most }: Burst,
  events: readonly WatchedEvent[],
  limits: Limits,
  after: number,
): Finding[] {
  const [limit, width] = [most(limits), within(limits)]
  const times = events.filter(({ code, at }) => codes.includes(code) && at > after).map(({ at }) => at)
  const findings: Finding[] = []
  let from = 0
  for (const [at, time] of times.entries()) {
    while (time - (times[from] ?? time) >= width) from++
    if (at - from + 1 <= limit) continue
    const first = times[from] ?? time
    const open = findings.at(-1)
    // One storm goes on as long as it never falls below the limit, or is quiet for less than the window.
    if (open && first - open.last < width) {
      open.last = time
      open.count = times.filter(one => one >= open.first && one <= time).length
      open.value = Math.max(open.value, at - from + 1)
    } else
      findings.push({
        rule,
        first,
        last: time,
        count: at - from + 1,
        value: at - from + 1,
        threshold: limit,
      })
  }
  return findings
}

function spansIn(
  { rule, pairs }: Span,
  events: readonly WatchedEvent[],
  limits: Limits,
  after: number,
  now: number,
): Judged {
  const minutes = limits.number(rule)
  const findings: Finding[] = []
  let again: number | null = null
  for (const [begins, ends] of pairs) {
    let since: number | null = null
    const found = (until: number) => {
      if (since === null || since <= after) return
      const value = Math.floor((until - since) / MINUTE_MS)
      if (until - since <= minutes * MINUTE_MS) return
      findings.push({ rule, first: since, last: until, count: 1, value, threshold: minutes })
    }
    for (const { code, at } of events) {
      if (code === begins) since ??= at
      if (code !== ends) continue
      found(at)
      since = null
    }
    if (since === null || since <= after) continue
    found(now)
    const limitAt = since + minutes * MINUTE_MS
    const next = limitAt > now ? limitAt + 1_000 : now + AGAIN_MS
    if (next < since + LASTS_MS) again = Math.min(again ?? next, next)
  }
  return { findings, again }
}

function singlesIn(
  { rule, code, amount }: Single,
  events: readonly WatchedEvent[],
  limits: Limits,
  after: number,
): Finding[] {
  const threshold = limits.number(rule)
  return events.flatMap(event => {
    if (event.code !== code || event.at <= after) return []
    const value = Math.abs(numberIn(event.data, amount))
    return value > threshold ? [{ rule, first: event.at, last: event.at, count: 1, value, threshold }] : []
  })
}

/** 0 where the event says nothing of it. Data comes from outside: whatever it is, it is read with care. */
function numberIn(data: string | null, name: string): number {
  if (data === null) return 0
  try {
    const value = (JSON.parse(data) as Record<string, unknown> | null)?.[name]
    return typeof value === 'number' && Number.isSafeInteger(value) ? value : 0
  } catch {
    return 0
  }
}
