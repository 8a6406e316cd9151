import { inputControl } from './control'
import type { Field } from './field'

/** A short line. */
export const text = (): Field<string> => ({
  kind: 'text',
  cell: value => value,
  csvValue: value => value,
  input: props => inputControl(props),
  filter: props => inputControl(props),
})
