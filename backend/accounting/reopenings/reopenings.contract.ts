/**
 * Opening sealed days again: one person asks, another one answers, and only then is anything different (figures.md
 * section 6).
 */
import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { id, reference, sentence, isoDay } from '../../platform/contract/primitives'
import { requestActions, requestHead, requestRow } from '../../workflow/second-person/requests.contract'

const reopeningState = z.enum(['waiting', 'reopened', 'refused', 'withdrawn', 'expired'])
const permission = 'location::seal_report'
const family = 'fiscal-reports'

export const reopeningsContract = defineContract({
  family,
  one: 'reopening',
  many: 'reopenings',
  row: z.object({
    ...requestHead,
    state: reopeningState,
    tenant: reference,
    location: reference,
    day: isoDay,
    through: isoDay,
    /** Gaming days from `day` to `through`. */
    days: z.number().int(),
    /** YYYY-MM, with commas; empty: no month is sealed. */
    months: z.string(),
    ...requestRow,
  }),
  input: z.object({ location: id, day: isoDay, cause: sentence(3, 200) }),
  filters: z.object({ tenant: id, location: id, state: reopeningState }),
  sort: ['day', 'location', 'created_at', 'expires_at'],
  permissions: {
    list: 'location::list_fiscal_reports',
    read: 'location::list_fiscal_reports',
    create: permission,
  },
  actions: requestActions(`/api/${family}/v1/reopening`, permission),
})
