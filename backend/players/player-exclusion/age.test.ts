import { expect, it } from 'vitest'
import { ageOf } from './age'

const zone = 'Europe/Bucharest'
const now = Date.parse('2026-11-28T12:00:00+02:00')

it('somebody is of age or a minor only by every day on which they can have been born', () => {
  expect(ageOf(['1992-07-08'], now, zone)).toBe('of_age')
  expect(ageOf(['2008-11-28'], now, zone)).toBe('of_age')
  expect(ageOf(['2008-11-29'], now, zone)).toBe('minor')
  expect(ageOf(['1910-01-01', '2010-01-01'], now, zone)).toBe('unknown')
  expect(ageOf(['1905-01-01', '2005-01-01'], now, zone)).toBe('of_age')
})

it('a birth still to come is none, unless the number means no other', () => {
  expect(ageOf(['1985-02-14', '2085-02-14'], now, zone)).toBe('of_age')
  expect(ageOf(['2085-02-14'], now, zone)).toBe('minor')
})

it('is unknown where nothing says it', () => {
  expect(ageOf([], now, zone)).toBe('unknown')
})
