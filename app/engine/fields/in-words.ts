import { text } from './text'
import type { Field, RenderContext } from './field'

/** Another field of the row in words: a column beside it. */
export const inWords = (
  from: string,
  words: (value: string, ctx: RenderContext) => string,
): Field<string> => ({
  ...text(),
  from,
  cell: words,
  csvValue: words,
})
