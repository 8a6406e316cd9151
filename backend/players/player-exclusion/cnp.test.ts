import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isCnp } from '../../platform/process/cnp'
import { checkDigit, maskCnp, maskDocument, maskName, parseCnp } from './cnp'
import { plainDocument } from './document-number'

const faultOf = (text: string) => {
  const parsed = parseCnp(text)
  return 'fault' in parsed ? parsed.fault : null
}
const pad = (number: number, width: number) => String(number).padStart(width, '0')

/** Any person's number, by the rules of its parts. */
const person = fc
  .record({
    kind: fc.constantFrom(1, 2, 3, 4, 5, 6),
    day: fc.date({ min: new Date('1900-01-01'), max: new Date('1999-12-31'), noInvalidDate: true }),
    county: fc.oneof(fc.integer({ min: 1, max: 48 }), fc.constantFrom(51, 52, 70)),
    serial: fc.integer({ min: 1, max: 999 }),
  })
  .map(({ kind, day, county, serial }) => {
    // 29 February is no day of 1800 and 1900, and one of 2000.
    const date = Math.min(day.getUTCDate(), day.getUTCMonth() === 1 ? 28 : 31)
    const first = `${kind}${pad(day.getUTCFullYear() % 100, 2)}${pad(day.getUTCMonth() + 1, 2)}${pad(date, 2)}${pad(county, 2)}${pad(serial, 3)}`
    return first + String(checkDigit(first))
  })

it('takes every number that follows the rules, and reads sex and birth from it', () => {
  fc.assert(
    fc.property(person, digits => {
      const parsed = parseCnp(digits)
      if (!('cnp' in parsed)) throw new Error(`${digits}: ${parsed.fault}`)
      expect(parsed.cnp.sex).toBe(Number(digits[0]) % 2 === 1 ? 'm' : 'f')
      expect(parsed.cnp.births.map(born => born.slice(2).replaceAll('-', ''))).toEqual([digits.slice(1, 7)])
      // The log knows such a number when it sees one.
      expect(isCnp(digits)).toBe(true)
    }),
  )
})

it('one wrong digit, and nearly always two exchanged, are found', () => {
  fc.assert(
    fc.property(
      person,
      fc.integer({ min: 0, max: 12 }),
      fc.integer({ min: 1, max: 9 }),
      (digits, at, more) => {
        const changed = [...digits]
        changed[at] = String((Number(changed[at]) + more) % 10)
        const parsed = parseCnp(changed.join(''))
        // A rest of 10 and one of 1 share the check digit 1: the one hole of the published rule.
        const isHole = 'cnp' in parsed && digits[12] === '1'
        expect('fault' in parsed || isHole).toBe(true)
      },
    ),
  )
})

it('never throws, whatever is scanned', () => {
  fc.assert(fc.property(fc.string({ maxLength: 40 }), text => void parseCnp(text)))
})

it('says what is wrong with a number', () => {
  expect(['1070504429315', '2700116065277', '4910527475018', '3991231400010'].map(faultOf)).toEqual([
    null,
    null,
    null,
    null,
  ])
  expect(faultOf(' 1 070504-42.9315 ')).toBeNull()
  expect(faultOf('2701116065271')).toBe('cnp_checksum')
  expect(faultOf('2701316065277')).toBe('cnp_date')
  expect(faultOf('2701116555277')).toBe('cnp_county')
  expect(faultOf('0701116065271')).toBe('cnp_sex')
  expect(faultOf('1010229400012')).toBe('cnp_date')
  expect(faultOf('1070504420001')).toBe('cnp_serial')
  for (const text of [
    '',
    '107050442931',
    '10705044293150',
    '107O504429315',
    '107０504４２9３1',
    '１０７Ｏ５０４４２９３１５',
  ])
    expect(faultOf(text)).toBe('cnp_digits')
})

it('masks what people are known by', () => {
  expect(maskCnp('1070504429315')).toBe('1********9315')
  expect(maskDocument('XB123456')).toBe('******56')
  expect(maskDocument('1234')).toBe('****')
  expect(maskName('Ștefan  Ana-Maria')).toBe('Ș. A. M.')
  expect(plainDocument('xb 123-456')).toBe('XB123456')
})

it('reads a number in the digits of every script, and whatever stands between them', () => {
  for (const text of [
    '١٠٧٠٥٠٤٤٢٩٣١٥',
    '１０７０５０４４２９３１５',
    '𝟏𝟎𝟕𝟎𝟓𝟎𝟒𝟒𝟐𝟗𝟑𝟏𝟓',
    '১০৭০৫০৪৪২৯৩১৫',
    '1\u2011070504\u00ad42\u200b9315',
    '1 070504–42—9315',
    '1/070504/429315',
  ])
    expect([text, faultOf(text)]).toEqual([text, null])
})

it('a number that says no century can mean two births, or the one that there is a day for', () => {
  const births = (text: string) => {
    const parsed = parseCnp(text)
    return 'cnp' in parsed ? parsed.cnp.births : parsed.fault
  }
  expect(births('7100101400012')).toEqual(['1910-01-01', '2010-01-01'])
  // 1900 had no 29 February.
  expect(births(`700022940001${checkDigit('700022940001')}`)).toEqual(['2000-02-29'])
})

it('a number with words around it is read, and of two numbers neither, valid or not', () => {
  for (const text of [
    'CNP 1070504429315',
    'RO1070504429315',
    'RX123456 1070504429315 / 2026',
    'CNP: 1070504429315',
  ])
    expect([text, faultOf(text)]).toEqual([text, null])
  expect(faultOf('CNP 1070504429316')).toBe('cnp_checksum')
  expect(faultOf('CNP 1070504429315, 7100101400012')).toBe('cnp_digits')
  for (const text of [
    'CNP 1070504429315, 1070504429316',
    '1070504429316 1070504429315',
    // A digit too many or one too few, and digits that spaces or signs take apart.
    '10705044293155 7100101400012',
    '107050442931 7100101400012',
    '1070504429315-5 7100101400012',
    '1 070504 429316; 7100101400012',
    // Letters of another script may be part of a number that nobody can look up.
    'ХВ123456 1070504429315',
  ])
    expect([text, faultOf(text)]).toEqual([text, 'cnp_digits'])
  expect(faultOf('1070504429315 1070504429315')).toBeNull()
  // Digits that run on are another number.
  for (const text of ['10705044293150', 'RO10705044293151', 'CNP 107050442931'])
    expect([text, faultOf(text)]).toEqual([text, 'cnp_digits'])
})
