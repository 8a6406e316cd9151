import { inputControl } from './control'
import type { ControlProps, Field } from './field'

const control = (props: ControlProps) =>
  inputControl(props, { type: 'number', inputMode: 'numeric', step: '1' })

/** A count. `unit`: what is counted, when the label does not say it: ms, credits. */
export const integer = (unit?: string): Field<number> => ({
  kind: 'integer',
  numeric: true,
  unit: unit === undefined ? undefined : () => unit,
  cell: (value, ctx) => (unit ? `${ctx.format.number(value)} ${unit}` : ctx.format.number(value)),
  csvValue: (value, ctx) => ctx.file.number(value),
  input: control,
  filter: control,
  parse: typed => (/^-?\d{1,15}$/.test(typed.trim()) ? Number(typed) : typed),
})
