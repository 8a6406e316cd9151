/**
 * Amounts of one column: the currency stands in the head where they share it, so that the figures stand under one
 * another.
 */
import type { Money } from '../../backend/platform/contract/primitives'
import type { Format } from './format'

type Currency = Money['currency']

export interface MoneyColumn {
  /** The shared currency. */
  unit: Currency | undefined
  /** The head's words with the shared currency. */
  head: (label: string) => string
  cell: (minor: number | null | undefined, currency: Currency) => string
}

export const withUnit = (label: string, unit: string | undefined) => (unit ? `${label} ${unit}` : label)

export function moneyColumn(format: Format, currencies: Iterable<Currency | null | undefined>): MoneyColumn {
  const [first, ...others] = new Set([...currencies].filter(one => one !== null && one !== undefined))
  const unit = others.length === 0 ? first : undefined
  return {
    unit,
    head: label => withUnit(label, unit),
    cell: (minor, currency) => {
      if (minor === null || minor === undefined) return '–'
      return unit ? format.amount(minor) : format.moneyInColumn({ minor, currency })
    },
  }
}
