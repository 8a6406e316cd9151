/** What ends a run of a slot's meters, and where the next one begins. */
import { describe, expect, it } from 'vitest'
import { runsOf, type Link } from './runs'

const here = 'slot RON 1'
const link = (coin_in: number, own: Partial<Link> = {}): Link => ({
  at: coin_in,
  values: { coin_in },
  kind: here,
  marks: {},
  ...own,
})
const before = (coin_in: number) => link(coin_in, { kind: null })
const told = (chain: readonly Link[], known: string | null = here) =>
  runsOf(here, chain, known).map(({ began, opening, closing, over }) => [
    began,
    opening.coin_in,
    closing.coin_in,
    ...(over.coin_in ? [over.coin_in] : []),
  ])

describe('a slot’s day', () => {
  it.each([
    ['cleared', 'cleared'],
    ['unproven', 'unproven'],
    ['repriced', 'repriced'],
  ] as const)('has a further run where a meter is %s, from its first reading on', (mark, began) => {
    expect(told([before(1_000), link(1_500), link(40, { marks: { coin_in: mark } }), link(90)])).toEqual([
      [null, 1_000, 1_500],
      [began, 40, 90],
    ])
  })

  it('begins anew where its first reading does, and no empty run stands before it', () => {
    expect(told([before(1_000), link(40, { marks: { coin_in: 'cleared' } }), link(90)])).toEqual([
      ['cleared', 40, 90],
    ])
  })

  it('counts a run that proved itself from the reading before', () => {
    const proven = link(70, { marks: { coin_in: 'restarted' }, counted: { coin_in: 60 } })
    expect(told([before(1_000), link(1_500), proven, link(90)])).toEqual([
      [null, 1_000, 1_500],
      ['restarted', 60, 90],
    ])
  })

  it('ends and begins where a person put the break', () => {
    const ruled = { before: { coin_in: 1_530 }, after: { coin_in: 0 } }
    const broken = link(40, { marks: { coin_in: 'broken' }, ruled })
    expect(told([before(1_000), link(1_500), broken, link(90)])).toEqual([
      [null, 1_000, 1_530],
      ['broken', 0, 90],
    ])
    // What it adds to the old run is the day's, also where that was read on the day before.
    expect(told([before(1_500), broken])).toEqual([
      [null, 1_500, 1_530],
      ['broken', 0, 40],
    ])
  })

  it('is one run over the end of the meter', () => {
    expect(
      told([before(99_999_000), link(99_999_900), link(40, { marks: { coin_in: 'rollover' } })]),
    ).toEqual([[null, 99_999_000, 40, 100_000_000]])
  })

  it('ends with what was read after it was taken away, and begins with that where it came to', () => {
    const moved = { marks: { coin_in: 'straddle' } } as const
    expect(told([before(1_000), link(1_500), link(1_600, { ...moved, kind: 'there' })])).toEqual([
      [null, 1_000, 1_600],
    ])
    expect(told([before(1_000), link(1_600, { ...moved, kind: 'there' })])).toEqual([[null, 1_000, 1_600]])
    expect(told([before(1_500), link(1_600, moved), link(1_700)], null)).toEqual([['moved', 1_600, 1_700]])
  })

  it('has a run for each time that it counted at a price', () => {
    const there = link(1_700, { kind: 'slot RON 5' })
    expect(told([before(1_000), link(1_500), there, link(1_800), link(1_900)])).toEqual([
      [null, 1_000, 1_500],
      ['repriced', 1_700, 1_900],
    ])
  })
})
