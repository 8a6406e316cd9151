/** Translates a slot's answer to an order. */
import type { Field } from '../../engine/fields/field'
import { text } from '../../engine/fields'
import type { Translate } from '../../i18n/locales'

/** Slots answer by name or by SAS code; one without a word of its own is named as the maker's. */
export const codeWord = (t: Translate, code: string) =>
  t([`control:codes.${code}`, 'control:codes.other'], { code })

/** As a record's field. */
export const answerCode = (): Field<string> => ({
  ...text(),
  cell: (code, ctx) => codeWord(ctx.t, code),
  csvValue: (code, ctx) => codeWord(ctx.t, code),
})
