import { expect, it } from 'vitest'
import { foldedRows } from './folded-rows'

it('days in a row without readings are one line; the day that still runs is no part of it', () => {
  const day = (key: string, more: { isMissing?: boolean; isOpen?: boolean } = {}) => ({ key, ...more })
  const missing = { isMissing: true }
  const lines = foldedRows([
    day('1', missing),
    day('2', missing),
    day('3'),
    day('4'),
    day('5', missing),
    day('6', { isMissing: true, isOpen: true }),
  ])
  expect(lines.map(line => line.map(({ key }) => key))).toEqual([['1', '2'], ['3'], ['4'], ['5'], ['6']])
})
