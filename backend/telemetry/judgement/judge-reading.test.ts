import { describe, expect, it } from 'vitest'
import { judgeReading, nothingKnown } from './judge-reading'
import { emptyValues, movementNames, type MovementMeter } from '../readings/meters.contract'
import type { MemoryEvent } from '../readings/meter-marks'

const MINUTE = 60_000
const QUARTER = 15 * MINUTE
type Told = Partial<Record<MovementMeter, number>>

/**
 * Readings at every quarter of an hour, unless told otherwise: what each booked of a meter, how it was judged, and what
 * became of it.
 */
function judged(
  told: readonly (Told | number)[],
  {
    memory = [],
    every = QUARTER,
    meter = 'coin_in',
  }: { memory?: MemoryEvent[]; every?: number; meter?: MovementMeter } = {},
) {
  const state = nothingKnown()
  const held: number[] = []
  const fates: (string | number)[] = []
  told.forEach((one, index) => {
    const meters = typeof one === 'number' ? { coin_in: one } : one
    const values = emptyValues()
    movementNames.forEach((name, at) => (values[at] = meters[name] ?? null))
    const { moved, repairs, ...outcome } = judgeReading(
      state,
      { at: 1 + index * every, nano: 0, seq: index, smib: 's', values },
      { memory, changes: [] },
    )
    if (outcome.discardsHeld) for (const stray of held) fates[stray] = 'stray'
    if (outcome.held) held.push(index)
    else held.length = 0
    const verdict = repairs[meter]
    const amount = moved[movementNames.indexOf(meter)] ?? 0
    fates.push(outcome.held ? (verdict ?? 'held') : verdict && amount === 0 ? verdict : amount)
  })
  return fates
}
const booked = (...told: (Told | number)[]) => judged(told)
const clear = (index: number): MemoryEvent => ({ at: 1 + index * QUARTER, total: true })

const DAY = 24 * 60 * MINUTE
const lifetime = { coin_in: 47_000_000, coin_out: 42_000_000, games_played: 31_000 }
const zeros = { coin_in: 0, coin_out: 0, games_played: 0 }

describe('a game whose meters are all at zero from its first reading on', () => {
  it('books nothing of what they rise to, and goes on from there', () => {
    const later = { coin_in: 47_000_500, coin_out: 42_000_300, games_played: 31_002 }
    for (const meter of ['coin_in', 'coin_out', 'games_played'] as const)
      expect(judged([zeros, lifetime, later], { every: DAY, meter })).toEqual([
        0,
        'unproven',
        later[meter] - lifetime[meter],
      ])
    expect(booked(0, 0, 500, 540)).toEqual([0, 0, 'unproven', 40])
  })

  it('books nothing either of a meter that rises from its zero later than the others', () => {
    expect(judged([zeros, { games_played: 4 }, lifetime], { every: DAY })).toEqual([0, 0, 'unproven'])
    // Told as zero beside others that count: then its zero was right.
    const told = [zeros, { ...lifetime, jackpot: 0 }, { jackpot: 900 }]
    expect(judged(told, { meter: 'jackpot' })).toEqual([0, 0, 900])
  })

  it('is believed where a clearing tells of it', () => {
    expect(judged([zeros, { coin_in: 40 }, { coin_in: 90 }], { memory: [clear(1)] })).toEqual([
      0,
      'cleared',
      50,
    ])
    expect(judged([{ coin_in: 500 }, 0, 0, 40], { memory: [clear(1)] })).toEqual([0, 'cleared', 0, 40])
  })
})

describe('a reading of a meter', () => {
  it('books no lifetime after a silence, nor after zeros that nothing told of', () => {
    const known = { coin_in: 1_000, coin_out: 900 }
    const { games_played: _, ...money } = lifetime
    expect(judged([known, money], { every: DAY })).toEqual([0, 'jumped'])
    expect(judged([known, money], { every: DAY, meter: 'coin_out' })).toEqual([0, 'jumped'])
    expect(judged([{ bills_in: 10 }, { bills_in: 60_000_000 }], { every: DAY, meter: 'bills_in' })).toEqual([
      0,
      'jumped',
    ])
    // Of a board that was replaced, and had read nothing yet when it first told.
    expect(judged([48_000_000, 0, 12_000_000, 12_000_100], { every: 2 * 60 * MINUTE })).toEqual([
      0,
      'fell',
      'fell',
      'fell',
    ])
    // Nor a wrap of millions after a night without a word of games.
    expect(judged([97_000_000, 1_000_000], { every: DAY / 2 })).toEqual([0, 'fell'])
  })

  it('books what the games that were told allow, however long the silence', () => {
    const played = (games_played: number, coin_in: number) => ({ games_played, coin_in })
    expect(judged([played(10, 1_000), played(9_010, 48_001_000)], { every: DAY })).toEqual([0, 48_000_000])
    expect(judged([played(10, 1_000), played(12, 48_001_000)], { every: DAY })).toEqual([0, 'jumped'])
  })

  it('that tells none of the meters in doubt says nothing of the one that was held: it waits with it', () => {
    const bills = { bills_in: 70 }
    // The slot goes on where it was: both were no movement of the old line, and the next full one books it all.
    expect(
      booked({ coin_in: 48_000_000, bills_in: 50 }, 12, bills, { coin_in: 48_000_060, bills_in: 90 }),
    ).toEqual([0, 'stray', 'stray', 60])
    expect(
      judged([{ coin_in: 48_000_000, bills_in: 50 }, 12, bills, { coin_in: 48_000_060, bills_in: 90 }], {
        meter: 'bills_in',
      }),
    ).toEqual([0, 'stray', 'stray', 40])
    // It begins anew: one doubt from the first fall to the reading that proves it, and what its notes counted is not
    // lost.
    const fallen = [
      { coin_in: 48_000_000, bills_in: 50 },
      20_000_012,
      bills,
      20_000_040,
      20_000_060,
      20_000_090,
    ]
    expect(booked(...fallen, 20_000_100)).toEqual([0, 'fell', 'held', 'fell', 'fell', 'fell', 10])
    expect(judged([...fallen, 20_000_100, { bills_in: 95 }], { meter: 'bills_in' }).at(-1)).toBe(45)
  })

  it('books nothing when it falls a little, and is a stray once the next agrees with the one before', () => {
    expect(booked(48_000_000, 47_999_993, 48_000_060)).toEqual([0, 'stray', 60])
  })

  it('that is one stray zero changes nothing, of one meter or of the whole frame', () => {
    expect(booked(48_000_000, 0, 48_000_060)).toEqual([0, 'stray', 60])
    const frame = (coin_in: number, games_played: number) => ({ coin_in, games_played, coin_out: coin_in })
    expect(booked(frame(48_000_000, 9_000), frame(0, 0), frame(48_000_060, 9_004))).toEqual([0, 'stray', 60])
    expect(booked(500, 40, 520)).toEqual([0, 'stray', 20])
    expect(booked(48_000_000, ...Array.from({ length: 100 }, () => 0), 48_000_060).at(-1)).toBe(60)
  })

  it('holds all meters of its game when one is doubtful', () => {
    expect(
      judged([
        { coin_in: 1_000, coin_out: 5_000 },
        { coin_in: 1_200, coin_out: 4_999 },
        { coin_in: 1_300, coin_out: 5_100 },
      ]),
    ).toEqual([0, 'stray', 300])
  })

  it('after a clearing begins a new run, on a fall as on a rise', () => {
    expect(judged([450, 500, 40, 90], { memory: [clear(2)] })).toEqual([0, 50, 'cleared', 50])
    expect(judged([500, 900, 990], { memory: [clear(1)] })).toEqual([0, 'cleared', 90])
    // Memory in doubt explains a fall, and says nothing about a rise.
    const doubt = { memory: [{ at: 1 + QUARTER, total: false }] }
    expect(judged([500, 900, 990], doubt)).toEqual([0, 400, 90])
    expect(judged([5_000, 3_000, 3_040], doubt)).toEqual([0, 'cleared', 40])
  })

  it('is cleared once by an event that is stamped just after it', () => {
    expect(judged([500, 40, 90], { memory: [{ at: 1 + QUARTER + MINUTE, total: true }] })).toEqual([
      0,
      'cleared',
      50,
    ])
  })

  it('after a clearing that no event tells of begins a new run with the next one that fits only it', () => {
    expect(booked(48_000_000, 0, 40, 90)).toEqual([0, 'fell', 40, 50])
  })

  it('goes over the wrap by what can have been played', () => {
    expect(booked(99_999_950, 40, 100)).toEqual([0, 90, 60])
    expect(
      judged([
        { coin_in: 95_000_000, games_played: 9_000 },
        { coin_in: 0, games_played: 9_100 },
      ]),
    ).toEqual([0, 'fell'])
    expect(booked(95_000_000, 0)).toEqual([0, 'fell'])
    expect(booked(9_999_999_950, 40)).toEqual([0, 90])
  })

  it('books no jump, however long it stays, until it has proven to be a new run', () => {
    expect(booked(1_000, 90_000_000, 1_060)).toEqual([0, 'stray', 60])
    const later = Array.from({ length: 6 }, (_, index) => 90_000_000 + index * 100)
    expect(booked(1_000, ...later)).toEqual([0, 'jumped', 'jumped', 'jumped', 'jumped', 100, 100])
  })

  it('books what can have been played, and a win by the award that a slot pays', () => {
    expect(booked(1, 3_600_001)).toEqual([0, 3_600_000])
    expect(booked(1, 5_000_001)).toEqual([0, 'jumped'])
    expect(judged([{ jackpot: 1 }, { jackpot: 9_000_001 }], { meter: 'jackpot' })).toEqual([0, 9_000_000])
    expect(judged([{ jackpot: 1 }, { jackpot: 90_000_001 }], { meter: 'jackpot' })).toEqual([0, 'jumped'])
  })

  it('is not believed after a silence in which the meter could have gone round, unless the games tell', () => {
    const every = 8 * 24 * 3_600_000
    expect(judged([1_000, 2_000], { every })).toEqual([0, 'silent'])
    expect(
      judged(
        [
          { coin_in: 1_000, games_played: 10 },
          { coin_in: 900_000, games_played: 9_010 },
        ],
        { every },
      ),
    ).toEqual([0, 899_000])
  })
})
