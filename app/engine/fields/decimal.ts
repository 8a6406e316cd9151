/** Decimals as integers of their smallest unit. Nothing here passes through floating point (ruling 29). */
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
 * Both `,` and `.` are decimal separators; with both present the last one is, and the other groups thousands.
 * A lone group of three after the locale's own group separator ("1.234" in ro) is ambiguous, so it is refused.
 */
export function readDecimal(typed: string, decimals: number, locale: Locale): number | undefined {
  const text = typed.replace(/[\s\u00a0\u202f]/g, '').replace('−', '-')
  if (!/^-?[\d.,]+$/.test(text)) return undefined
  const last = Math.max(text.lastIndexOf(','), text.lastIndexOf('.'))
  if (last === -1) return scaled(text, '', decimals)
  const mark = text.charAt(last)
  const whole = text.slice(0, last)
  const fraction = text.slice(last + 1)
  const other = mark === ',' ? '.' : ','
  if (whole.includes(mark)) return undefined
  const groups = whole.replace('-', '').split(other)
  if (
    groups.length > 1 &&
    !(groups[0] && groups[0].length <= 3 && groups.slice(1).every(group => group.length === 3))
  )
    return undefined
  if (groups.length === 1 && fraction.length === 3 && mark === (locale === 'en' ? ',' : '.')) return undefined
  return scaled(whole.replaceAll(other, ''), fraction, decimals)
}

function scaled(whole: string, fraction: string, decimals: number): number | undefined {
  if (fraction.length > decimals || !/^-?\d+$/.test(whole) || !/^\d*$/.test(fraction)) return undefined
  const value = Number(whole + fraction.padEnd(decimals, '0'))
  return Number.isSafeInteger(value) ? value : undefined
}

export const decimalMark = (locale: Locale) => (locale === 'en' ? '.' : ',')
