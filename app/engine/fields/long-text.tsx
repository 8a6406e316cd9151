import { textAreaControl } from './control'
import type { Field } from './field'
import { text } from './text'

/** Several lines: reasons, notes. */
export const longText = (): Field<string> => ({
  ...text(),
  kind: 'long-text',
  cell: value => <span className="whitespace-pre-line">{value}</span>,
  input: textAreaControl,
})
