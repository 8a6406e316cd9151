import type { Locale } from '../../i18n/locales'
import { inputControl } from './control'
import { decimalMark, decimalText, readDecimal } from './decimal'
import type { Field } from './field'

/** 10000 is 100 %, with a comma and a space where the language has them. */
export const percentText = (value: number, locale: Locale): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(value / 10_000)

/** Basis points, shown and typed as a percentage: 9550 is 95.5 %. */
export const percent = (): Field<number> => ({
  kind: 'percent',
  numeric: true,
  unit: () => '%',
  cell: (value, ctx) => ctx.format.percent(value),
  inColumn: () => ({ unit: '%', cell: (value, ctx) => ctx.format.percentPoints(value) }),
  csvValue: (value, ctx) => ctx.file.decimal(value, 2),
  input: props => inputControl({ ...props, min: undefined, max: undefined }, { inputMode: 'decimal' }),
  parse: typed => readDecimal(typed.replace('%', ''), 2) ?? typed,
  typed: (value, ctx) => decimalText(value, 2, decimalMark(ctx.locale)),
  limit: (value, { locale }) => percentText(value, locale),
})
