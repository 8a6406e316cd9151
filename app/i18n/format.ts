/** How numbers, money and instants are written, once per language and time zone (domain.md section 13). */
import { HOUR_MS } from '../../backend/platform/contract/durations'
import { instantFormat } from '../../backend/platform/contract/instant-format'
import { MINUS } from '../../backend/platform/contract/money-text'
import type { Money } from '../../backend/platform/contract/primitives'
import { writeInstants } from './instants'
import { regions, type Locale } from './locales'
import { moneyFormatting } from './money'
import { isTwice } from './twice'

export interface Format {
  locale: Locale
  timeZone: string
  money: (money: Money) => string
  /** The same with its thousands always grouped, for a column of several currencies. */
  moneyInColumn: (money: Money) => string
  /** Minor units without the currency, for columns whose header names it. */
  amount: (minor: number) => string
  number: (value: number | bigint) => string
  /** A total; `capped` means "at least": 10,000+. */
  count: (value: number, capped?: boolean) => string
  /** Basis points: 9512 is 95.12 %. */
  percent: (basisPoints: number) => string
  /** The same in a column of other units, too: both decimals always. */
  percentInColumn: (basisPoints: number) => string
  /** The same in a column that names the unit: both decimals always, so that figures stand under one another. */
  percentPoints: (basisPoints: number) => string
  /** Date and time to the second, with the zone's name in the hour that its clock shows twice. */
  dateTime: (at: number) => string
  /** The same without a zone's name, ever. */
  wall: (at: number) => string
  date: (at: number) => string
  /** A gaming day, YYYY-MM-DD, without its year: for a fortnight of them. */
  day: (day: string) => string
  /** A gaming day with its year. */
  gamingDay: (day: string) => string
  /** A month, YYYY-MM: November 2026. */
  month: (month: string) => string
  time: (at: number) => string
  /** The time to the second, without its day. */
  seconds: (at: number) => string
  /** Date and time with the zone's name. */
  exact: (at: number) => string
  /**
   * From minute to minute, the second day only where it is another; with the zone's names where its clock is put
   * forward or back.
   */
  span: (from: number, to: number) => string
  /** Whether a time between them, or near, may stand twice on the wall. */
  isClockPut: (from: number, to: number) => boolean
  /** "2 min ago". */
  age: (at: number, now: number) => string
  /** "2 min": how long something lasted, in its largest unit. */
  duration: (milliseconds: number) => string
  /** "Cluj 1, Cluj 2 and Turda". */
  list: (items: readonly string[]) => string
}

/** Every zone of the tz database fits; made-up names never reach here because Intl refuses them. */
const made = new Map<string, Format>()

export function formatter(locale: Locale, timeZone: string): Format {
  const key = `${locale} ${timeZone}`
  const known = made.get(key)
  if (known) return known
  const format = makeFormatter(locale, timeZone)
  made.set(key, format)
  return format
}

function makeFormatter(locale: Locale, timeZone: string): Format {
  const region = regions[locale]
  const numbers = new Intl.NumberFormat(region, { maximumFractionDigits: 20, useGrouping: 'always' })
  const number = (value: number | bigint) =>
    value < 0 ? numbers.format(value).replace(/^-/, MINUS) : numbers.format(value)
  return {
    locale,
    timeZone,
    number,
    ...moneyFormatting(locale),
    ...dates(region, timeZone),
    ...lengths(region),
    count: (value, capped) => (capped ? `${number(value)}+` : number(value)),
    percent: percents(region, { style: 'percent', maximumFractionDigits: 2 }, 4),
    percentInColumn: percents(
      region,
      { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: 'always' },
      4,
    ),
    percentPoints: percents(
      region,
      { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: 'always' },
      2,
    ),
    list: items => new Intl.ListFormat(region, { type: 'conjunction' }).format(items),
  }
}

/** Formatted from decimal text, so that no basis point is lost to a float. */
function percents(region: string, options: Intl.NumberFormatOptions, decimals: number) {
  const percent = new Intl.NumberFormat(region, options)
  return (basisPoints: number) => {
    const digits = String(Math.abs(basisPoints)).padStart(decimals + 1, '0')
    const text = `${basisPoints < 0 ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
    return percent.format(text as `${number}`).replace(/^-/, MINUS)
  }
}

const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const
const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const

/** Outside the range of a Date there is nothing to write. */
const isInstant = (at: number) => Number.isFinite(at) && Math.abs(at) <= 8.64e15

function dates(region: string, timeZone: string) {
  const writing = (options: Intl.DateTimeFormatOptions) => {
    const format = instantFormat(region, options, timeZone)
    const write = 'second' in options ? writeInstants(format) : (at: number) => format.format(at)
    return (at: number) => (isInstant(at) ? write(at) : '–')
  }
  const named = { timeZoneName: 'short' } as const
  const unambiguous = (options: Intl.DateTimeFormatOptions) => {
    const [plain, exact] = [writing(options), writing({ ...options, ...named })]
    return (at: number) => (isInstant(at) && isTwice(at, timeZone) ? exact(at) : plain(at))
  }
  return {
    dateTime: unambiguous({ ...day, ...clock }),
    wall: writing({ ...day, ...clock }),
    date: writing(day),
    day: dayWriter(region, { day: '2-digit', month: '2-digit' }),
    gamingDay: dayWriter(region, day),
    month: monthWriter(region),
    time: unambiguous(minute),
    seconds: unambiguous(clock),
    exact: writing({ ...day, ...clock, ...named }),
    ...spans(writing),
  }
}

const minute = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const NEAR_MS = 2 * HOUR_MS

function spans(writing: (options: Intl.DateTimeFormatOptions) => (at: number) => string) {
  const date = writing(day)
  const named = { timeZoneName: 'short' } as const
  const plain = [writing({ ...day, ...minute }), writing(minute)] as const
  const exact = [writing({ ...day, ...minute, ...named }), writing({ ...minute, ...named })] as const
  const wall = writing({ ...day, ...clock, ...named })
  // What the zone is called is what the text of an instant ends in, in each of the languages.
  const nameAt = (at: number) => wall(at).split(' ').at(-1)
  const isClockPut = (from: number, to: number) => nameAt(from - NEAR_MS) !== nameAt(to + NEAR_MS)
  return {
    isClockPut,
    span: (from: number, to: number) => {
      const [whole, time] = isClockPut(from, to) ? exact : plain
      return `${whole(from)} – ${date(from) === date(to) ? time(to) : whole(to)}`
    },
  }
}

/** A day has no zone: it is read and written in one that never moves it. */
function dayWriter(region: string, options: Intl.DateTimeFormatOptions) {
  const format = new Intl.DateTimeFormat(region, { ...options, timeZone: 'UTC' })
  return (text: string) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? format.format(Date.parse(text)) : text)
}

function monthWriter(region: string) {
  const format = new Intl.DateTimeFormat(region, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (text: string) => (/^\d{4}-\d{2}$/.test(text) ? format.format(Date.parse(`${text}-01`)) : text)
}

type Unit = 'second' | 'minute' | 'hour' | 'day' | 'month' | 'year'
const units: readonly [Unit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
]

/** Milliseconds in their largest whole unit, rounded towards zero: 119 s is "1 min", never two. */
function largestUnit(milliseconds: number): [number, Unit] {
  const seconds = Math.trunc(milliseconds / 1000)
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  return [Math.trunc(seconds / size), unit]
}

/** British English says "5 mins" of a length and "5 min ago" of an age: the American short form is the same in both. */
const shortUnits: Readonly<Record<string, string>> = { 'en-GB': 'en-US' }

/**
 * A month is written whole: short, it is "1 mo" as an age and "1 mth" as a length. Romanian short forms of
 * hours, days and years ("21 ore", "21 zile") lack the "de" that belongs there: hours are "21 h" as in ages, the others
 * are written whole ("21 de zile").
 */
const lengthStyle = (unit: Unit) => (unit === 'month' ? 'long' : 'short')
const romanianStyles: Partial<Record<Unit, 'narrow' | 'long'>> = { hour: 'narrow', day: 'long', year: 'long' }
const plainStyle = (region: string, unit: Unit) =>
  (region.startsWith('ro') ? romanianStyles[unit] : undefined) ?? lengthStyle(unit)

function lengths(region: string) {
  const relative = {
    short: new Intl.RelativeTimeFormat(region, { style: 'short', numeric: 'always' }),
    long: new Intl.RelativeTimeFormat(region, { style: 'long', numeric: 'always' }),
  }
  const plain = new Map<Unit, Intl.NumberFormat>()
  return {
    age: (at: number, now: number) => {
      // A clock a little ahead of ours is "0 s ago", not in the future.
      const [value, unit] = largestUnit(Math.abs(now - at) < 5_000 ? Math.max(now - at, 0) : now - at)
      return relative[lengthStyle(unit)].format(value === 0 ? -0 : -value, unit)
    },
    duration: (milliseconds: number) => {
      const [value, unit] = largestUnit(milliseconds)
      const format =
        plain.get(unit) ??
        new Intl.NumberFormat(shortUnits[region] ?? region, {
          style: 'unit',
          unit,
          unitDisplay: plainStyle(region, unit),
        })
      plain.set(unit, format)
      return format.format(value)
    },
  }
}
