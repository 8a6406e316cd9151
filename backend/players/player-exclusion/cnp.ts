/**
 * The Romanian personal number (CNP): S YYMMDD JJ NNN C, Law 105/1996. It is parsed where a person types or scans it
 * and never leaves this process: what is stored is its keyed hash and its mask.
 */
import { holdsAnother, plainDocument, thirteenDigits } from './document-number'

const WEIGHTS = [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]

export type CnpFault =
  /** Not 13 digits: too few, too many, letters. */
  'cnp_digits' | 'cnp_sex' | 'cnp_date' | 'cnp_county' | 'cnp_serial' | 'cnp_checksum'

interface Cnp {
  digits: string
  sex: 'm' | 'f' | null
  /** ISO dates: one, or for 7, 8 and 9, whose century the number does not say, each that it can mean. */
  births: string[]
  /** Two digits of its year, month and day, which each number says. */
  county: string
}

export type ParsedCnp = { cnp: Cnp } | { fault: CnpFault }

const CENTURIES: Readonly<Record<string, readonly number[]>> = {
  1: [1900],
  2: [1900],
  3: [1800],
  4: [1800],
  5: [2000],
  6: [2000],
}
/** Residents (7, 8) and foreigners (9) may have been born in either. */
const UNSAID = [1900, 2000]

const isCounty = (code: number) =>
  (code >= 1 && code <= 48) || code === 51 || code === 52 || code === CENTRAL_ISSUE
/** Since 2024 numbers are also issued centrally. */
const CENTRAL_ISSUE = 70

/**
 * As people write it and keyboards wedge it (`plainDocument`), also with words, letters or another number around it. Of
 * two such numbers nobody can say whose is meant, even if one is invalid: it may be somebody's with a digit mistyped.
 */
export function parseCnp(text: string): ParsedCnp {
  const plain = plainDocument(text) ?? ''
  const [only, ...others] = /^[0-9]{13}$/.test(plain) ? [plain] : thirteenDigits(text)
  return only === undefined || others.length > 0 || holdsAnother(text, only)
    ? { fault: 'cnp_digits' }
    : parseDigits(only)
}

function parseDigits(digits: string): ParsedCnp {
  const kind = digits.charAt(0)
  if (kind === '0') return { fault: 'cnp_sex' }
  const [year, month, day] = [digits.slice(1, 3), digits.slice(3, 5), digits.slice(5, 7)] as [
    string,
    string,
    string,
  ]
  const births = (CENTURIES[kind] ?? UNSAID)
    .map(century => `${century + Number(year)}-${month}-${day}`)
    .filter(isDate)
  if (births.length === 0) return { fault: 'cnp_date' }
  const county = digits.slice(7, 9)
  if (!isCounty(Number(county))) return { fault: 'cnp_county' }
  if (digits.slice(9, 12) === '000') return { fault: 'cnp_serial' }
  if (checkDigit(digits) !== Number(digits[12])) return { fault: 'cnp_checksum' }
  const sex = kind === '9' ? null : Number(kind) % 2 === 1 ? 'm' : 'f'
  return { cnp: { digits, sex, births, county } }
}

export function checkDigit(digits: string): number {
  const rest = WEIGHTS.reduce((total, weight, index) => total + weight * Number(digits[index]), 0) % 11
  return rest === 10 ? 1 : rest
}

function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** The first digit and the last four: enough for two people to agree which document they speak of. */
export const maskCnp = (digits: string): string => `${digits.charAt(0)}********${digits.slice(-4)}`

/** Other documents show their last two characters, and short ones none. */
export const maskDocument = (number: string): string =>
  number.length < 6 ? '*'.repeat(number.length) : `${'*'.repeat(number.length - 2)}${number.slice(-2)}`

/** "Ionescu Ana-Maria" is "I. A." */
export const maskName = (name: string): string =>
  name
    .split(/[\s-]+/)
    .filter(part => part !== '')
    .map(part => `${[...part][0]?.toLocaleUpperCase() ?? ''}.`)
    .join(' ')
