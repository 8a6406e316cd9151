/** Fiscal reports that are sent by e-mail by themselves, and each sending. */
import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { id, instant, line, reference } from '../../platform/contract/primitives'

const count = z.number().int()
const times = { archived_at: instant.nullable(), created_at: instant, updated_at: instant }
const family = 'report-schedules'
const optionalId = z
  .union([z.literal('').transform(() => null), id])
  .nullish()
  .transform(value => value ?? null)

/** `weekly`: the daily reports of seven days from Monday on. */
export const reportKind = z.enum(['daily', 'weekly', 'monthly'])
export type ReportKind = z.infer<typeof reportKind>
export const reportFormat = z.enum(['pdf', 'xlsx'])
export type ReportFormat = z.infer<typeof reportFormat>
export const reportLanguage = z.enum(['en', 'ro', 'pt'])

/** Each gets an e-mail of their own. */
export const MOST_RECIPIENTS = 20
const distinct = <Value>(list: readonly Value[]) => [...new Set(list)]

export const reportSchedulesContract = defineContract({
  family,
  one: 'report-schedule',
  many: 'report-schedules',
  confidential: ['recipients'],
  row: z.object({
    _id: id,
    version: count,
    name: z.string(),
    tenant: reference,
    /** Null: each of the tenant's. */
    location: reference.nullable(),
    kind: reportKind,
    formats: z.array(reportFormat),
    language: reportLanguage,
    hour: count,
    waits_days: count,
    recipient_count: count,
    /** By name, in the answer about one schedule; lists only count them. */
    recipients: z.array(reference).optional(),
    ...times,
  }),
  input: z.object({
    name: line(3, 60),
    tenant: optionalId,
    location: optionalId,
    kind: reportKind.default('daily'),
    formats: z.array(reportFormat).min(1).max(2).transform(distinct),
    language: reportLanguage.default('ro'),
    hour: count.min(0).max(23).default(9),
    waits_days: count.min(1).max(30).default(7),
    /** Nobody named: whoever makes it. */
    recipients: z.array(id).max(MOST_RECIPIENTS).transform(distinct).optional(),
  }),
  filters: z.object({ tenant: id, location: id, kind: reportKind, language: reportLanguage }),
  sort: ['name', 'kind', 'hour', 'created_at', 'updated_at'],
  permissions: {
    list: 'location::list_fiscal_reports',
    read: 'location::list_fiscal_reports',
    // Whoever may read a report may have it sent: to people who may read it, too.
    create: 'location::list_fiscal_reports',
    update: 'location::list_fiscal_reports',
    archive: 'location::list_fiscal_reports',
    unarchive: 'location::list_fiscal_reports',
  },
  actions: {},
})

/**
 * `waiting`: the report is not sealed yet. `making`: its files are being written. `sent`: an e-mail to each recipient
 * is in the queue. `not_sealed`: it was not sealed in time. `nobody`: none of the recipients may read it now.
 * `stopped`: the schedule was archived before.
 */
export const sendingState = z.enum(['waiting', 'making', 'sent', 'not_sealed', 'nobody', 'stopped'])
export type SendingState = z.infer<typeof sendingState>

export const reportSendingsContract = defineContract({
  family,
  one: 'report-sending',
  many: 'report-sendings',
  confidential: ['sent_to'],
  row: z.object({
    _id: id,
    version: count,
    schedule: reference,
    tenant: reference,
    location: reference,
    kind: reportKind,
    period: z.string(),
    state: sendingState,
    due_at: instant,
    wait_until: instant,
    told_at: instant.nullable(),
    sent_at: instant.nullable(),
    sent_to: z.string(),
    files: count,
    problem: z.enum(['too_large', 'not_made']).nullable(),
    ...times,
  }),
  input: z.object({}),
  filters: z.object({ tenant: id, location: id, schedule: id, kind: reportKind, state: sendingState }),
  sort: ['period', 'due_at', 'sent_at', 'created_at', 'updated_at'],
  permissions: { list: 'location::list_fiscal_reports', read: 'location::list_fiscal_reports' },
  actions: {
    again: {
      permission: 'location::list_fiscal_reports',
      path: `/api/${family}/v1/report-sending-again`,
      input: z.object({}),
    },
  },
})

/** What has come to its end, and may be sent once more. */
export const sendableAgain: readonly SendingState[] = ['sent', 'not_sealed', 'nobody']
