/**
 * Whether a slot pays as it should: theoretical return, and how far from it so many games may be by chance (domain
 * notes, section 5). One game's return scatters by `sigma` bets, the mean of n games by sigma / √n; a band of three of
 * these holds 99.7 % of honest slots.
 */

import type { BandVerdict } from './network-report.contract'

/** Below so many games the band is wider than anything that it could show. */
export const FEWEST_GAMES = 5_000
export const WIDTH = 3
export const PARTS = 10_000
/** Of volatility 1 and 5 (game profiles), in bets; in between evenly. */
export const CALMEST = 5
export const WILDEST = 15
export const LEVELS = 5
/** Where nobody has said how the slot's games scatter. */
export const USUAL_SIGMA = 10

export const sigmaOf = (volatility: number | null): number =>
  volatility === null
    ? USUAL_SIGMA
    : CALMEST + ((Math.min(Math.max(volatility, 1), LEVELS) - 1) * (WILDEST - CALMEST)) / (LEVELS - 1)

export interface Band {
  /** Basis points; null where it cannot be said. */
  band_low: number | null
  band_high: number | null
  verdict: BandVerdict
}

/** How far, in basis points, the return of so many games may be from its theory by chance. */
export const chanceOf = (games: number, volatility: number | null): number =>
  Math.round((WIDTH * sigmaOf(volatility) * PARTS) / Math.sqrt(games))

/** `rtp` and `theoretical` in basis points. */
export function bandOf(
  { rtp, games }: { rtp: number | null; games: number },
  theoretical: number | null,
  volatility: number | null,
): Band {
  if (theoretical === null) return { band_low: null, band_high: null, verdict: 'unknown' }
  if (rtp === null || games < FEWEST_GAMES) return { band_low: null, band_high: null, verdict: 'few' }
  const half = chanceOf(games, volatility)
  const band = { band_low: Math.max(theoretical - half, 0), band_high: theoretical + half }
  return { ...band, verdict: rtp < band.band_low ? 'below' : rtp > band.band_high ? 'above' : 'within' }
}
