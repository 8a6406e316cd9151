/** What a day's reports lack, and which of it a person accepts. */
import { z } from 'zod'
import { id, reference } from '../../platform/contract/primitives'

/**
 * Hours without readings, open repairs, a turnover far beyond the slot's own, games that the slot's own counters did
 * not count.
 */
export const gapKinds = ['missing_hours', 'held', 'beyond', 'games_alone'] as const
export const gapKind = z.enum(gapKinds)
export type GapKind = z.output<typeof gapKind>

const count = z.number().int()

/** `count`: hours of all these slots, or repairs; of other kinds as many as slots. */
const gapCount = z.object({ kind: gapKind, slots: count, count })
export const dayGaps = z.array(gapCount)

/** Of the days that are closed and not sealed, by kind and by slot. */
export const monthGaps = z.object({
  days: count,
  kinds: z.array(gapCount.extend({ days: count })),
  slots: z.array(z.object({ slot: reference, kinds: z.array(gapKind), days: count })),
})
export type MonthGaps = z.output<typeof monthGaps>

/** A slot's day is accepted with `all`, with its slot, or where each of its kinds is named. */
export const acceptance = z.strictObject({
  all: z.boolean().default(false),
  kinds: z.array(gapKind).max(gapKinds.length).default([]),
  slots: z.array(id).max(1_000).default([]),
})
export type Acceptance = z.output<typeof acceptance>
