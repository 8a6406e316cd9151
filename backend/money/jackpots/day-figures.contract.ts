/** The jackpot figures of a location's day, as its report stores them. */
import { z } from 'zod'
import { id, instant, reference } from '../../platform/contract/primitives'

const int = z.number().int()
const count = int.min(0)

/** Figures of a level: `_parts` are ten-thousandths of a minor unit, the others minor units. */
const levelFigures = z.object({
  level: reference,
  jackpot: reference,
  /** Fed by other locations, too. */
  everywhere: z.boolean(),
  /** Contributions of play here to the shown value, and to the hidden reserve for the next run. */
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
