import { inputControl } from './control'
import type { Field } from './field'
import { text } from './text'

/** An id, a serial, an address: monospace, copyable whole. */
export const mono = (): Field<string> => ({
  ...text(),
  kind: 'mono',
  mono: true,
  input: props => inputControl(props, { mono: true }),
  filter: props => inputControl(props, { mono: true }),
})
