/**
 * What a task works on, why, and over which time: of those that people order about one record. It stands in the task's
 * result.
 */
import { z } from 'zod'
import { id } from '../contract/primitives'

export const taskSubject = z.object({
  type: z.enum(['slot', 'location', 'tenant', 'smib']),
  _id: id,
  name: z.string(),
  /** Gaming days, both included; of what is set back, since when it holds. */
  from: z.string(),
  through: z.string().nullable(),
  reason: z.string(),
})
export type TaskSubject = z.output<typeof taskSubject>
/** Results of an earlier release say nothing of it. */
export const aboutSubject = z.looseObject({ subject: taskSubject })
