/** One cell's text to one value, or the reason why not. Nobody guesses: what can be read in two ways is refused. */
import { fold } from '../../platform/contract/fold'
import { numberSigns, readNumber } from '../../platform/contract/read-number'
import type { CodedMessage } from './csv-file'

type Reading = { value: unknown } | { problem: CodedMessage }
export interface Cell {
  /** Never called with an empty text. */
  read(text: string): Reading
  /** As a file would say it. */
  show(value: unknown): string
  /** Converts a limit of stored values to what a file would say. Without it they are the same. */
  limit?(value: number): string
  /** Percents that nobody means below so many hundredths: 0.95 is likely to be 95 %. */
  low?: number
}

const refuse = (code: string, params?: CodedMessage['params']): Reading => ({
  problem: { code, ...(params && { params }) },
})

/** A spreadsheet shows a long number so, and saves what it shows: 9,87654E+11. */
const shortened = /^[+-]?\d(?:[.,]\d+)?E[+-]\d{1,3}$/i

/** A name or number as people write it; what stands on several lines of a cell is one line here. */
export const words: Cell = {
  read: text => (shortened.test(text) ? refuse('shortened') : { value: text.replace(/\s*\n\s*/g, ' ') }),
  show: value => (typeof value === 'string' ? value : value == null ? '' : String(value)),
}

/** A decimal of at most `decimals` places as an integer of its smallest unit; never through floating point. */
export const decimal = (
  decimals: number,
  { most = Number.MAX_SAFE_INTEGER, unit, sign = '' }: { most?: number; unit?: RegExp; sign?: string } = {},
): Cell => ({
  ...(decimals > 0 && { limit: (value: number) => `${value / 10 ** decimals}${sign}` }),
  read: given => {
    const text = numberSigns(unit ? given.replace(unit, '') : given)
    if (text === undefined) return refuse('not_a_number')
    const number = readNumber(text, most / 10 ** decimals)
    if (number === 'ambiguous') return refuse('ambiguous_number', { text: given })
    if (number === undefined) return refuse('not_a_number')
    if (number.fraction.length > decimals) return refuse('too_precise', { digits: decimals })
    const value = Number(number.whole + number.fraction.padEnd(decimals, '0'))
    if (Number.isSafeInteger(value)) return { value }
    const limit = most / 10 ** decimals
    return value < 0 ? refuse('too_small', { min: -limit }) : refuse('too_big', { max: limit })
  },
  show: value => {
    if (typeof value !== 'number') return ''
    if (decimals === 0) return String(value)
    const digits = String(Math.abs(value)).padStart(decimals + 1, '0')
    return `${value < 0 ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  },
})

export const integer: Cell = decimal(0)

const yes = new Set([
  '1',
  'true',
  'yes',
  'y',
  'on',
  'da',
  'sim',
  's',
  'x',
  'adevarat',
  'verdadeiro',
  'activ',
  'ativo',
  'active',
  'activa',
  'ativa',
  // States of a slot that is there.
  'locked',
  'blocat',
  'bloqueado',
  'bloqueada',
  'maintenance',
  'mentenanta',
  'in mentenanta',
  'manutencao',
  'em manutencao',
])
const no = new Set([
  '0',
  'false',
  'no',
  'n',
  'off',
  'nu',
  'nao',
  'fals',
  'falso',
  'inactiv',
  'inativo',
  'inactive',
  'inactiva',
  'inativa',
  'arhivat',
  'archived',
  'arquivado',
])

export const yesNo: Cell = {
  read: text => {
    const word = fold(text)
    return yes.has(word) ? { value: true } : no.has(word) ? { value: false } : refuse('not_yes_no')
  },
  show: value => (value === true ? '1' : value === false ? '0' : ''),
}

/** How spreadsheets and databases write a date that they store as a moment: 00:00, 0:00:00.000, 12:00 AM. */
const MIDNIGHT =
  /[ T](?:0?0:00(?::00(?:[.,]0{1,9})?)?|12:00(?::00)? ?[Aa]\.?[Mm]\.?)(?: ?(?:Z|[+-]\d{2}:?\d{2}))?$/

/** 2027-03-31, 31.03.2027, 31/03/2027: the day always comes before the month. A midnight after it says nothing more. */
export const date: Cell = {
  read: given => {
    const text = given.replace(MIDNIGHT, '')
    const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
    const dmy = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text)
    const [year, month, day] = iso ? [iso[1], iso[2], iso[3]] : dmy ? [dmy[3], dmy[2], dmy[1]] : []
    if (!year || !month || !day) return refuse('not_a_date')
    const value = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    const instant = new Date(`${value}T00:00:00Z`)
    return Number.isNaN(instant.getTime()) || instant.toISOString().slice(0, 10) !== value
      ? refuse('not_a_date')
      : { value }
  },
  show: words.show,
}

/** One of a few words, whatever their case. */
export const oneOf = (options: readonly string[]): Cell => ({
  read: text => {
    const value = options.find(option => fold(option).replace(/\s/g, '') === fold(text).replace(/\s/g, ''))
    return value === undefined ? refuse('not_one_of', { values: options.join(', ') }) : { value }
  },
  show: words.show,
})

/** 8:00 and 08:00 are the same time of day. */
export const timeOfDay: Cell = {
  read: text => ({
    value: text.replace(/^(\d{1,2}:\d{2}):00(?:[.,]0{1,9})?$/, '$1').replace(/^\d:/, '0$&'),
  }),
  show: words.show,
}

/** By the clock of a place that is known later: 2026-11-20 08:00, 20.11.2026 8:00:30. */
export const localTime: Cell = {
  read: text => {
    const [, day = '', hour = '', minute = '', second = '00'] =
      /^(\S+)[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]0{1,9})?)?$/.exec(text) ?? []
    const read = date.read(day)
    if ('problem' in read || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)
      return refuse('not_a_time')
    return { value: `${String(read.value)}T${hour.padStart(2, '0')}:${minute}:${second}` }
  },
  show: value => words.show(value).replace('T', ' ').replace(/:00$/, ''),
}
