import { describe, expect, it } from 'vitest'
import type { Moved } from '../../telemetry/readings/measures.contract'
import { noMovement } from '../../telemetry/readings/meters.contract'
import { jumped, laundered, paidTooMuch } from './figure-rules'
import type { Limits } from './finding'

const HOUR = 3_600_000
const values: Record<string, number> = {
  cash_in_from: 200_000,
  min_play_ratio: 1_000,
  rtp_high: 12_000,
  rtp_min_games: 1_000,
  meter_jump_factor: 10,
}
const limits: Limits = { number: key => values[key] ?? 0, flag: () => true }
const moved = (given: Partial<Moved>): Moved => ({ ...noMovement, ...given }) as Moved

describe('money that is put in and taken out again', () => {
  const hour = (at: number, given: Partial<Moved>) => ({ at: at * HOUR, moved: moved(given) })

  it('is found within an hour, and over the full hour', () => {
    const within = [hour(5, { bills_in: 200_000, coin_in: 19_999, ticket_out: 190_000 })]
    expect(laundered(within, limits)).toMatchObject([
      { rule: 'cash_in_from', first: 5 * HOUR, last: 6 * HOUR, value: 200_000 },
    ])
    const over = [hour(5, { bills_in: 250_000 }), hour(6, { coin_in: 100, ticket_out: 249_000 })]
    expect(laundered(over, limits)).toMatchObject([{ first: 5 * HOUR, last: 7 * HOUR, count: 2 }])
  })

  it('is play where a tenth of it was wagered, nothing where none was taken out, and less than the limit', () => {
    expect(laundered([hour(5, { bills_in: 200_000, coin_in: 20_000, ticket_out: 1 })], limits)).toEqual([])
    expect(laundered([hour(5, { bills_in: 200_000 })], limits)).toEqual([])
    expect(laundered([hour(5, { bills_in: 199_999, ticket_out: 199_999 })], limits)).toEqual([])
    // Hours apart are not one visit.
    expect(laundered([hour(5, { bills_in: 250_000 }), hour(9, { ticket_out: 249_000 })], limits)).toEqual([])
  })
})

describe('a day that paid too much', () => {
  const day = (given: Partial<Moved>, theoretical: number | null = 9_500) =>
    paidTooMuch({ from: 0, to: 24 * HOUR, moved: moved(given) }, theoretical, limits)
  it('needs enough games and more than the limit', () => {
    const over = { coin_in: 10_000, coin_out: 12_000, jackpot: 1 }
    expect(day({ ...over, games_played: 20_000 })).toMatchObject([{ rule: 'rtp_high', value: 12_001 }])
    expect(day({ coin_in: 10_000, coin_out: 12_000, games_played: 20_000 })).toEqual([])
    expect(day({ coin_in: 10_000, coin_out: 90_000, games_played: 999 })).toEqual([])
  })
  it('is beyond what chance explains of so many games', () => {
    // Three times ten bets over the root of 10,000 games: 30 %.
    const of = (coin_out: number, theoretical: number | null) =>
      day({ coin_in: 10_000, coin_out, games_played: 10_000 }, theoretical).length
    expect([
      of(12_500, 9_500),
      of(12_501, 9_500),
      of(12_501, 9_600),
      of(13_000, null),
      of(13_001, null),
    ]).toEqual([0, 1, 0, 0, 1])
    expect(day({ coin_out: 12_000, games_played: 1_000 })).toEqual([])
  })
})

describe('an hour far above what is usual', () => {
  const usual = Array.from({ length: 200 }, (_, nr) => nr + 1)
  it('is measured by the 99th percentile of its slot', () => {
    expect(jumped({ at: 0, coinIn: 1_981 }, usual, limits)).toMatchObject([
      { rule: 'meter_jump_factor', value: 10, threshold: 10 },
    ])
    expect(jumped({ at: 0, coinIn: 1_980 }, usual, limits)).toEqual([])
  })
  it('says nothing of a slot that nobody knows yet, or that was never played', () => {
    expect(jumped({ at: 0, coinIn: 1_000_000 }, usual.slice(0, 99), limits)).toEqual([])
    expect(
      jumped(
        { at: 0, coinIn: 1_000_000 },
        usual.map(() => 0),
        limits,
      ),
    ).toEqual([])
  })
})
