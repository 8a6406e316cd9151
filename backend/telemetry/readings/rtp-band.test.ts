import { describe, expect, test } from 'vitest'
import { bandOf, sigmaOf } from '../../accounting/period-reports/rtp-band.service'

describe('the confidence band of a return', () => {
  test('narrows with the root of the number of games', () => {
    // 3 × 10 bets / √10,000 = 30 % to either side; of a hundred times as many games, 3 %.
    expect(bandOf({ rtp: 9_000, games: 10_000 }, 9_500, null)).toEqual({
      band_low: 6_500,
      band_high: 12_500,
      verdict: 'within',
    })
    expect(bandOf({ rtp: 9_000, games: 1_000_000 }, 9_500, null)).toEqual({
      band_low: 9_200,
      band_high: 9_800,
      verdict: 'below',
    })
    expect(bandOf({ rtp: 9_801, games: 1_000_000 }, 9_500, null).verdict).toBe('above')
  })

  test('is as wide as its games scatter: half of the usual for the calmest, half as much again for the wildest', () => {
    expect([1, 2, 3, 5, null].map(sigmaOf)).toEqual([5, 7.5, 10, 15, 10])
    expect(bandOf({ rtp: 9_100, games: 1_000_000 }, 9_500, 5).verdict).toBe('within')
  })

  test('is not told of few games, of none, nor without a theoretical return', () => {
    const none = { band_low: null, band_high: null }
    expect(bandOf({ rtp: 2_000, games: 4_999 }, 9_500, 1)).toEqual({ ...none, verdict: 'few' })
    expect(bandOf({ rtp: null, games: 0 }, 9_500, 1)).toEqual({ ...none, verdict: 'few' })
    expect(bandOf({ rtp: 9_000, games: 90_000 }, null, 1)).toEqual({ ...none, verdict: 'unknown' })
  })

  test('has no return below nothing', () => {
    expect(bandOf({ rtp: 9_000, games: 5_000 }, 3_000, 5).band_low).toBe(0)
  })
})
