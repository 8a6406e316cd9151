import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pagesAround } from './pagination'

describe('page links', () => {
  test.each([
    [1, 9, [1, 2, null, 9]],
    [5, 9, [1, null, 4, 5, 6, null, 9]],
    [4, 9, [1, 2, 3, 4, 5, null, 9]],
    [9, 9, [1, null, 8, 9]],
    [1, 1, [1]],
    [2, 3, [1, 2, 3]],
  ])('page %d of %d', (page, count, expected) => {
    expect(pagesAround(page, count)).toEqual(expected)
  })

  test('always show first, current and last, in order, and never more than nine', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 10_000 }), (one, other) => {
        const [page, count] = [Math.min(one, other), Math.max(one, other)]
        const shown = pagesAround(page, count)
        const numbers = shown.filter(number => number !== null)
        expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
        expect(numbers).toEqual(expect.arrayContaining([1, page, count]))
        expect(shown.length).toBeLessThanOrEqual(9)
      }),
    )
  })
})
