/** Days before the one that is sealed, which are not closed or not sealed. */
import { z } from 'zod'
import { isoDay } from '../../platform/contract/primitives'
import { isoMonth } from '../fiscal-reports/monthly-reports.contract'

/** Eleven years. */
export const MOST_EARLIER_DAYS = 4_000

/** Months before this one with days that are not closed, or not sealed. */
export const earlierMonths = z.array(
  z.object({ month: isoMonth, open: z.array(isoDay), closed: z.number().int() }),
)

/**
 * Earlier days with readings that are not closed. Once a later day is sealed they get no report of their own any more
 * and are in no total, so each is closed and sealed first, or named here.
 */
export const leaveOut = z.array(isoDay).max(MOST_EARLIER_DAYS).default([])

/** For the descriptions of the endpoints that seal. */
export const LEAVE_OUT_SUMMARY = [
  'Refused while earlier days with readings are not closed: they would get no report of their own any more.',
  'Close and seal them first, or name each in `leave_out`',
].join(' ')
