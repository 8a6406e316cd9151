import { textAreaControl } from './control'
import type { Field } from './field'

const ofSeveral = (between: RegExp, joined: string): Field<readonly string[]> => ({
  kind: 'lines',
  mono: true,
  cell: value => (value.length === 0 ? '–' : value.join(joined)),
  csvValue: value => value.join('; '),
  // A limit of the list's length is none of the text's.
  input: props => textAreaControl({ ...props, minLength: undefined, maxLength: undefined }),
  parse: typed =>
    typed
      .split(between)
      .map(one => one.trim())
      .filter(Boolean),
  typed: value => value.join('\n'),
})

/**
 * Several short texts, one a line; blanks, commas and semicolons separate them too, because that is how such lists are
 * pasted.
 */
export const lines = () => ofSeveral(/[\s,;]+/, ', ')

/** Several texts with blanks and commas in them: one a line, and no other way. */
export const wholeLines = () => ofSeveral(/[\r\n]+/, '; ')
