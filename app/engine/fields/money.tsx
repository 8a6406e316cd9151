import type { Money } from '../../../backend/platform/contract/primitives'
import { inputControl } from './control'
import { decimalMark, decimalText, readDecimal } from './decimal'
import type { Field } from './field'

/** Every currency of the contract has two decimals. */
const DECIMALS = 2
const CURRENCIES = ['RON', 'EUR'] as const
/** Between amount and currency in the one text that a form keeps. */
const BETWEEN = '|'
const currencyName = (name: string) => `${name}_currency`

/** An amount and its currency; typed in the locale's way, stored as an integer of the smallest unit (ruling 29). */
export const money = (): Field<Money> => ({
  kind: 'money',
  numeric: true,
  cell: (value, ctx) => ctx.format.money(value),
  inColumn: values => {
    const [unit, ...others] = new Set(values.map(value => value.currency))
    return unit && others.length === 0
      ? { unit, cell: (value, ctx) => ctx.format.amount(value.minor) }
      : { unit: '', cell: (value, ctx) => ctx.format.moneyInColumn(value) }
  },
  csvValue: (value, ctx) => ctx.file.decimal(value.minor, DECIMALS),
  csvUnit: value => value.currency,
  input: (props, ctx) => {
    const [amount = '', currency = CURRENCIES[0]] = props.typed.split(BETWEEN)
    return (
      <span className="join">
        {inputControl({ ...props, typed: amount, min: undefined, max: undefined }, { inputMode: 'decimal' })}
        <select
          name={currencyName(props.name)}
          defaultValue={currency}
          className="select join-item w-28"
          aria-label={ctx.t('engine:form.currency')}
        >
          {CURRENCIES.map(one => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </span>
    )
  },
  read: (form, name) => {
    const [amount, currency] = [form.get(name), form.get(currencyName(name))]
    return typeof amount === 'string' && amount !== ''
      ? `${amount}${BETWEEN}${typeof currency === 'string' ? currency : ''}`
      : ''
  },
  parse: typed => {
    const [amount = '', currency = ''] = typed.split(BETWEEN)
    return { minor: readDecimal(amount, DECIMALS) ?? amount, currency }
  },
  typed: (value, ctx) =>
    `${decimalText(value.minor, DECIMALS, decimalMark(ctx.locale))}${BETWEEN}${value.currency}`,
})
