/**
 * How values are written into files (ruling 39): for people and their spreadsheets in their language, for programs in
 * one way.
 */
import { formatter } from './format'
import type { Locale } from './locales'
import { offsetOf } from './offset'
import { isTwice } from './twice'
import { localTime } from '../../backend/platform/contract/time-zone'

export const fileKinds = ['people', 'machine'] as const
export type FileKind = (typeof fileKinds)[number]

/**
 * Text is what somebody typed or what a word list says: a spreadsheet might run it as a formula. Numbers and instants
 * are written here, so nothing in them is neutralised: a negative amount stays a number. `typed`: the same for a
 * workbook; an instant there as its place's clock showed it, in UTC's fields, and `offset`, how far that was from UTC:
 * a date in a workbook has no zone.
 */
export type FileCell =
  | string
  | { readonly exact: string; readonly typed?: number | Date; readonly offset?: string | undefined }

export interface FileFormat {
  kind: FileKind
  /** The zone whose days and hours instants are written in. */
  timeZone: string
  delimiter: ',' | ';'
  number: (value: number | bigint) => FileCell
  /** An integer of the smallest unit, as money and basis points are stored; never through floating point. */
  decimal: (value: number, decimals: number) => FileCell
  /** `zone`: of the place where it happened, when the file has a column for it. */
  instant: (at: number, zone?: string) => FileCell
  /** A calendar date without a zone: `2026-11-20`. */
  day: (day: string) => FileCell
}

const MACHINE = { delimiter: ',', mark: '.' } as const

export function fileFormat(locale: Locale, timeZone: string, kind: FileKind = 'people'): FileFormat {
  const people = kind === 'people'
  // Where a comma separates decimals, spreadsheets take a semicolon between cells.
  const { delimiter, mark } = people && locale !== 'en' ? ({ delimiter: ';', mark: ',' } as const) : MACHINE
  return {
    kind,
    timeZone,
    delimiter,
    number: value => ({ exact: String(value) }),
    decimal: (value, decimals) => ({ exact: decimalText(value, decimals, mark) }),
    instant: (at, zone = timeZone) => ({
      exact: people ? localInstant(locale, at, zone) : isoInstant(at, zone),
    }),
    day: day => ({ exact: people ? localDay(locale, day) : day }),
  }
}

/** Written as for people, with what a workbook's cell holds on top of the text. */
export function workbookFormat(locale: Locale, timeZone: string): FileFormat {
  const text = fileFormat(locale, timeZone)
  return {
    ...text,
    number: value =>
      Number.isSafeInteger(Number(value)) || typeof value === 'number'
        ? new TypedCell(text.number, value, undefined, Number(value))
        : text.number(value),
    // Of a whole number of hundredths, the nearest double: what a spreadsheet shows is exact.
    decimal: (value, decimals) => new TypedCell(text.decimal, value, decimals, value / 10 ** decimals),
    instant: (at, zone = timeZone) => {
      const offset = offsetOf(at, zone)
      return new TypedCell(text.instant, at, zone, new Date(at + offset * 60_000), offsetText(offset))
    },
    day: day => new TypedCell(text.day, day, undefined, new Date(`${day}T00:00:00Z`)),
  }
}

/**
 * Written as lists write it on the screen: numbers grouped, and `typed`, by which a page knows its columns of numbers.
 */
export function screenFormat(locale: Locale, timeZone: string): FileFormat {
  const text = fileFormat(locale, timeZone)
  const format = formatter(locale, timeZone)
  return {
    ...text,
    number: value => ({ exact: format.number(value), typed: Number(value) }),
    decimal: (value, decimals) => ({
      exact: decimals === 2 ? format.percentPoints(value) : exactOf(text.decimal(value, decimals)),
      typed: value / 10 ** decimals,
    }),
    // The head names the zone of the list; a place with a zone of its own says it in each cell.
    instant: (at, zone = timeZone) => ({
      exact: zone === timeZone ? format.dateTime(at) : formatter(locale, zone).exact(at),
    }),
    day: day => ({ exact: format.gamingDay(day) }),
  }
}

/** In words only where somebody asks: a workbook's cell has the value, and a file has millions of them. */
class TypedCell<Given, More> {
  constructor(
    private readonly words: (given: Given, more: More) => FileCell,
    private readonly given: Given,
    private readonly more: More,
    readonly typed: number | Date,
    readonly offset?: string,
  ) {}

  get exact(): string {
    return exactOf(this.words(this.given, this.more))
  }
}

/** As it stands in a file that has text alone. */
export const exactOf = (cell: FileCell): string => (typeof cell === 'string' ? cell : cell.exact)

const offsets = new Map<number, string>()
/** 120 minutes are "+02:00". */
function offsetText(minutes: number): string {
  const known = offsets.get(minutes)
  if (known !== undefined) return known
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const text = `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
  offsets.set(minutes, text)
  return text
}

/** 1234 with 2 decimals is "12.34". */
function decimalText(value: number, decimals: number, mark: string): string {
  const digits = String(Math.abs(value)).padStart(decimals + 1, '0')
  return `${value < 0 ? '-' : ''}${digits.slice(0, digits.length - decimals)}${decimals > 0 ? mark + digits.slice(-decimals) : ''}`
}

/** Local to the zone, with its offset, so that it sorts and reads back. */
const isoInstant = (at: number, zone: string): string =>
  localTime(at, zone).toISO({ suppressMilliseconds: true }) ?? ''

/**
 * The comma of "20.11.2026, 14:05:09" makes text of a date in a spreadsheet. In the hour that a zone's clocks show
 * twice a year, two instants would read the same: there the offset is written as well.
 */
function localInstant(locale: Locale, at: number, zone: string): string {
  const text = formatter(locale, zone).wall(at).replace(',', '')
  return isTwice(at, zone) ? `${text} ${localTime(at, zone).toFormat('ZZ')}` : text
}

function localDay(locale: Locale, day: string): string {
  const [year, month, date] = day.split('-')
  return year && month && date ? [date, month, year].join(locale === 'ro' ? '.' : '/') : day
}
