/** Opening sealed days again: one person asks, another one answers, and only then is anything different (figures.md section 6). */
import { z } from 'zod'
import { defineContract, reason } from '../../platform/contract/contract'
import { id, instant, reference, sentence, isoDay } from '../../platform/contract/primitives'

export const reopeningAnswers = ['reopened', 'refused', 'withdrawn'] as const
export type ReopeningAnswer = (typeof reopeningAnswers)[number]
export const reopeningState = z.enum(['waiting', ...reopeningAnswers, 'expired'])
export type ReopeningState = z.infer<typeof reopeningState>

const permission = 'location::seal_report'
const family = 'fiscal-reports'
const input = z.object({ reason })
const path = `/api/${family}/v1/reopening`

export const reopeningsContract = defineContract({
  family,
  one: 'reopening',
  many: 'reopenings',
  row: z.object({
    _id: id,
    version: z.number().int(),
    state: reopeningState,
    tenant: reference,
    location: reference,
    day: isoDay,
    through: isoDay,
    /** Gaming days from `day` to `through`. */
    days: z.number().int(),
    /** YYYY-MM, with commas; empty: no month is sealed. */
    months: z.string(),
    cause: z.string(),
    asked_by: z.string(),
    expires_at: instant,
    answered_by: z.string().nullable(),
    answered_at: instant.nullable(),
    answer_reason: z.string().nullable(),
    archived_at: instant.nullable(),
    created_at: instant,
    updated_at: instant,
  }),
  input: z.object({ location: id, day: isoDay, cause: sentence(3, 200) }),
  filters: z.object({ tenant: id, location: id, state: reopeningState }),
  sort: ['day', 'location', 'created_at', 'expires_at'],
  permissions: {
    list: 'location::list_fiscal_reports',
    read: 'location::list_fiscal_reports',
    create: permission,
  },
  actions: {
    approve: { permission, path: `${path}-approve`, input },
    refuse: { permission, path: `${path}-refuse`, input },
    withdraw: { permission, path: `${path}-withdraw`, input },
  },
})
