/** Decimals as integers of their smallest unit. Nothing here passes through floating point (ruling 29). */
import { NumberParser } from '@internationalized/number'
import type { Locale } from '../../i18n/locales'

/** 1234 with 2 decimals → "12.34". */
export function decimalText(value: number, decimals: number, separator: string): string {
  const digits = Math.abs(value)
    .toString()
    .padStart(decimals + 1, '0')
  const whole = digits.slice(0, -decimals)
  return `${value < 0 ? '-' : ''}${whole}${separator}${digits.slice(-decimals)}`
}

/**
 * What a person typed → an integer of the smallest unit, or undefined when it is not one number.
 * Both `,` and `.` may be the decimal mark, since people mix their keyboards. What would be two different numbers by
 * the two ways of writing ("1.234": a thousand and more, or one and a bit) is refused, and so is whatever a language
 * would not write itself.
 */
export function readDecimal(typed: string, decimals: number): number | undefined {
  const text = typed.replace(/[\s\u00a0\u202f]/g, '').replace('−', '-')
  if (text.length > LONGEST) return undefined
  const readings = writings.flatMap(writing => reading(text, writing, decimals) ?? [])
  const [first] = readings
  if (first === undefined || readings.some(one => one.value !== first.value)) return undefined
  return Number.isSafeInteger(first.minor) ? first.minor : undefined
}

const LONGEST = 30

/**
 * A language for each of the two ways. The parser alone guesses (it takes "0,1" for 1 in English): only what Intl
 * writes in the same way counts.
 */
const writings = (
  [
    ['en-GB', '.'],
    ['ro-RO', ','],
  ] as const
).map(([region, mark]) => ({ region, mark, parser: new NumberParser(region, { maximumFractionDigits: 10 }) }))

function reading(text: string, { region, mark, parser }: (typeof writings)[number], decimals: number) {
  const value = parser.parse(text)
  if (!Number.isFinite(value)) return undefined
  const fraction = text.split(mark)[1]?.length ?? 0
  const isWritten = [true, false].some(
    useGrouping =>
      new Intl.NumberFormat(region, {
        useGrouping,
        minimumFractionDigits: fraction,
        maximumFractionDigits: fraction,
      }).format(value) === text,
  )
  if (!isWritten || fraction > 10) return undefined
  // From the digits, not from the parsed number, which need not be exact.
  const minor = fraction > decimals ? NaN : Number(text.replace(/[^\d-]/g, '')) * 10 ** (decimals - fraction)
  return { value, minor }
}

export const decimalMark = (locale: Locale) => (locale === 'en' ? '.' : ',')
