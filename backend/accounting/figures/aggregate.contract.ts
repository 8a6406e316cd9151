/** Sums by gaming day, from roll-ups (domain notes, section 5). Amounts in minor units of the row's currency. */
import { z } from 'zod'
import { daysInOrder } from '../../platform/contract/days-in-order'
import { currency, id, instant } from '../../platform/contract/primitives'
import { figureSums } from '../../telemetry/readings/measures.contract'

export const MOST_DAYS = 400
const day = z.iso.date()

export const aggregateEntity = z.enum(['tenant', 'location', 'slot'])
const period = z.object({ from: day, to: day }).superRefine(daysInOrder(MOST_DAYS))
const ids = z.array(id).min(1).max(500)
export const aggregateRequest = z.union([
  /** Gaming days, both included. */
  z.object({ ids }).and(period),
  /** As many gaming days as this, up to the one that is open now. */
  z.object({ ids, days: z.number().int().min(1).max(MOST_DAYS) }),
])
export type AggregateRequest = z.infer<typeof aggregateRequest>

const minor = z.number().int()
export const dayFigures = z.object({
  currency,
  coin_in: minor,
  coin_out: minor,
  jackpot: minor,
  /**
   * coin in - coin out - hand-paid jackpots, and the same without deducting these (the tenant's choice which view is
   * its revenue).
   */
  net_win: minor,
  net_win_before_jackpots: minor,
  bills_in: minor,
  coins_in: minor,
  ticket_in: minor,
  electronic_in: minor,
  total_in: minor,
  ticket_out: minor,
  electronic_out: minor,
  hopper_out: minor,
  handpaid_cancelled: minor,
  total_out: minor,
  /** total in - total out */
  ggr: minor,
  games_played: z.number().int(),
  games_won: z.number().int(),
  /** (coin out + jackpot) / coin in, in basis points; null without play. */
  rtp: z.number().int().nullable(),
  average_bet: minor.nullable(),
  /** Slots that reported. */
  machines: z.number().int(),
})
export type DayFigures = z.infer<typeof dayFigures>
/** Of a slot: null is a figure of meters that the slot had never reported by then. */
export const slotFigures = dayFigures.extend(
  Object.fromEntries(figureSums.map(name => [name, dayFigures.shape[name].nullable()])) as Record<
    (typeof figureSums)[number],
    z.ZodNullable<typeof minor>
  >,
)
export type SlotFigures = z.infer<typeof slotFigures>
export const dayRow = dayFigures.extend({ day })
export type DayRow = z.infer<typeof dayRow>

export const aggregateAnswer = z.object({
  rows: z.array(dayRow),
  /** Of the whole period, one for each currency. */
  totals: z.array(dayFigures.omit({ machines: true })),
  /** The gaming days that were summed up, both included. */
  from: day,
  to: day,
  as_of: instant,
})
