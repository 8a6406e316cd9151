/**
 * Instants that periods of one slot, SMIB or location begin and end at: for the period picker's reset and checkpoint.
 */
import { z } from 'zod'
import { instant } from './primitives'

export const periodSubject = z.enum(['slot', 'location', 'smib'])
export type PeriodSubject = z.infer<typeof periodSubject>

/** End exclusive. */
const gamingDay = z.object({ day: z.string(), start: instant, end: instant })

export const periodPoints = z.object({
  /** In it gaming days are counted. */
  time_zone: z.string(),
  /** The gaming day that runs, with its end to come. */
  open: gamingDay,
  /** Newest first. `memory`: the slot's meters began at zero again; `sequence`: its SMIB's numbering did. */
  resets: z.array(z.object({ at: instant, kind: z.enum(['memory', 'sequence']) })),
  /** Gaming days that are over, newest first: each is the checkpoint at which its meters are taken. */
  checkpoints: z.array(gamingDay),
})
export type PeriodPoints = z.infer<typeof periodPoints>
