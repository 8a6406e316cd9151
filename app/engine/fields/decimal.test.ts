import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalMark, decimalText, readDecimal } from './decimal'

describe('amounts as people type them', () => {
  it.each([
    ['0,10', 'ro', 10],
    ['0.10', 'en', 10],
    ['1.234,50', 'ro', 123_450],
    ['1,234.50', 'en', 123_450],
    ['1 234,5', 'pt', 123_450],
    ['12', 'en', 1_200],
    ['-3,5', 'ro', -350],
    ['1.5', 'ro', 150],
    ['1,5', 'en', 150],
  ] as const)('%s (%s) is %d', (typed, _locale, minor) => {
    expect(readDecimal(typed, 2)).toBe(minor)
  })

  it.each([
    ['1.234', 'ro'],
    ['1,234', 'en'],
    ['1,2,3', 'en'],
    ['1.23.4,5', 'ro'],
    ['abc', 'en'],
    ['', 'en'],
    ['1,234', 'ro'],
    ['0.001', 'en'],
    ['1e3', 'en'],
    ['99999999999999999', 'en'],
    ['0,1,', 'en'],
    ['.5', 'en'],
    ['12,34.5', 'en'],
    ['1'.repeat(40), 'en'],
  ] as const)('%s (%s) is refused', (typed, _locale) => {
    expect(readDecimal(typed, 2)).toBeUndefined()
  })

  it('reads back what it wrote, in every language', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e12, max: 1e12 }),
        fc.constantFrom('en' as const, 'ro' as const, 'pt' as const),
        (minor, locale) => {
          expect(readDecimal(decimalText(minor, 2, decimalMark(locale)), 2)).toBe(minor)
        },
      ),
    )
  })
})
