import { selectControl } from './control'
import type { RenderContext, Field } from './field'

/** Mostly one of these values, each with its words; another one is shown as it came. */
export const openChoice = (values: readonly string[]): Field<string> => {
  const words = (value: string, { t, entity, field }: RenderContext) =>
    values.includes(value) ? t(`${entity}:${field}.${value}`) : value
  return {
    kind: 'open-choice',
    values,
    cell: words,
    csvValue: words,
    chip: words,
    offered: ctx => values.map(value => ({ value, label: words(value, ctx) })),
    filter: (props, ctx) =>
      selectControl(
        props,
        [...new Set([...values, ...(props.typed ? [props.typed] : [])])].map(value => ({
          value,
          label: words(value, ctx),
        })),
        ctx.t('engine:filter.any'),
      ),
  }
}
