import type { Field } from './field'

/** On a list, a press on the value shows its rows alone: the filter has the field's name. */
export const narrowing = (field: Field<string>): Field<string> => ({
  ...field,
  cell: (value, ctx, row) =>
    ctx.narrow ? <a href={ctx.narrow(ctx.field, value)}>{value}</a> : field.cell(value, ctx, row),
})
