/** Collector checkpoints: counted cash from a slot, compared with its meters (domain notes, section 5). */
import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { readingState } from '../../platform/contract/presence'
import {
  id,
  instant,
  money,
  optionalLine,
  optionalLines,
  optionalSentence,
  reference,
  recordRow,
} from '../../platform/contract/primitives'

/** Notes of both currencies, in minor units, largest first. */
export const notes = [50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 100] as const
/** There is no note of 1 euro. */
export const isNoteOf = (currency: string, minor: number): boolean => currency !== 'EUR' || minor !== 100

/** More notes of a kind than a stacker holds are a slip of the hand. */
const MOST_NOTES = 5_000

export const countedNote = z.object({
  minor: z.number().int().min(1).max(1_000_000),
  count: z.number().int().min(0).max(MOST_NOTES),
})
export type CountedNote = z.infer<typeof countedNote>

export const collectionState = z.enum(['matches', 'short', 'over', 'unknown'])
/** Why nobody knows what must be there. */
export const unknownBecause = z.enum(['first', 'no_reading', 'meters_fell', 'repriced', 'in_doubt'])

/** The clock on the location's wall; left out: now. */
const wallClock = z
  .union([z.literal('').transform(() => null), z.iso.datetime({ local: true, precision: -1 }).max(16)])
  .nullish()
  .transform(value => value ?? null)

export const collectorCheckpointsContract = defineContract({
  family: 'fiscal-reports',
  one: 'collector-checkpoint',
  many: 'collector-checkpoints',
  row: z.object({
    ...recordRow,
    number: z.string(),
    tenant: reference,
    location: reference,
    slot: reference,
    timestamp: instant,
    collected_by: z.string(),
    opening: money.nullable(),
    opening_at: instant.nullable(),
    closing: money.nullable(),
    closing_at: instant.nullable(),
    /** How old the closing reading was when the cash was taken out, in milliseconds. */
    closing_age: z.number().int().nullable(),
    closing_state: readingState.nullable(),
    /** All meters of that moment; null for a slot without a reading. */
    checkpoint: id.nullable(),
    /** What the bill meters say: closing less opening. */
    expected: money.nullable(),
    counted: z.array(countedNote),
    /** All that was counted. */
    actual: money,
    /** Counted less expected. */
    difference: money.nullable(),
    tolerance: money,
    state: collectionState,
    unknown_because: unknownBecause.nullable(),
    reason: z.string().nullable(),
    bag: z.string().nullable(),
    notes: z.string().nullable(),
  }),
  input: z.object({
    slot: id,
    collected_at: wallClock,
    counted: z.array(countedNote).max(notes.length),
    bag: optionalLine(40),
    /** Needed where the difference is larger than the tolerance. */
    reason: optionalSentence(1, 200),
    notes: optionalLines(500),
  }),
  filters: z.object({ tenant: id, location: id, slot: id, state: collectionState, bag: z.string().max(40) }),
  sort: ['timestamp', 'number', 'actual', 'expected', 'difference', 'created_at'],
  order: { by: 'timestamp', direction: 'DESC' },
  permissions: {
    list: 'collector_checkpoint::list_collector_checkpoints',
    read: 'collector_checkpoint::list_collector_checkpoints',
    create: 'collector_checkpoint::create',
  },
  actions: {},
})

export const actualCashPath = '/api/fiscal-reports/v1/actual-cash-for-slot'
/** What is in a slot's stacker now, by its meters. */
export const actualCash = z.object({
  slot: reference,
  currency: z.string(),
  last: z.object({ _id: id, number: z.string(), timestamp: instant }).nullable(),
  opening: money.nullable(),
  opening_at: instant.nullable(),
  closing: money.nullable(),
  closing_at: instant.nullable(),
  expected: money.nullable(),
  unknown_because: unknownBecause.nullable(),
})
