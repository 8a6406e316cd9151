import { z } from 'zod'
import { reason } from '../../platform/contract/contract'
import { instant, isoDay } from '../../platform/contract/primitives'

export const LOCK_PERMISSION = 'location::lock_period'

export const periodLock = z.object({
  through: isoDay,
  reason: z.string(),
  set_by: z.string(),
  set_at: instant,
})
export type PeriodLock = z.output<typeof periodLock>
/** The later day of both holds. */
export const periodLocks = z.object({ location: periodLock.nullable(), tenant: periodLock.nullable() })

export const lockInput = z.strictObject({
  /** The location alone, or all of its tenant. */
  of: z.enum(['location', 'tenant']),
  /** The last locked gaming day; null: none is. */
  through: isoDay.nullable(),
  reason,
})
export type LockInput = z.output<typeof lockInput>
