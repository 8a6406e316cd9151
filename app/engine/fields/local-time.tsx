import { inputControl } from './control'
import type { Field } from './field'

/** A wall-clock time; its zone is in a column of its own or is that of the place. */
export const localTime = (): Field<string> => ({
  kind: 'local-time',
  cell: value => value,
  csvValue: value => value,
  input: props =>
    inputControl({ ...props, minLength: undefined, maxLength: undefined }, { type: 'datetime-local' }),
})
