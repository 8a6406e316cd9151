import { expect, test } from 'vitest'
import { DAY_MS } from '../../../backend/platform/contract/durations'
import { daySpans, shortDaySpans } from './day-spans'

const format = { gamingDay: (day: string) => day }
const everyOther = Array.from({ length: 100 }, (_, nr) =>
  new Date(Date.UTC(2026, 2, 1) + nr * 2 * DAY_MS).toISOString().slice(0, 10),
)

test('days in a row are a span', () => {
  const days = ['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-03']
  expect(daySpans(days, format)).toBe('2026-10-30 – 2026-11-01, 2026-11-03')
  expect(shortDaySpans(days, format)).toBe(daySpans(days, format))
})

test('two hundred days of which every other one is open are a short sentence on a page, and whole on paper', () => {
  expect(daySpans(everyOther, format).split(', ')).toEqual(everyOther)
  const shown = shortDaySpans(everyOther, format).split(', ')
  expect(shown).toEqual([...everyOther.slice(0, 5), '…', everyOther.at(-1)])
})
