/** What SMIBs send (ruling 24): the wire of POST /api/rawdata/v1/ingest. */
import { z } from 'zod'
import { instant, nanoseconds } from '../../platform/contract/primitives'
import { ingestRecords, noNul, type IngestRecords } from '../streams/records.contract'

/** Larger batches answer 413. In-process callers (demo history) may go past the first two. */
export const MAX_BATCH_MESSAGES = 500
/** Events, counter rows, log lines and slot data together. */
export const MAX_BATCH_ROWS = 2_000
export const MAX_BATCH_BYTES = 2 * 1024 * 1024
/** All rows with sixty meters each. */
export const MAX_BATCH_VALUES = 60 * MAX_BATCH_ROWS

const sequence = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

export const ingestEvent = z.object({
  event_seq_nr: sequence,
  /** SAS exception code, two hexadecimal digits. */
  code: z.string().regex(/^[0-9A-Fa-f]{2}$/),
  /** When the slot raised it; the message's time if left out. */
  at: instant.optional(),
  data: z
    .record(
      z.string().max(64).refine(noNul),
      z.union([z.string().max(500).refine(noNul), z.number(), z.boolean(), z.null()]),
    )
    .optional(),
})

export const ingestCounters = z.object({
  /** 0 is the whole slot; games are numbered from 1. */
  game_nr: z.number().int().min(0).max(9_999).default(0),
  /**
   * SAS meter code (four hexadecimal digits) → value, an integer from 0 to 2^53-1. Checked one by one (`messages.ts`),
   * for a code that says what is wrong; a record's schema would look at each of them twice.
   */
  meters: z
    .unknown()
    .refine(isObject)
    .meta({ type: 'object', additionalProperties: { type: 'integer', minimum: 0 } }),
})

export const ingestMessage = z.object({
  /** The SMIB's MAC address, 12 hexadecimal digits. */
  smib_id: z
    .string()
    .max(40)
    .transform(text => text.toLowerCase())
    .pipe(z.string().regex(/^[0-9a-f]{12}$/, 'mac')),
  message_seq_nr: sequence,
  /** The last event that the SMIB had numbered when it sent this. */
  event_seq_nr: sequence.optional(),
  server_time_nano: nanoseconds,
  kind: z
    .string()
    .regex(/^[a-z_]{1,20}$/)
    .optional(),
  events: z.array(ingestEvent).max(MAX_BATCH_ROWS).optional(),
  counters: z.array(ingestCounters).max(MAX_BATCH_ROWS).optional(),
  ...ingestRecords,
})

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Messages are checked one by one, so that a malformed one costs nobody else anything. Some more than a batch may have
 * get an answer that says so.
 */
export const ingestBatch = z.object({
  messages: z
    .array(z.unknown())
    .min(1)
    .max(20 * MAX_BATCH_MESSAGES),
})

/** What a sender builds: before parsing, meters as plain numbers. */
export interface IngestMessage extends IngestRecords {
  smib_id: string
  message_seq_nr: number
  event_seq_nr?: number
  server_time_nano: string
  kind?: string
  events?: {
    event_seq_nr: number
    code: string
    at?: number
    data?: Record<string, string | number | boolean | null>
  }[]
  counters?: { game_nr?: number; meters: Record<string, number> }[]
}
export type IngestBatch = { messages: IngestMessage[] }

export const refusal = z.enum([
  'malformed',
  'unknown_smib',
  'smib_archived',
  'smib_without_slot',
  'sequence_conflict',
  'value_out_of_range',
  'unknown_meter',
  'clock',
])
export type Refusal = z.infer<typeof refusal>

export const verdict = z.object({
  /** Position in the batch. */
  index: z.number().int(),
  verdict: z.enum(['accepted', 'duplicate', 'refused']),
  code: refusal.optional(),
})
export type Verdict = z.infer<typeof verdict>

export const ingestAnswer = z.object({
  accepted: z.number().int(),
  duplicates: z.number().int(),
  refused: z.number().int(),
  verdicts: z.array(verdict),
})
export type IngestAnswer = z.infer<typeof ingestAnswer>
