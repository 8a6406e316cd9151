/** When what a slot and its games both count is worked out again. */
import { describe, expect, it } from 'vitest'
import { unsettled, type SlotOfGames } from './slots-of-games'
import type { Overlap } from '../readings/summed'

const known: SlotOfGames = {
  slotId: 'a',
  from: Infinity,
  firstDay: '2026-10-28',
  wholeOn: '2026-10-28',
  wholeMeters: new Set([0]),
  wholeAt: 1_500,
}
const done: Overlap = { parts: [], until: 1_200, waits: [] }
const isLookedAt = (change: Partial<SlotOfGames>, overlap: Partial<Overlap> = {}): boolean =>
  unsettled(
    [{ ...known, ...change }],
    new Map([['a', { through: '2026-10-27', before: 1_000, overlap: { ...done, ...overlap } }]]),
  ).length > 0

describe('what both count', () => {
  it('is left alone where everything that is judged anew is later than what it depends on', () => {
    expect(isLookedAt({})).toBe(false)
    expect(isLookedAt({ from: 1_201 })).toBe(false)
    expect(isLookedAt({ from: 1_200 })).toBe(true)
  })
  it('is worked out again where something moved on a day of the games’ sum', () => {
    expect(isLookedAt({ firstDay: '2026-10-27' })).toBe(true)
    expect(isLookedAt({ firstDay: '2026-10-27', wholeAt: 900 })).toBe(false)
  })
  it('waits for its meters, and is worked out again for all that is judged anew until they are read', () => {
    expect(isLookedAt({}, { waits: [1] })).toBe(false)
    expect(isLookedAt({ wholeMeters: new Set([1]) }, { waits: [1] })).toBe(true)
    expect(isLookedAt({ from: 1_201 }, { waits: [1] })).toBe(true)
  })
  it('is worked out for few slots a batch where they were known before', () => {
    const all = Array.from({ length: 50 }, (_, nr): SlotOfGames => ({ ...known, slotId: String(nr) }))
    const summed = new Map(
      all.map(({ slotId }) => [
        slotId,
        { through: '2026-10-27', before: 1_000, overlap: { ...done, until: null } },
      ]),
    )
    expect(unsettled(all, summed)).toEqual(['0', '1', '2'])
  })
})
