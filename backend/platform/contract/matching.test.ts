import { expect, test } from 'vitest'
import { matchingRequest } from './matching'

const of = (given: object) => matchingRequest.safeParse(given)

test('all that match, between days alone, are those of whole days of a zone', () => {
  expect(
    of({ startDate: '2026-11-01', endDate: '2026-11-01', timeZone: 'Europe/Bucharest' }).data,
  ).toMatchObject({
    startDate: '2026-10-31T22:00:00.000Z',
    endDate: '2026-11-01T22:00:00.000Z',
  })
  expect(of({ startDate: '2026-11-01T00:00:00Z' }).data).toEqual({
    query: '',
    exactFields: [],
    exactValues: [],
    startDate: '2026-11-01T00:00:00.000Z',
  })
})

test.each([
  [{ startDate: '2026-11-31' }, 'period_end'],
  [{ startDate: '2026-11-02', endDate: '2026-11-01' }, 'not_after_start'],
  [{ timeZone: 'Europe/Bucharest' }, 'required'],
])('%j is refused', (given, code) => {
  expect(of(given).error?.issues.map(one => one.message)).toEqual([code])
})
