/**
 * Sums of hours and days are worked out again from readings and decisions and compared with the stored ones
 * (specification, section 7: reaggregate).
 */
import { z } from 'zod'
import { reason } from '../../platform/contract/contract'
import { currency, id, instant, isoDay } from '../../platform/contract/primitives'
import { taskSubject } from '../../platform/tasks/task-subject.contract'

export const reaggregatePath = '/api/rawdata/v1/reaggregate'
export const reaggregatePermission = 'rawdata::edit'

export const reaggregated = ['slot', 'location', 'tenant'] as const
export type Reaggregated = (typeof reaggregated)[number]
/** A task goes through all readings of so many days. */
export const MOST_DAYS = 62

export const reaggregateBody = z.strictObject({
  type: z.enum(reaggregated),
  id,
  from: isoDay,
  through: isoDay,
  reason,
})

export const diffStates = ['changed', 'sealed', 'locked'] as const
export type DiffState = (typeof diffStates)[number]
/**
 * A slot's day of which the sums differ, of one game, place and price: the stored sum and what the readings say, net
 * win in minor units.
 */
export const diffRow = z.object({
  slot: id,
  serial: z.string(),
  day: z.string(),
  /** `sealed`, `locked`: it stays as it is. */
  state: z.enum(diffStates),
  before: z.number().int(),
  after: z.number().int(),
  currency,
})
export type DiffRow = z.output<typeof diffRow>

/** The same of an hour, by its start: one may differ where its day does not. */
export const hourDiffRow = diffRow.omit({ day: true }).extend({ hour: instant })
export type HourDiffRow = z.output<typeof hourDiffRow>

/** So many are listed one by one, of days and of hours. */
export const MOST_DIFFS = 100
/** The result of the task. */
export const reaggregation = z.object({
  slots: z.number().int(),
  hours: z.number().int(),
  days: z.number().int(),
  changed_hours: z.number().int(),
  changed_days: z.number().int(),
  /** Days that differ, and may not be changed. */
  kept_days: z.number().int(),
  diffs: z.array(diffRow).max(MOST_DIFFS),
  /** How many hours differ, those that stay too; results of an earlier release tell neither. */
  differing_hours: z.number().int().default(0),
  hour_diffs: z.array(hourDiffRow).max(MOST_DIFFS).default([]),
  subject: taskSubject.optional(),
})
export type Reaggregation = z.output<typeof reaggregation>
