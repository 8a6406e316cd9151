/** What a location's day had to do with jackpots, as its report keeps it. */
import { z } from 'zod'
import { id, instant, reference } from '../../platform/contract/primitives'

const int = z.number().int()
const count = int.min(0)

/** Of a level: ten-thousandths of a minor unit are `_parts`, minor units the rest. */
const levelFigures = z.object({
  level: reference,
  jackpot: reference,
  /** Fed by other locations, too. */
  everywhere: z.boolean(),
  /** What play here added to what players see, and to what the next run begins with. */
  shown_parts: int,
  kept_parts: int,
  /** Half-even, once. */
  shown: int,
  kept: int,
  wins: count,
  won: count,
  /** When the report was made. */
  stood: z.object({ value: int, kept: int, run: count, state: z.enum(['running', 'hit']) }),
})
export type LevelFigures = z.output<typeof levelFigures>

const wonHere = z.object({
  _id: id,
  number: z.string(),
  level: z.string(),
  slot: reference,
  amount: count,
  at: instant,
  /** When the report was made. */
  state: z.enum(['celebrating', 'payment_pending', 'paid', 'reset']),
})

export const jackpotFigures = z.object({
  levels: z.array(levelFigures),
  wins: z.array(wonHere),
  /** Sums of what the rows print. `owed`: what levels stood at, and wins that were not paid yet. */
  totals: z.object({ shown: int, kept: int, wins: count, won: count, owed: int }),
})
export type JackpotFigures = z.output<typeof jackpotFigures>
