import { textAreaControl } from './control'
import type { Field } from './field'
import { text } from './text'

/** In a table it takes a second line before another column leaves the window. */
export const sentence = (value: string) => <span className="words">{value}</span>

/** Several lines: reasons, notes. */
export const longText = (): Field<string> => ({
  ...text(),
  kind: 'long-text',
  cell: sentence,
  input: textAreaControl,
})
