import { expect, it } from 'vitest'
import { fromTurnOf } from './on-call'

const weekly = { starts_on: '2026-03-02', starts_at: '08:00', turn_hours: 168, time_zone: 'Europe/Bucharest' }
const people = ['ana', 'ion', 'eva']
const at = (text: string, turns = weekly) => fromTurnOf(people, turns, Date.parse(text))[0]

it('goes on from week to week at the same time of day, in summer time as well', () => {
  expect(at('2026-02-20T08:00Z')).toBe('ana')
  expect(at('2026-03-09T05:59Z')).toBe('ana')
  expect(at('2026-03-09T06:00Z')).toBe('ion')
  // Clocks went forward on 29 March: eight in the morning is five in UTC.
  expect(at('2026-03-30T04:59Z')).toBe('ana')
  expect(at('2026-03-30T05:00Z')).toBe('ion')
})

it('takes turns of hours, and has the others after whoever is on call', () => {
  const shifts = { ...weekly, turn_hours: 12 }
  expect(at('2026-03-02T17:59Z', shifts)).toBe('ana')
  expect(at('2026-03-02T18:00Z', shifts)).toBe('ion')
  expect(fromTurnOf(people, shifts, Date.parse('2026-03-03T06:00Z'))).toEqual(['eva', 'ana', 'ion'])
  expect(fromTurnOf([], shifts, 0)).toEqual([])
})
