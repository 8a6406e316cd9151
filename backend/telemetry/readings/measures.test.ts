import { describe, expect, it } from 'vitest'
import { metersOf, ratioOf, sumOf, unitOf, type Moved } from './measures.contract'
import { noMovement } from './meters.contract'

const moved = (more: Partial<Moved>): Moved => ({
  ...noMovement,
  ...more,
})

describe('a measure', () => {
  const evening = moved({
    coin_in: 1_000,
    coin_out: 850,
    jackpot: 100,
    bills_in: 400,
    coins_in: 30,
    ticket_in: 20,
    electronic_in: 5,
    ticket_out: 60,
    handpaid_cancelled: 7,
    hopper_out: 3,
    electronic_out: 1,
    games_played: 40,
    total_drop: 9_999,
  })

  it('is a signed sum of meters; coins are part of what went in', () => {
    expect(sumOf('total_in', evening)).toBe(455)
    expect(sumOf('total_out', evening)).toBe(171)
    expect(sumOf('ggr', evening)).toBe(284)
    expect(sumOf('net_win', evening)).toBe(50)
    expect(sumOf('net_win_before_jackpots', evening)).toBe(150)
    expect(metersOf('net_win')).toEqual({
      unit: 'money',
      plus: ['coin_in'],
      minus: ['coin_out', 'jackpot'],
    })
  })

  it('stands beside a mechanical counter without jackpots paid twice', () => {
    expect(
      ['counter_in', 'counter_out', 'counter_jackpot'].map(name => sumOf(name as 'counter_in', evening)),
    ).toEqual([9_999, 71, 100])
    expect(sumOf('counter_out', evening) + sumOf('counter_jackpot', evening)).toBe(
      sumOf('total_out', evening),
    )
  })

  it('of one sum over another is nothing where there was no play', () => {
    expect([ratioOf('rtp', evening), ratioOf('average_bet', evening)]).toEqual([9_500, 25])
    expect([ratioOf('rtp', moved({})), ratioOf('average_bet', moved({}))]).toEqual([null, null])
    expect([unitOf('rtp'), unitOf('average_bet'), unitOf('games_won')]).toEqual(['percent', 'money', 'count'])
  })
})
