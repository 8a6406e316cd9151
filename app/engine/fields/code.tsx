import { emptyOption, selectControl } from './control'
import type { Field } from './field'

/** One of a few values that are the same in every language: protocols, currencies. */
export const code = <Value extends string>(values: readonly Value[]): Field<Value> => {
  const options = values.map(value => ({ value, label: value }))
  return {
    kind: 'code',
    cell: value => value,
    csvValue: value => value,
    input: (props, ctx) => selectControl(props, options, emptyOption(props, ctx)),
    offered: () => options,
    filter: (props, ctx) => selectControl(props, options, ctx.t('engine:filter.any')),
  }
}
