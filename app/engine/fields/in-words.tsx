import { text } from './text'
import type { Field, RenderContext } from './field'

/** A column that says another field of the row in words. */
export const inWords = (
  from: string,
  words: (value: string, ctx: RenderContext) => string,
): Field<string> => ({
  ...text(),
  from,
  // Of several words: it takes two lines before a column leaves the window.
  cell: (value, ctx) => <span className="words">{words(value, ctx)}</span>,
  csvValue: words,
})
