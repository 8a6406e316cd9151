import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { locales, type Locale } from './locales'
import { decimalText } from '../../backend/platform/contract/money-text'
import { moneyFormatting, moneyInput, parseMoney } from './money'

const minor = fc.maxSafeInteger()
const locale = fc.constantFrom(...locales)

describe('money', () => {
  test('whatever is written is read back as the same minor units', () => {
    fc.assert(
      fc.property(minor, locale, (amount, language) => {
        expect(parseMoney(moneyFormatting(language).amount(amount), language)).toEqual({
          ok: true,
          minor: amount,
        })
      }),
      { numRuns: 2_000 },
    )
  })

  test('a text field holds what it would send again', () => {
    fc.assert(
      fc.property(minor, locale, (amount, language) => {
        expect(parseMoney(moneyInput(amount, language), language)).toEqual({ ok: true, minor: amount })
      }),
    )
  })

  test('the decimal text is exact', () => {
    fc.assert(
      fc.property(minor, amount => {
        expect(BigInt(decimalText(amount).replace('.', ''))).toBe(BigInt(amount))
      }),
    )
  })

  test('no text whatever makes it throw or invent digits', () => {
    fc.assert(
      fc.property(fc.string(), locale, (text, language) => {
        const read = parseMoney(text, language)
        if (read.ok) expect(Number.isSafeInteger(read.minor)).toBe(true)
      }),
    )
  })

  test.each<[string, Locale, number]>([
    ['12.5', 'ro', 1250],
    ['12,5', 'en', 1250],
    ['1.234,50', 'ro', 123_450],
    ['1,234.50', 'en', 123_450],
    ['1.234,50', 'en', 123_450],
    ['1 234,50', 'pt', 123_450],
    ['1.234.567', 'ro', 123_456_700],
    ['0,05', 'ro', 5],
    [',5', 'ro', 50],
    ['-3', 'en', -300],
    ['−3,10', 'ro', -310],
    ['7', 'pt', 700],
    ['-0', 'en', 0],
    ['12,', 'ro', 1200],
  ])('%s in %s is %d', (text, language, expected) => {
    expect(parseMoney(text, language)).toEqual({ ok: true, minor: expected })
  })

  test.each<[string, Locale, string]>([
    ['1.234', 'ro', 'ambiguous'],
    ['1,234', 'en', 'ambiguous'],
    ['1.234', 'en', 'ambiguous'],
    ['12.345', 'pt', 'ambiguous'],
    ['0.125', 'en', 'too_many_decimals'],
    ['1,2345', 'ro', 'too_many_decimals'],
    ['1,234,50', 'ro', 'invalid'],
    ['1.23.456', 'ro', 'invalid'],
    ['12 5', 'ro', 'invalid'],
    ['', 'en', 'invalid'],
    ['lei', 'ro', 'invalid'],
    ['1e5', 'en', 'invalid'],
    ['--1', 'en', 'invalid'],
    ['99999999999999999', 'en', 'too_large'],
    ['.', 'en', 'invalid'],
    ['1,234,567', 'ro', 'invalid'],
  ])('%s in %s is refused as %s', (text, language, code) => {
    expect(parseMoney(text, language)).toEqual({ ok: false, code })
  })
})
