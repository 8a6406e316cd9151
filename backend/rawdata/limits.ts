/** How far a meter can have moved between two readings. Conventions, all in this file: generous, so that only what no slot does is doubtful. */
import { countMeters, type MovementMeter } from './meters.contract'

/** Eight BCD digits wrap here; the ten-digit meters a hundred times later. Credits or counts. */
const WIDTH = 100_000_000
const WIDE = 10_000_000_000
/** Portugal asks for three seconds at least. */
const FASTEST_GAME_MS = 2_500
/** Credits a game. */
const HIGHEST_BET = 10_000
/** Credits a game that nobody exceeds for hours on end. */
const LASTING_BET = 400
/** Credits: one win, one transfer or one payment by hand beyond what is staked. A larger one is believed when a handpay tells of it. */
const TOP_AWARD = 10_000_000
/** Games that may lie between any two readings: what was played in a moment is often told in the next. */
const SPARE_GAMES = 100

export interface Span {
  from: number
  to: number
  /** Played in it; undefined when that was not told. */
  games: number | undefined
}

const widthOf = (value: number): number | undefined =>
  value < WIDTH ? WIDTH : value < WIDE ? WIDE : undefined

/** Over the wrap, whether or not that is plausible. */
export const wrapped = (before: number, value: number): number => value - before + (widthOf(before) ?? before)

const possibleGames = ({ from, to }: Span): number => Math.max(0, to - from) / FASTEST_GAME_MS
/** Games told beyond what time allows prove nothing. */
const gamesOf = (span: Span): number => Math.min(span.games ?? Infinity, possibleGames(span))

/** `moved` is what lies between the two over the meter's end. */
export const isWrap = (before: number, value: number, moved: number): boolean =>
  value < before && wrapped(before, value) === moved

/** Credits that no meter can have moved by without an event that tells of them. */
export const exceedsTopAward = (credits: number): boolean => credits > TOP_AWARD

/** `award`: credits that one win or payment may have been, as far as that is known. */
export function isPlausible(
  meter: MovementMeter,
  moved: number,
  span: Span,
  award: number = TOP_AWARD,
): boolean {
  if (countMeters.has(meter)) return moved <= possibleGames(span) + SPARE_GAMES
  if (meter === 'coin_in') return moved <= (gamesOf(span) + SPARE_GAMES) * HIGHEST_BET
  // Money comes and goes without a game; wins come of games.
  const games = meter === 'coin_out' || meter === 'jackpot' ? gamesOf(span) : possibleGames(span)
  return moved <= (games + SPARE_GAMES) * HIGHEST_BET + Math.max(TOP_AWARD, award)
}

/** From the last tenth of the meter's width to the first one, by no more than could be played; where no games tell of it, by less. */
export function isPlausibleWrap(meter: MovementMeter, before: number, value: number, span: Span): boolean {
  const width = widthOf(before)
  if (!width || before < width * 0.9 || value >= width * 0.1) return false
  const moved = wrapped(before, value)
  if (countMeters.has(meter)) return isPlausible(meter, moved, span)
  return moved <= (gamesOf(span) + SPARE_GAMES) * (span.games === undefined ? LASTING_BET : HIGHEST_BET)
}

/** False after a silence so long that the meter could as well have gone round once more. */
export function isOrdinary(meter: MovementMeter, before: number, value: number, span: Span): boolean {
  const width = widthOf(before)
  if (!width || countMeters.has(meter)) return true
  return value - before + width > gamesOf(span) * LASTING_BET
}
