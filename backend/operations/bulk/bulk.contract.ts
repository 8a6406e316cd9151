/** Bulk actions: many slots locked or unlocked, previewed first, then in waves. */
import { DAY_MS, HOUR_MS } from '../../platform/contract/durations'
import { z } from 'zod'
import { defineContract, reason } from '../../platform/contract/contract'
import { MAX_IDS } from '../../platform/contract/list'
import { matchingRequest } from '../../platform/contract/matching'
import { commandResult } from '../../estate/orders/control.contract'
import { slotStatus } from '../../estate/slots/slots.contract'
import { id, instant, reference, timeZone, recordRow } from '../../platform/contract/primitives'

export const bulkAction = z.enum(['lock', 'unlock'])
export type BulkAction = z.infer<typeof bulkAction>

/** previewed: pinned, nothing done yet. failed: its task gave up; what it had done stays. */
export const bulkState = z.enum(['previewed', 'queued', 'running', 'stopping', 'stopped', 'done', 'failed'])
export type BulkState = z.infer<typeof bulkState>
/**
 * The state with what the slots made of it, which is what people are shown. awaiting: all is ordered, and not every
 * slot has answered. done: each slot that was planned is confirmed. partly, none: nothing is awaited any more, and not
 * all of them are, or none is.
 */
export const bulkOutcome = z.enum([
  'previewed',
  'queued',
  'running',
  'stopping',
  'stopped',
  'awaiting',
  'partly',
  'none',
  'done',
  'failed',
])
export type BulkOutcome = z.infer<typeof bulkOutcome>
export const isOver = (state: BulkState) => state === 'stopped' || state === 'done' || state === 'failed'

/** Its own turn: waiting for it, left out, failed, stopped before it; from the order on, what the slot made of it. */
export const bulkResult = z.enum(['waiting', ...commandResult.options, 'skipped', 'failed', 'stopped'])
export type BulkResult = z.infer<typeof bulkResult>

/**
 * Why a slot is left out. no_downlink: its protocol tells a slot nothing. changed_since: somebody else has locked or
 * unlocked it after this action did. own_lock: somebody locked it by itself. not_chosen: it fits, and was not among
 * those that the page named.
 */
export const skipReason = z.enum([
  'archived',
  'no_downlink',
  'already',
  'maintenance',
  'credits',
  'offline',
  'changed_since',
  'own_lock',
  'not_chosen',
  'gone',
])
export type SkipReason = z.infer<typeof skipReason>

/** Longer ahead nobody plans a lock; a convention. */
export const MAX_UNLOCK_AHEAD_MS = 31 * DAY_MS

export const bulkOptions = z.object({
  reason,
  wave_size: z.number().int().min(1).max(1_000).default(50),
  wave_pause_ms: z.number().int().min(0).max(HOUR_MS).default(0),
  with_credits: z.boolean().default(false),
  with_offline: z.boolean().default(false),
  /** A lock may say when the same slots are unlocked again. */
  unlock_at: instant.nullish().transform(value => value ?? null),
  /** The zone that `unlock_at` was chosen in. */
  unlock_zone: timeZone.nullish().transform(value => value ?? null),
})

/** The options that a preview can be repeated with. */
export const bulkTerms = z.strictObject({
  with_credits: z.boolean().optional(),
  with_offline: z.boolean().optional(),
})

export const bulkChoice = bulkOptions.extend({
  action: bulkAction,
  ids: z.array(id).min(1).max(MAX_IDS).optional(),
  matching: matchingRequest.optional(),
})
export type BulkChoice = z.output<typeof bulkChoice>

/** The slots' answers to what was ordered (`done`); the rest of it has not been answered yet. */
export const answerCounts = [
  'confirmed',
  'in_game',
  'refused',
  'no_answer',
  'to_be_told',
  'replaced',
] as const
const answered = Object.fromEntries(answerCounts.map(name => [name, z.number().int()])) as Record<
  (typeof answerCounts)[number],
  z.ZodNumber
>
const counts = {
  total: z.number().int(),
  planned: z.number().int(),
  done: z.number().int(),
  skipped: z.number().int(),
  failed: z.number().int(),
  stopped: z.number().int(),
}

export const bulkContract = defineContract({
  family: 'slotcontrol',
  one: 'bulk_job',
  many: 'bulk-jobs',
  row: z.object({
    ...recordRow,
    action: bulkAction,
    state: bulkState,
    tenant: reference.nullable(),
    reason: z.string(),
    ...counts,
    outcome: bulkOutcome,
    ...answered,
    wave_size: z.number().int(),
    wave_pause_ms: z.number().int(),
    next_wave_at: instant.nullable(),
    with_credits: z.boolean(),
    with_offline: z.boolean(),
    unlock_at: instant.nullable(),
    unlock_zone: z.string().nullable(),
    unlock_state: z.enum(['waiting', 'cancelled', 'done']).nullable(),
    /** The job that it repeats or takes back. */
    origin_id: z.string().nullable(),
    /** Why it came to be; `ticked`: its slots were ticked in a list and ordered without a preview that is stored. */
    origin_kind: z.enum(['retry', 'inverse', 'automatic', 'ticked']).nullable(),
    task_id: z.string().nullable(),
    created_by: z.string(),
    confirmed_by: z.string().nullable(),
    confirmed_at: instant.nullable(),
    started_at: instant.nullable(),
    finished_at: instant.nullable(),
  }),
  input: z.object({}),
  filters: z.object({
    action: bulkAction,
    state: bulkState,
    outcome: bulkOutcome,
    tenant: id,
    archived: z.boolean(),
  }),
  sort: ['created_at', 'action', 'state', 'outcome', 'confirmed', 'finished_at'],
  permissions: {
    list: { all: ['slot::list', 'tenant::lock_unlock_multiple_slots'] },
    // Whoever locks slots that were ticked in a list reads what became of them.
    read: {
      all: ['slot::list', { any: ['tenant::lock_unlock_multiple_slots', 'slot::lock', 'slot::unlock'] }],
    },
  },
  actions: {},
})
export type BulkJob = z.output<(typeof bulkContract)['row']>

export const bulkItem = z.object({
  _id: id,
  seq: z.number().int(),
  slot: reference,
  location: reference,
  result: bulkResult,
  /**
   * Before and after: of a slot that was ordered as it was before its turn, stored with it; of a waiting one as it is
   * now. Null for a slot that stays as it is.
   */
  status_before: slotStatus.nullable(),
  status_after: slotStatus.nullable(),
  /** A skip reason, or what failed. */
  reason: z.string().nullable(),
  /** The slot's own code, when it refused. */
  answer_code: z.string().nullable(),
  changed_at: instant.nullable(),
  answered_at: instant.nullable(),
  /** Credits at the last reading, and the last message. */
  credits: z.number().int().nullable(),
  last_seen_at: instant.nullable(),
})
export type BulkItem = z.output<typeof bulkItem>
export const itemFilters = z.object({ job: id, result: bulkResult, reason: skipReason })

/** The slots of one job in the order of their turns; the filter `job` is required. A slot occurs once in a job. */
export const bulkItemsContract = defineContract({
  family: 'slotcontrol',
  one: 'bulk_item',
  many: 'bulk-items',
  row: bulkItem,
  input: z.object({}),
  filters: itemFilters,
  sort: ['seq'],
  order: { by: 'seq', direction: 'ASC' },
  permissions: { list: bulkContract.permissions.read, read: bulkContract.permissions.read },
  actions: {},
})

/** How many had which result; skipped ones by reason. */
export const bulkSummary = z.object({
  results: z.partialRecord(bulkResult, z.number().int()),
  reasons: z.partialRecord(skipReason, z.number().int()),
  /** Slots that an inverse would still find as this job left them. */
  invertible: z.number().int(),
  retryable: z.number().int(),
  /** Jobs that repeat this one or take it back. */
  later: z.array(
    z.object({
      _id: id,
      action: bulkAction,
      origin_kind: z.string().nullable(),
      state: bulkState,
      outcome: bulkOutcome,
      planned: z.number().int(),
      confirmed: z.number().int(),
      created_at: instant,
    }),
  ),
})
export type BulkSummary = z.output<typeof bulkSummary>
export const bulkAnswer = z.looseObject({ job: bulkContract.row, summary: bulkSummary })

const base = '/api/slotcontrol/v1'
export const bulkPaths = {
  preview: `${base}/bulk-preview`,
  items: `${base}/bulk-items`,
  job: `${base}/bulk-job`,
}
/** The steps that a job offers: `POST bulk-job/:id/<step>`. */
export const bulkSteps = [
  'confirm',
  'choose',
  'discard',
  'stop',
  'retry',
  'inverse',
  'cancel-unlock',
] as const
export type BulkStep = (typeof bulkSteps)[number]
