/** "All that match": a list's filters and period, as commands, bulk edits and bulk actions name what they change. */
import { listRequest, type Matching } from './list'
import { DEFAULT_ZONE } from './period'
import { areDays, endAt, startAt, writtenEnd } from './period-end'
import { timeZone } from './primitives'

const iso = (at: number) => new Date(at).toISOString()

export const matchingRequest = listRequest
  .pick({ query: true, exactFields: true, exactValues: true })
  .extend({
    startDate: writtenEnd.optional(),
    endDate: writtenEnd.optional(),
    timeZone: timeZone
      .optional()
      .meta({ description: `Zone of dates without a time; default ${DEFAULT_ZONE}` }),
  })
  .strict()
  .superRefine(({ startDate, endDate, timeZone: zone }, context) => {
    if (zone !== undefined && !areDays(startDate, endDate))
      context.addIssue({ code: 'custom', path: ['startDate'], message: 'required' })
    if (
      startDate !== undefined &&
      endDate !== undefined &&
      startAt(startDate, zone ?? DEFAULT_ZONE) >= endAt(endDate, zone ?? DEFAULT_ZONE)
    )
      context.addIssue({ code: 'custom', path: ['endDate'], message: 'not_after_start' })
  })
  .transform(({ startDate, endDate, timeZone: zone = DEFAULT_ZONE, ...rest }): Matching => ({
    ...rest,
    ...(startDate !== undefined && { startDate: iso(startAt(startDate, zone)) }),
    ...(endDate !== undefined && { endDate: iso(endAt(endDate, zone)) }),
  }))
