/**
 * How far a meter can have moved between two readings. Conventions, all in this file: generous, so that only what no
 * slot does is doubtful. A slot may have narrower or wider ones of its own (`slot_history`), which hold as its price
 * does.
 */
import { HOUR_MS } from '../../platform/contract/durations'
import { countMeters, type MovementMeter } from './meters.contract'

/** Eight BCD digits wrap here; the ten-digit meters a hundred times later. Credits or counts. */
const WIDTH = 100_000_000
const WIDE = 10_000_000_000
/** Credits a game that nobody exceeds for hours on end. */
const LASTING_BET = 400
/**
 * Notes that an acceptor takes one after the other, each in so many milliseconds; and so many that may lie between any
 * two readings.
 */
const NOTE_MS = 2_000
const SPARE_NOTES = 20
/** A silence makes no more play plausible than this much of it, where no games meter tells of it. Convention. */
const UNTOLD_MS = 2 * HOUR_MS

export interface Limits {
  fastestGameMs: number
  /** Credits a game. */
  highestBet: number
  /**
   * Credits: one win, one transfer or one payment by hand beyond what is staked. A larger one is believed when a
   * handpay tells of it.
   */
  topAward: number
  /** Credits; null: notes are no more limited than other money. */
  highestNote: number | null
}
export const usualLimits: Limits = {
  // Portugal asks for three seconds at least.
  fastestGameMs: 2_500,
  highestBet: 10_000,
  topAward: 10_000_000,
  highestNote: null,
}
export interface OwnLimits {
  fastest_game_ms: number | null
  highest_bet: number | null
  top_award: number | null
  highest_note: number | null
}
/** Those of a slot: the usual ones for what it has none of. */
export const limitsOf = (own: OwnLimits): Limits =>
  own.fastest_game_ms === null &&
  own.highest_bet === null &&
  own.top_award === null &&
  own.highest_note === null
    ? usualLimits
    : {
        fastestGameMs: own.fastest_game_ms ?? usualLimits.fastestGameMs,
        highestBet: own.highest_bet ?? usualLimits.highestBet,
        topAward: own.top_award ?? usualLimits.topAward,
        highestNote: own.highest_note,
      }

/** Games that may lie between any two readings: what was played in a moment is often reported in the next. */
const SPARE_GAMES = 100

export interface Span {
  from: number
  to: number
  /** Games played in it; undefined when the slot did not report them. */
  games: number | undefined
}

const widthOf = (value: number): number | undefined =>
  value < WIDTH ? WIDTH : value < WIDE ? WIDE : undefined

/** Over the wrap, whether or not that is plausible. */
export const wrapped = (before: number, value: number): number => value - before + (widthOf(before) ?? before)

/**
 * The index so much further on, of a meter that stands at `now` by now: it may have gone over its end on the way; or
 * further back, where it may have gone over it before.
 */
export function advanced(index: number, by: number, now: number): number {
  if (index + by < 0) return index + by + (widthOf(index) ?? 0)
  const width = now < index ? widthOf(index) : undefined
  return width !== undefined && index + by >= width ? index + by - width : index + by
}

const possibleGames = ({ from, to }: Span, { fastestGameMs }: Limits): number =>
  Math.max(0, to - from) / fastestGameMs
const unreportedMs = ({ from, to }: Span): number => Math.min(UNTOLD_MS, Math.max(0, to - from))
/** Games whose stakes may lie between: the reported ones, or what a few hours have room for. */
const stakedGames = (span: Span, limits: Limits): number =>
  span.games === undefined ? unreportedMs(span) / limits.fastestGameMs : gamesOf(span, limits)
/** Games reported beyond what time allows prove nothing. */
const gamesOf = (span: Span, limits: Limits): number =>
  Math.min(span.games ?? Infinity, possibleGames(span, limits))

/** `moved` is what lies between the two over the meter's end. */
export const isWrap = (before: number, value: number, moved: number): boolean =>
  value < before && wrapped(before, value) === moved

/** No rise of this slot's meters needs it to be explained. */
export const isUsual = (credits: number, { topAward }: Limits): boolean => credits <= topAward

/** `paid`: credits that an attendant was called for, of what this meter shows. */
export function isPlausible(
  meter: MovementMeter,
  moved: number,
  span: Span,
  limits: Limits,
  paid = 0,
): boolean {
  const { highestBet, topAward, highestNote } = limits
  if (countMeters.has(meter)) return moved <= possibleGames(span, limits) + SPARE_GAMES
  if (meter === 'coin_in') return moved <= (stakedGames(span, limits) + SPARE_GAMES) * highestBet
  if (meter === 'bills_in' && highestNote !== null)
    return moved <= (unreportedMs(span) / NOTE_MS + SPARE_NOTES) * highestNote
  // Money comes and goes without a game; wins come of games.
  const games =
    meter === 'coin_out' || meter === 'jackpot'
      ? stakedGames(span, limits)
      : unreportedMs(span) / limits.fastestGameMs
  return moved <= (games + SPARE_GAMES) * highestBet + Math.max(topAward, paid)
}

/**
 * From the last tenth of the meter's width to the first one, by no more than could be played; where no games tell of
 * it, by less.
 */
export function isPlausibleWrap(
  meter: MovementMeter,
  before: number,
  value: number,
  span: Span,
  limits: Limits,
): boolean {
  const width = widthOf(before)
  if (!width || before < width * 0.9 || value >= width * 0.1) return false
  const moved = wrapped(before, value)
  if (countMeters.has(meter)) return isPlausible(meter, moved, span, limits)
  const bet = span.games === undefined ? lastingBet(limits) : limits.highestBet
  return moved <= (stakedGames(span, limits) + SPARE_GAMES) * bet
}

/** False after a silence so long that the meter could as well have gone round once more. */
export function isOrdinary(
  meter: MovementMeter,
  before: number,
  value: number,
  span: Span,
  limits: Limits,
): boolean {
  const width = widthOf(before)
  if (!width || countMeters.has(meter)) return true
  return value - before + width > gamesOf(span, limits) * lastingBet(limits)
}

const lastingBet = ({ highestBet }: Limits): number => Math.min(LASTING_BET, highestBet)
