import { currenciesOf, currency, type Money } from '../../../backend/platform/contract/primitives'
import type { Field } from './field'

const DECIMALS = 2

/** Amounts of several currencies, each a sum of its own; a column whose rows all have one says it in its head. */
export const amounts = (): Field<Money[]> => ({
  kind: 'amounts',
  numeric: true,
  cell: (all, { format }) => all.map(format.money).join(' · '),
  inColumn: values => {
    const [unit, ...others] = new Set(values.map(currenciesOf))
    return unit && others.length === 0 && values.every(all => all.length === 1)
      ? { unit, cell: (all, { format }) => all.map(({ minor }) => format.amount(minor)).join('') }
      : { unit: '', cell: (all, { format }) => all.map(format.moneyInColumn).join(' · ') }
  },
  // Several are one text: a file's number has one currency.
  csvValue: (all, { file, format }) => {
    const [only, ...others] = all
    return only && others.length === 0 ? file.decimal(only.minor, DECIMALS) : all.map(format.money).join('; ')
  },
  csvUnit: currenciesOf,
  parts: currency.options.map(one => ({
    name: one.toLowerCase(),
    csvValue: (all, { file }) => {
      const found = all.find(amount => amount.currency === one)
      return found ? file.decimal(found.minor, DECIMALS) : ''
    },
  })),
})
