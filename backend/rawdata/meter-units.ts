/** What a SAS meter counts (domain notes, section 2), and what its value is worth. */
import type { Money } from '../contract/primitives'
import { mainNames, meterCodes } from './meters.contract'

export type MeterUnit = 'credits' | 'cents' | 'count' | 'percent'

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, offset) => first + offset)
const counted = new Set([
  ...range(0x05, 0x07),
  ...range(0x11, 0x14),
  ...range(0x25, 0x26),
  ...range(0x35, 0x39),
  0x3e,
  ...range(0x40, 0x57),
  ...range(0x59, 0x62),
  ...range(0x64, 0x6d),
  ...range(0x6f, 0x79),
  0x7c,
])
/** Amounts and quantities take turns here, an amount first. */
const pairs: readonly (readonly [number, number])[] = [
  [0x80, 0x93],
  [0xa0, 0xb1],
  [0xb8, 0xbd],
]
const cents = new Set([0x7a, 0x7b])
const PAYBACK = 0x7f

export function meterUnit(code: string): MeterUnit {
  const nr = Number.parseInt(code, 16)
  if (nr === PAYBACK) return 'percent'
  if (cents.has(nr)) return 'cents'
  const pair = pairs.find(([first, last]) => nr >= first && nr <= last)
  if (pair) return (nr - pair[0]) % 2 === 0 ? 'cents' : 'count'
  return counted.has(nr) ? 'count' : 'credits'
}

/** The name of a meter with a column of its own; of any other, its code. */
export const meterName = (code: string): string => mainNames.find(name => meterCodes[name] === code) ?? code

/** What a value is worth at a denomination; null for what is no money, and for an amount that a number cannot hold exactly. */
export function worthOf(code: string, value: number | null, denomination: Money): Money | null {
  const unit = meterUnit(code)
  if (value === null || (unit !== 'credits' && unit !== 'cents')) return null
  const minor = unit === 'cents' ? value : value * denomination.minor
  return Number.isSafeInteger(minor) ? { minor, currency: denomination.currency } : null
}
