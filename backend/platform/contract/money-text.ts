/** Amounts as people read them, by region and without floating point. */
import type { Money } from './primitives'

/** Digits after the decimal sign; RON and EUR both have two. */
export const DECIMALS = 2

/** What an accountant reads: the real minus, never the hyphen. */
export const MINUS = '\u2212'

/** "-1234.50": the exact decimal text that Intl formats without rounding. */
export function decimalText(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(DECIMALS + 1, '0')
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`
}

/** A decimal string is formatted exactly (ECMA-402 2023); a number would pass through a float. */
export const exactly = (format: Intl.NumberFormat, minor: number): string => {
  const text = format.format(decimalText(minor) as `${number}`)
  return minor < 0 ? text.replace(/^-|(?<=\s)-/, MINUS) : text
}

/** "1.234,50 RON", "1234,50 RON", "RON 1,234.50": by region, `pt-PT`, as Intl writes the currency there. */
export function moneyWriting(region: string, useGrouping: 'auto' | 'always'): (money: Money) => string {
  const byCurrency = new Map<string, Intl.NumberFormat>()
  return ({ minor, currency }) => {
    const format =
      byCurrency.get(currency) ?? new Intl.NumberFormat(region, { style: 'currency', currency, useGrouping })
    byCurrency.set(currency, format)
    return exactly(format, minor)
  }
}
