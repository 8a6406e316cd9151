/** Sealing several days of a month by one press: a task that goes through them in order, and what became of each. */
import { z } from 'zod'
import { id, instant, isoDay, sentence } from '../../platform/contract/primitives'
import { taskState } from '../../platform/tasks/tasks.contract'
import { taskSubject } from '../../platform/tasks/task-subject.contract'
import { leaveOut, MOST_EARLIER_DAYS } from './earlier-days.contract'
import { acceptance, gapKind } from './gaps.contract'

export const sealRunInput = z.strictObject({
  /** As the requester saw them; a report that changed since is not sealed unseen. */
  reports: z.array(id).max(310).default([]),
  /** Days of the month, or before it, that are over and not closed: closed first, and sealed in the same run. */
  close: z
    .array(isoDay)
    .max(MOST_EARLIER_DAYS + 31)
    .default([]),
  leave_out: leaveOut,
  /**
   * An empty one accepts nothing: days are sealed up to the first gap. Left out, it is refused where a report that is
   * named has gaps, or a day is closed first, of which nobody knows them yet.
   */
  accepted: acceptance.optional(),
  /** Of the acceptances and of the closings. */
  reason: sentence(3, 500).nullish(),
})
export type SealRunInput = z.output<typeof sealRunInput>

export const refusedDay = z.object({
  day: isoDay,
  /** The code of the refusal; `not_accepted` where a gap is not accepted, `failed` where nobody could do it. */
  code: z.string(),
  /** The day that has to be sealed, or closed, before it. */
  first: isoDay.nullable(),
  /** Slots that are not accepted, and one of them. */
  slots: z.number().int(),
  slot: z.string().nullable(),
  /** What of theirs is not accepted. Empty in a result of an earlier release. */
  kinds: z.array(gapKind).default([]),
})
export type RefusedDay = z.output<typeof refusedDay>

export const sealRunResult = z.object({
  closed: z.array(isoDay),
  sealed: z.array(isoDay),
  refused: z.array(refusedDay),
  /** Nothing was tried with them, since days are sealed in order. */
  waiting: z.array(isoDay),
  subject: taskSubject.optional(),
})
export type SealRunResult = z.output<typeof sealRunResult>

/** The last one of a month. */
export const sealRun = z.object({
  task: z.object({
    _id: id,
    state: taskState,
    progress: z.number().int(),
    progress_note: z.string().nullable(),
  }),
  by: z.string(),
  at: instant,
  /** As far as it has come. */
  result: sealRunResult.nullable(),
})
export type SealRun = z.output<typeof sealRun>
