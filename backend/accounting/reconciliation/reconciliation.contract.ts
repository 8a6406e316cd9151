/**
 * Two sides that must say the same: mechanical counters and electronic meters, and what was recorded one by one and the
 * meters of it.
 */
import { z } from 'zod'
import { reportOfAll, reportOfNow, reportAnswerOf, type ReportMeasures } from '../../platform/contract/report'
import { explanationCodes } from '../meters/explanations.contract'
import { meterKinds } from '../meters/meters.contract'

const minor = z.number().int().nullable()
/** Signed, and each without its sign: 37 too little and 37 too much are 0 and 74. */
const differences = { difference: minor, absolute: minor }

export const counterGroups = ['slot', 'location', 'counter'] as const
/** A sum of several has no verdict. */
const judged = ['slot'] as const
export const counterRequest = reportOfNow(counterGroups, 'slot', judged)
export type CounterRequest = z.output<typeof counterRequest>

/** agrees: by less than a step of the index. within: by no more than the tolerance. */
export const counterVerdicts = ['agrees', 'within', 'beyond', 'not_compared', 'never_read'] as const
/** `outdated`: said of another difference than the one that stands. `missing`: beyond, and nobody has said why. */
export const counterReasons = [...explanationCodes, 'outdated', 'missing'] as const

export const counterAnswer = reportAnswerOf({
  location: z.string().nullable(),
  counter: z.enum(meterKinds).nullable(),
  since: z.string().nullable(),
  until: z.string().nullable(),
  mechanical: minor,
  electronic: minor,
  ...differences,
  tolerance: minor,
  /** Counters that differ by more than their tolerance, and those of them that nobody has explained. */
  beyond: z.number().int(),
  unexplained: z.number().int(),
  verdict: z.enum(counterVerdicts).nullable(),
  reason: z.enum(counterReasons).nullable(),
})
export type CounterAnswer = z.output<typeof counterAnswer>

export const counterMeasures = {
  location: 'name',
  counter: 'word',
  since: 'day',
  until: 'day',
  mechanical: 'money',
  electronic: 'money',
  difference: 'money',
  absolute: 'money',
  tolerance: 'money',
  beyond: 'count',
  unexplained: 'count',
  verdict: 'word',
  reason: 'word',
} as const satisfies ReportMeasures

export const counterContract = {
  path: '/api/fiscal-reports/v1/reconciliation/report',
  permission: 'slot::list' as const,
  groups: counterGroups,
  outside: judged,
}

export const recordKinds = [
  'bills_in',
  'ticket_in',
  'ticket_out',
  'jackpot',
  'handpaid_cancelled',
  'electronic_in',
  'electronic_out',
] as const
export type RecordKind = (typeof recordKinds)[number]
/** The cents meters of tickets, which lead, against the credits meters of the same. */
export const centsKinds = { ticket_in: 'ticket_in_cents', ticket_out: 'ticket_out_cents' } as const

export const recordGroups = ['slot', 'location', 'kind'] as const
export const recordRequest = reportOfAll(recordGroups, 'slot', judged)
export type RecordRequest = z.output<typeof recordRequest>

/**
 * rounded: by what the credits meter cannot count. untold: the slot reports nothing of this kind, so there is nothing
 * to hold against its meter. no_amount: some that it reports say no amount.
 */
export const recordVerdicts = ['agrees', 'differs', 'untold', 'no_amount', 'rounded'] as const

export const recordAnswer = reportAnswerOf({
  location: z.string().nullable(),
  kind: z.enum([...recordKinds, ...Object.values(centsKinds)]).nullable(),
  records: z.number().int(),
  without_amount: z.number().int(),
  recorded: minor,
  metered: minor,
  ...differences,
  verdict: z.enum(recordVerdicts).nullable(),
})
export type RecordAnswer = z.output<typeof recordAnswer>

export const recordMeasures = {
  location: 'name',
  kind: 'word',
  records: 'count',
  without_amount: 'count',
  recorded: 'money',
  metered: 'money',
  difference: 'money',
  absolute: 'money',
  verdict: 'word',
} as const satisfies ReportMeasures

export const recordContract = {
  path: '/api/fiscal-reports/v1/reconciliation-records/report',
  permission: 'slot::get' as const,
  groups: recordGroups,
  outside: judged,
}
