/** Fields of a tenant's own, by what the backend says of them: their names are people's, not the release's. */
import {
  exactNumber,
  MAX_TAG,
  MAX_TEXT,
  MOST_TAGS,
  ownOf,
  typeableNumber,
  typedNumber,
  type CustomField,
  type CustomValue,
} from '../../../backend/platform/contract/custom-values'
import type { Locale } from '../../i18n/locales'
import { emptyOption, inputControl, selectControl } from './control'
import { decimalMark } from './decimal'
import type { AnyField, Field, RenderContext } from './field'
import { customKeyIn } from '../address/custom-name'

/** A record's values by their keys: each field finds its own in them. */
type Values = Readonly<Record<string, CustomValue>>
type Shown = Pick<RenderContext, 'format' | 'locale'>

/** One value: how it is read, typed and written. */
type One = Pick<Field<CustomValue>, 'numeric' | 'input' | 'filter' | 'offered' | 'parse' | 'typed'> & {
  words: (value: CustomValue, ctx: Shown) => string
}

/**
 * What several tenants call by one key is one column: of different kinds it is shown as text, and has no control of its
 * own.
 */
export function customField(fields: readonly CustomField[]): AnyField {
  const [first] = fields
  const isOfOneKind = fields.every(({ kind }) => kind === first?.kind)
  const choices = [...new Set(fields.flatMap(one => one.choices))]
  // The backend knows whose it is, and how many decimals that one takes.
  const decimals = Math.max(...fields.map(one => one.decimals))
  const one = first && isOfOneKind ? oneOf({ ...first, choices, decimals }) : text
  const valueIn = (values: Values, { field }: Pick<RenderContext, 'field'>) =>
    ownOf(values, customKeyIn(field) ?? '')
  const field: Field<Values> = {
    kind: `custom-${first?.kind ?? 'text'}`,
    label: [...new Set(fields.map(({ name }) => name))].join(' / '),
    from: 'custom',
    ...(one.numeric && { numeric: true }),
    cell: (values, ctx) => {
      const value = valueIn(values, ctx)
      return value === undefined ? '–' : one.words(value, ctx)
    },
    csvValue: (values, ctx) => {
      const value = valueIn(values, ctx)
      if (value === undefined) return ''
      if (one.numeric)
        return numberCell(String(value), ctx.file.kind === 'machine' ? '.' : decimalMark(ctx.locale))
      return first?.kind === 'date' && isOfOneKind ? ctx.file.day(String(value)) : [value].flat().join('; ')
    },
    input: one.input,
    filter: one.filter ?? (props => inputControl({ ...props, maxLength: MAX_TEXT })),
    ...(one.offered && { offered: one.offered }),
    chip: (typed, ctx) => (first?.kind === 'date' ? ctx.format.gamingDay(typed) : typed),
    ...(one.parse && { parse: one.parse }),
    ...(one.typed && { typed: one.typed as never }),
  }
  return field as unknown as AnyField
}

const text: One = {
  words: value => [value].flat().join(', '),
  input: props => inputControl({ ...props, maxLength: MAX_TEXT }),
}

function oneOf({ kind, decimals, choices }: CustomField): One {
  switch (kind) {
    case 'number':
      return {
        words: (value, { locale }) => numberWords(String(value), locale),
        numeric: true,
        input: props => inputControl({ ...props, maxLength: 24 }, { inputMode: 'decimal' }),
        parse: typed => numberSent(typed, decimals),
        typed: (value, { locale }) => typeableNumber(String(value)).replace('.', decimalMark(locale)),
      }
    case 'date':
      return {
        words: (value, { format }) => format.gamingDay(String(value)),
        input: props => inputControl(props, { type: 'date' }),
        // A year or a month as well.
        filter: props => inputControl({ ...props, maxLength: 10 }),
      }
    case 'choice': {
      const options = choices.map(value => ({ value, label: value }))
      return {
        ...text,
        input: (props, ctx) => selectControl(props, options, emptyOption(props, ctx)),
        filter: (props, ctx) => selectControl(props, options, ctx.t('engine:filter.any')),
        offered: () => options,
      }
    }
    case 'tags':
      return {
        ...text,
        input: props => inputControl({ ...props, maxLength: MOST_TAGS * (MAX_TAG + 2) }),
        filter: props => inputControl({ ...props, maxLength: MAX_TAG }),
        typed: value => [value].flat().join(', '),
        parse: typed => typed.split(/[,;]/).flatMap(one => one.trim() || []),
      }
    case 'text':
      return text
  }
}

const MINUS = '−'
/**
 * What is no number goes as it is, and is refused. So is what could be a thousand: to the backend a point is a
 * program's decimal mark, a comma says that somebody typed it.
 */
function numberSent(typed: string, decimals: number): string {
  const read = typedNumber(typed)
  if ('code' in read) return read.code === 'ambiguous_number' ? typed.replace('.', ',') : typed
  const exact = exactNumber(read.digits, decimals)
  return 'digits' in exact ? exact.digits : typed
}

const numberWords = (digits: string, locale: Locale) =>
  digits.replace('.', decimalMark(locale)).replace(/^-/, MINUS)

/** More digits than a spreadsheet's number holds stay text. Imports read the file as what people type. */
const numberCell = (digits: string, mark: string) => ({
  exact: typeableNumber(digits).replace('.', mark),
  ...(digits.replace(/\D/g, '').length <= 15 && { typed: Number(digits) }),
})
