/** How much of the day a slot and its games both count. */
import { describe, expect, it } from 'vitest'
import { overlapBy, type Step } from './overlap'

describe('what is counted twice', () => {
  const at = (minute: number, moved = 0, breaks = false): Step => ({ at: minute, nano: 0, moved, breaks })

  it('is all that the games moved after the last own reading, where they are read together', () => {
    expect(overlapBy([at(10), at(20, 5)], [{ before: 0, steps: [at(10, 3), at(20, 5), at(30, 7)] }])).toBe(7)
  })
  it('is less than nothing where the slot was read after its games', () => {
    expect(overlapBy([at(10), at(40, 9)], [{ before: 0, steps: [at(10, 3), at(30, 5)] }])).toBe(-4)
  })
  it('goes by the reading that is nearest where they are never read together', () => {
    const games = [{ before: 0, steps: [at(9, 5), at(19, 5), at(29, 5)] }]
    expect(overlapBy([at(10), at(20, 5)], games)).toBe(5)
    expect(overlapBy([at(8)], games)).toBe(10)
  })
  it('is never what own readings rule out', () => {
    // Of the 8 that it moved up to 12 at least 7 are of the 9 that the game reports at 30.
    expect(overlapBy([at(5), at(12, 8)], [{ before: 0, steps: [at(10, 1), at(30, 9), at(40, 6)] }])).toBe(8)
  })
  it('is known by nothing from before a break', () => {
    expect(overlapBy([at(10), at(40, 9, true)], [{ before: 0, steps: [at(10, 3), at(30, 5)] }])).toBe(0)
  })
  it('is all that the slot moved, and missing, where no game has the meter', () => {
    expect(overlapBy([at(10), at(20, 5), at(30, 6)], [])).toBe(-11)
  })
})
