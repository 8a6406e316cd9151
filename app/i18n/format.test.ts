import { describe, expect, test } from 'vitest'
import { formatter } from './format'
import type { Locale } from './locales'

const zone = 'Europe/Bucharest'
const spaced = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')
const at = Date.UTC(2026, 10, 20, 12, 5, 9)

describe('formats of domain.md section 13', () => {
  test.each<[Locale, string, string]>([
    ['ro', '1.234,50 RON', '12.345,67 EUR'],
    ['pt', '1234,50 RON', '12 345,67 €'],
    ['en', 'RON 1,234.50', '€12,345.67'],
  ])('%s writes %s and %s', (locale, lei, euro) => {
    const { money } = formatter(locale, zone)
    expect(spaced(money({ minor: 123_450, currency: 'RON' }))).toBe(lei)
    expect(spaced(money({ minor: 1_234_567, currency: 'EUR' }))).toBe(euro)
  })

  test.each<[Locale, string, string]>([
    ['ro', '95,12 %', '20.11.2026, 14:05:09'],
    ['pt', '95,12%', '20/11/2026, 14:05:09'],
    ['en', '95.12%', '20/11/2026, 14:05:09'],
  ])('%s writes %s and %s', (locale, percent, dateTime) => {
    const format = formatter(locale, zone)
    expect(spaced(format.percent(9512))).toBe(percent)
    expect(spaced(format.percentPoints(10_040))).toBe(locale === 'en' ? '100.40' : '100,40')
    expect(format.dateTime(at)).toBe(dateTime)
  })

  test.each<[Locale, string]>([
    ['ro', 'noiembrie 2026'],
    ['pt', 'novembro de 2026'],
    ['en', 'November 2026'],
  ])('%s calls a month by its name: %s', (locale, name) => {
    const { month } = formatter(locale, zone)
    expect(month('2026-11')).toBe(name)
    expect(month('all')).toBe('all')
  })

  test('an hour that stands twice on the wall is told apart by the zone’s name', () => {
    const hour = 3_600_000
    const second = Date.UTC(2026, 9, 25, 1)
    for (const locale of ['ro', 'pt', 'en'] as const) {
      const { span } = formatter(locale, zone)
      const day = locale === 'ro' ? '25.10.2026' : '25/10/2026'
      expect(spaced(span(second - hour, second))).toBe(`${day}, 03:00 EEST – 03:00 EET`)
      expect(spaced(span(second, second + hour))).toBe(`${day}, 03:00 EET – 04:00 EET`)
      expect(spaced(span(second + 5 * hour, second + 6 * hour))).toBe(`${day}, 08:00 – 09:00`)
    }
    const ro = formatter('ro', zone)
    expect(ro.dateTime(second - hour + 61_000)).toBe('25.10.2026, 03:01:01 EEST')
    expect(ro.dateTime(second + 61_000)).toBe('25.10.2026, 03:01:01 EET')
    expect(ro.time(second)).toBe('03:00 EET')
    expect(ro.wall(second)).toBe('25.10.2026, 03:00:00')
    expect(ro.dateTime(second + hour)).toBe('25.10.2026, 04:00:00')
    expect(formatter('ro', zone).span(at, at + 24 * hour)).toBe('20.11.2026, 14:05 – 21.11.2026, 14:05')
  })

  test('negative amounts carry the real minus', () => {
    expect(spaced(formatter('ro', zone).money({ minor: -5, currency: 'RON' }))).toBe('−0,05 RON')
    expect(
      formatter('en', zone)
        .money({ minor: -123_450, currency: 'RON' })
        .replace(/\u00a0/g, ' '),
    ).toBe('−RON 1,234.50')
    expect(formatter('en', zone).number(-3)).toBe('−3')
    expect(formatter('en', zone).percent(-1)).toBe('−0.01%')
  })

  test('amounts beyond what a double holds keep every digit', () => {
    expect(formatter('en', zone).amount(Number.MAX_SAFE_INTEGER)).toBe('90,071,992,547,409.91')
    expect(formatter('en', zone).number(9_223_372_036_854_775_807n)).toBe('9,223,372,036,854,775,807')
  })

  test('capped totals say at least', () => {
    expect(formatter('en', zone).count(10_000, true)).toBe('10,000+')
  })

  test('times name their zone, in the zone asked for', () => {
    expect(formatter('en', zone).exact(at)).toBe('20/11/2026, 14:05:09 EET')
    expect(formatter('en', 'UTC').exact(at)).toBe('20/11/2026, 12:05:09 UTC')
    expect(formatter('en', zone).time(Date.UTC(2026, 10, 20, 22, 0))).toBe('00:00')
  })

  test('an instant that no calendar knows is a dash, not an error', () => {
    const format = formatter('en', zone)
    expect([format.date(NaN), format.dateTime(1e300), format.exact(-Infinity)]).toEqual(['–', '–', '–'])
  })

  test.each([
    [40_000, '40 sec ago'],
    [119_000, '1 min ago'],
    [7_200_000, '2 hr ago'],
    [0, '0 sec ago'],
    [-2_000, '0 sec ago'],
    [-600_000, 'in 10 min'],
  ])('%d ms ago reads %s', (passed, text) => {
    expect(
      formatter('en', zone)
        .age(at - passed, at)
        .replace('secs', 'sec')
        .replace('mins', 'min')
        .replace('hrs', 'hr'),
    ).toBe(text)
  })

  test('ages speak the language', () => {
    expect(formatter('ro', zone).age(at - 120_000, at)).toBe('acum 2 min.')
    expect(formatter('pt', zone).age(at - 120_000, at)).toBe('há 2 min')
  })
})
