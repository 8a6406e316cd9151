import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../backend/platform/contract/durations'
import { formatter } from './format'
import { moneyColumn } from './money-column'

const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, ' ')
const pt = formatter('pt', 'Europe/Lisbon')

test('a column of one currency names it in its head, and groups four digits as it groups five', () => {
  const column = moneyColumn(pt, ['RON', null, 'RON'])
  expect(column.head('Receita líquida')).toBe('Receita líquida RON')
  expect([945_500, 1_469_000, -945_500].map(minor => plain(column.cell(minor, 'RON')))).toEqual([
    '9 455,00',
    '14 690,00',
    '−9 455,00',
  ])
  expect(column.cell(null, 'RON')).toBe('–')
  expect([plain(pt.number(9455)), plain(pt.percentPoints(945_500))]).toEqual(['9 455', '9 455,00'])
})

test('a column of two currencies names each amount’s own', () => {
  const column = moneyColumn(pt, ['RON', 'EUR'])
  expect(column.head('Receita líquida')).toBe('Receita líquida')
  expect(plain(column.cell(945_500, 'RON'))).toBe('9 455,00 RON')
  expect(plain(column.cell(945_500, 'EUR'))).toBe('9 455,00 €')
})

test('a sentence writes an amount as the language does', () => {
  expect(plain(pt.money({ minor: 945_500, currency: 'RON' }))).toBe('9455,00 RON')
})

test('English lengths and ages have one short form', () => {
  const en = formatter('en', 'Europe/London')
  expect([en.duration(53 * 60_000), en.duration(41_000), en.age(0, 53 * 60_000)]).toEqual([
    '53 min',
    '41 sec',
    '53 min ago',
  ])
  const month = 40 * 86_400_000
  expect([en.duration(month), en.age(0, month)]).toEqual(['1 month', '1 month ago'])
  const ro = formatter('ro', 'Europe/Bucharest')
  expect([ro.duration(month), ro.age(0, month)]).toEqual(['1 lună', 'acum 1 lună'])
  expect([ro.duration(21 * HOUR_MS), ro.age(0, 21 * HOUR_MS)]).toEqual(['21 h', 'acum 21 h'])
  expect([ro.duration(21 * DAY_MS), ro.age(0, 21 * DAY_MS)]).toEqual(['21 de zile', 'acum 21 de zile'])
  expect([1, 2, 21].map(years => ro.duration(years * 365 * DAY_MS))).toEqual(['1 an', '2 ani', '21 de ani'])
  expect([pt.duration(month), pt.age(0, month)]).toEqual(['1 mês', 'há 1 mês'])
})

test('percents of one column have the same decimals', () => {
  expect([pt.percentInColumn(14_680), pt.percentInColumn(12_000)].map(plain)).toEqual(['146,80%', '120,00%'])
})
