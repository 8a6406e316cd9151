import { textAreaControl } from './control'
import type { Field } from './field'

/** Several short texts, one a line; commas and semicolons separate them too, because that is how such lists are pasted. */
export const lines = (): Field<readonly string[]> => ({
  kind: 'lines',
  mono: true,
  cell: value => (value.length === 0 ? '–' : value.join(', ')),
  csvValue: value => value.join('; '),
  // A limit of the list's length is none of the text's.
  input: props => textAreaControl({ ...props, minLength: undefined, maxLength: undefined }),
  parse: typed => typed.split(/[\s,;]+/).filter(Boolean),
  typed: value => value.join('\n'),
})
