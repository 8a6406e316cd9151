/** Why a slot's counters and its meters differ, said by a person with a code and in their own words. */
import { z } from 'zod'
import { currency, id, instant, optionalSentence, reference } from '../../platform/contract/primitives'

/** `other` takes a note: the code alone would say nothing. */
export const explanationCodes = [
  'misread',
  'counter_stuck',
  'counter_exchanged',
  'memory_cleared',
  'board_offline',
  'price_changed',
  'service_credits',
  'under_review',
  'other',
] as const
export const explanationCode = z.enum(explanationCodes)

const minor = z.number().int().nullable()
const differences = { in: minor, out: minor, jackpot: minor }

export const meterExplanations = z.object({
  slot: reference,
  currency,
  time_zone: z.string(),
  compared_from: instant.nullable(),
  compared_to: instant.nullable(),
  ...differences,
  /** The newest first. */
  explanations: z
    .array(
      z.object({
        _id: id,
        code: explanationCode,
        note: z.string().nullable(),
        by: z.string(),
        at: instant,
        ...differences,
        /** The counters still differ by what it was said of. */
        holds: z.boolean(),
      }),
    )
    .max(50),
})
export type MeterExplanations = z.output<typeof meterExplanations>
export const meterExplanationsAnswer = z.object({ explanations: meterExplanations })

export const explanationInput = z.strictObject({
  /** Of the comparison that was read: one made since is another one (409). */
  version: z.number().int().min(0),
  code: explanationCode,
  note: optionalSentence(3, 200),
})
