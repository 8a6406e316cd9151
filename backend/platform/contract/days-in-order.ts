/** From the first day to the last, both included: the last is not before the first, nor further off than allowed. */
import type { z } from 'zod'
import { DAY_MS } from './durations'

/** For `superRefine`: `most` days. The codes are those of lists. */
export const daysInOrder =
  (most: number) =>
  ({ from, to }: { from: string; to: string }, context: z.core.$RefinementCtx): void => {
    if (from > to) context.addIssue({ code: 'custom', path: ['to'], message: 'not_after_start' })
    else if (Date.parse(to) - Date.parse(from) >= most * DAY_MS)
      context.addIssue({
        code: 'custom',
        path: ['to'],
        message: 'period_too_long',
        params: { days: most },
      })
  }
