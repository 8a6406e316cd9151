/**
 * The Romanian personal number (CNP): S YYMMDD JJ NNN C, Law 105/1996. It is parsed where a person types or scans it and never leaves this
 * process: what is stored is its keyed hash and its mask.
 */
import { fold } from '../contract/fold'

const WEIGHTS = [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]

export type CnpFault =
  /** Not 13 digits: too few, too many, letters, digits of another script. */
  'cnp_digits' | 'cnp_sex' | 'cnp_date' | 'cnp_county' | 'cnp_serial' | 'cnp_checksum'

export interface Cnp {
  digits: string
  sex: 'm' | 'f' | null
  /** ISO date. Null for 7, 8 and 9, whose century the number does not say. */
  bornOn: string | null
  /** Two digits of its year, month and day, which each number says. */
  county: string
}

export type ParsedCnp = { cnp: Cnp } | { fault: CnpFault }

/** Residents (7, 8) and foreigners (9) may have been born in either century. */
const CENTURIES: Readonly<Record<string, number>> = { 1: 1900, 2: 1900, 3: 1800, 4: 1800, 5: 2000, 6: 2000 }

const isCounty = (code: number) =>
  (code >= 1 && code <= 48) || code === 51 || code === 52 || code === CENTRAL_ISSUE
/** Since 2024 numbers are also issued centrally. */
const CENTRAL_ISSUE = 70

/** Spaces, dots and hyphens between the digits are how people write and keyboards wedge; anything else is refused, digits of other scripts too. */
export function parseCnp(text: string): ParsedCnp {
  const digits = text.replace(/[\s.-]/g, '')
  if (!/^[0-9]{13}$/.test(digits)) return { fault: 'cnp_digits' }
  const kind = digits.charAt(0)
  if (kind === '0') return { fault: 'cnp_sex' }
  const [year, month, day] = [digits.slice(1, 3), digits.slice(3, 5), digits.slice(5, 7)].map(Number) as [
    number,
    number,
    number,
  ]
  const century = CENTURIES[kind]
  // Without a century 29 February is a day of some year: 2000 was a leap year.
  const isDay =
    century === undefined
      ? isDate(1900 + year, month, day) || isDate(2000 + year, month, day)
      : isDate(century + year, month, day)
  if (!isDay) return { fault: 'cnp_date' }
  const county = digits.slice(7, 9)
  if (!isCounty(Number(county))) return { fault: 'cnp_county' }
  if (digits.slice(9, 12) === '000') return { fault: 'cnp_serial' }
  if (checkDigit(digits) !== Number(digits[12])) return { fault: 'cnp_checksum' }
  const bornOn =
    century === undefined
      ? null
      : `${century + year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const sex = kind === '9' ? null : Number(kind) % 2 === 1 ? 'm' : 'f'
  return { cnp: { digits, sex, bornOn, county } }
}

export function checkDigit(digits: string): number {
  const rest = WEIGHTS.reduce((total, weight, index) => total + weight * Number(digits[index]), 0) % 11
  return rest === 10 ? 1 : rest
}

function isDate(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** The first digit and the last four: enough for two people to agree which document they speak of. */
export const maskCnp = (digits: string): string => `${digits.charAt(0)}********${digits.slice(-4)}`

/** Of other documents the last two characters, and of short ones none. */
export const maskDocument = (number: string): string =>
  number.length < 6 ? '*'.repeat(number.length) : `${'*'.repeat(number.length - 2)}${number.slice(-2)}`

/** "Ionescu Ana-Maria" is "I. A." */
export const maskName = (name: string): string =>
  name
    .split(/[\s-]+/)
    .filter(part => part !== '')
    .map(part => `${[...part][0]?.toLocaleUpperCase() ?? ''}.`)
    .join(' ')

/**
 * As documents are compared: without case, accents, spaces and hyphens. Null where anything else is left: a Cyrillic А left out would be another
 * person's number.
 */
export function plainDocument(number: string): string | null {
  const plain = fold(number).replace(/[\s./-]/g, '')
  return /^[a-z0-9]*$/.test(plain) ? plain.toUpperCase() : null
}
