/**
 * What is measured, each measure defined once (domain notes, section 5): a signed sum of named meters, or one such sum
 * over another.
 * Aggregates, boards, days, reports and the comparison with mechanical counters all read it here.
 */
import type { MeasureKind } from '../../platform/contract/report'

/**
 * The meters that measures are made of. Whoever evaluates one must have them all, so that a misspelt meter does not
 * compile.
 */
type MeterName =
  | 'bills_in'
  | 'coin_in'
  | 'coin_out'
  | 'coins_in'
  | 'electronic_in'
  | 'electronic_out'
  | 'games_played'
  | 'games_won'
  | 'handpaid_cancelled'
  | 'hopper_out'
  | 'jackpot'
  | 'ticket_in'
  | 'ticket_out'
  | 'total_drop'
export type Moved = Readonly<Record<MeterName, number>>

interface Sum {
  unit: Extract<MeasureKind, 'money' | 'count'>
  plus: readonly MeterName[]
  minus?: readonly MeterName[]
}
interface Ratio {
  unit: MeasureKind
  /** The sum above the line, the one below it, and in how many parts of one the result is counted. */
  of: SumName
  per: SumName
  parts: number
}

const allIn = ['bills_in', 'coins_in', 'ticket_in', 'electronic_in'] as const
const paidOut = ['ticket_out', 'handpaid_cancelled', 'hopper_out', 'electronic_out'] as const
const money = (plus: readonly MeterName[], minus: readonly MeterName[] = []): Sum => ({
  unit: 'money',
  plus,
  minus,
})

const sums = {
  coin_in: money(['coin_in']),
  coin_out: money(['coin_out']),
  jackpot: money(['jackpot']),
  won: money(['coin_out', 'jackpot']),
  net_win: money(['coin_in'], ['coin_out', 'jackpot']),
  net_win_before_jackpots: money(['coin_in'], ['coin_out']),
  bills_in: money(['bills_in']),
  coins_in: money(['coins_in']),
  ticket_in: money(['ticket_in']),
  electronic_in: money(['electronic_in']),
  total_in: money(allIn),
  ticket_out: money(['ticket_out']),
  electronic_out: money(['electronic_out']),
  hopper_out: money(['hopper_out']),
  handpaid_cancelled: money(['handpaid_cancelled']),
  total_out: money([...paidOut, 'jackpot']),
  ggr: money(allIn, [...paidOut, 'jackpot']),
  games_played: { unit: 'count', plus: ['games_played'] },
  games_won: { unit: 'count', plus: ['games_won'] },
  /**
   * What the three mechanical counters count, as we read the form: 0024, what is paid out without jackpots, and
   * jackpots alone.
   */
  counter_in: money(['total_drop']),
  counter_out: money(paidOut),
  counter_jackpot: money(['jackpot']),
} as const satisfies Record<string, Sum>
export type SumName = keyof typeof sums

/** Which sums a row of figures tells, in this order. */
export const figureSums = [
  'coin_in',
  'coin_out',
  'jackpot',
  'net_win',
  'net_win_before_jackpots',
  'bills_in',
  'coins_in',
  'ticket_in',
  'electronic_in',
  'total_in',
  'ticket_out',
  'electronic_out',
  'hopper_out',
  'handpaid_cancelled',
  'total_out',
  'ggr',
  'games_played',
  'games_won',
] as const satisfies readonly SumName[]

const ratios = {
  /** In basis points. */
  rtp: { unit: 'percent', of: 'won', per: 'coin_in', parts: 10_000 },
  /** In basis points: what is left of what was bet. */
  hold: { unit: 'percent', of: 'net_win', per: 'coin_in', parts: 10_000 },
  average_bet: { unit: 'money', of: 'coin_in', per: 'games_played', parts: 1 },
} as const satisfies Record<string, Ratio>
export type RatioName = keyof typeof ratios
export type MeasureName = SumName | RatioName

/** Made once: a year by day asks for each of them hundreds of times. */
const whole = Object.fromEntries(
  Object.entries<Sum>(sums).map(([name, sum]) => [name, { minus: [], ...sum }]),
) as unknown as Readonly<Record<SumName, Required<Sum>>>
export const metersOf = (name: SumName): Required<Sum> => whole[name]
export const unitOf = (name: MeasureName): MeasureKind =>
  isRatio(name) ? ratios[name].unit : sums[name].unit

const isRatio = (name: MeasureName): name is RatioName => name in ratios
/** Every meter that a measure is made of. */
export function metersIn(name: MeasureName): MeterName[] {
  const made = isRatio(name) ? [metersOf(ratios[name].of), metersOf(ratios[name].per)] : [metersOf(name)]
  return [...new Set(made.flatMap(({ plus, minus }) => [...plus, ...minus]))]
}
export const measureOf = (name: MeasureName, moved: Moved): number | null =>
  isRatio(name) ? ratioOf(name, moved) : sumOf(name, moved)

/** In the unit of what is given: credits, or minor units where the meters were priced already. */
export function sumOf(name: SumName, moved: Moved): number {
  const { plus, minus } = metersOf(name)
  let total = 0
  for (const meter of plus) total += moved[meter]
  for (const meter of minus) total -= moved[meter]
  return total
}

/**
 * Rounded to the whole; null where there is nothing to divide by. Of a total it is computed anew: ratios do not add up.
 */
export function ratioOf(name: RatioName, moved: Moved): number | null {
  const { of, per, parts } = ratios[name]
  const below = sumOf(per, moved)
  return below > 0 ? Math.round((sumOf(of, moved) * parts) / below) : null
}
