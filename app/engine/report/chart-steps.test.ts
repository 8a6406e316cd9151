import { expect, test } from 'vitest'
import { withSteps } from './chart-steps'

test('a chart has a place for each step between its rows that has no row', () => {
  const between = (by: string, ...heads: string[]) =>
    withSteps(
      heads.map(head => ({ key: `${head} RON`, values: [head, 500] })),
      by,
    ).map(({ values: [head, value] }) => (value === null ? head : '·'))
  expect(between('day', '2026-10-30', '2026-11-02')).toEqual(['·', '2026-10-31', '2026-11-01', '·'])
  expect(between('week', '2026-11-02', '2026-11-16')).toEqual(['·', '2026-11-09', '·'])
  expect(between('month', '2026-01', '2026-04')).toEqual(['·', '2026-02', '2026-03', '·'])
  expect(between('hour', '2026-11-02T23:00', '2026-11-03T01:00')).toEqual(['·', '2026-11-03T00:00', '·'])
  expect(between('hour_of_day', '08:00', '11:00')).toEqual(['·', '09:00', '10:00', '·'])
  expect(between('location', 'Brăila', 'Cluj')).toEqual(['·', '·'])
})
