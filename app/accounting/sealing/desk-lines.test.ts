import { expect, it } from 'vitest'
import type { MonthDesk } from '../../../backend/accounting/sealing/sealing.contract'
import { deskLines } from './desk-lines'

type Day = MonthDesk['days'][number]
const report = {} as Day['reports'][number]
const day = (nr: number, state: Day['state'], isBooked = false) =>
  ({
    day: `2026-11-${String(nr).padStart(2, '0')}`,
    state,
    reports: isBooked ? [report] : [],
  }) as unknown as Day

const linesOf = (days: Day[], toClose: readonly string[] = []) =>
  deskLines(days, new Set(toClose)).map(line => [line.state, line.days.map(one => Number(one.day.slice(8)))])

it('days in a row without a report are one line, and each day with a report has its own', () => {
  expect(
    linesOf(
      [
        day(1, 'none'),
        day(2, 'none'),
        day(3, 'none'),
        day(4, 'none'),
        day(5, 'closed', true),
        day(6, 'closed', true),
        day(7, 'open'),
        day(8, 'open'),
        day(9, 'future'),
      ],
      ['2026-11-03', '2026-11-04'],
    ),
  ).toEqual([
    ['without_readings', [1, 2]],
    ['none', [3, 4]],
    ['closed', [5]],
    ['closed', [6]],
    ['open', [7, 8]],
  ])
})

it('a sealed day between days outside the books parts them', () => {
  expect(linesOf([day(1, 'outside'), day(2, 'sealed', true), day(3, 'outside')])).toEqual([
    ['outside', [1]],
    ['sealed', [2]],
    ['outside', [3]],
  ])
})
