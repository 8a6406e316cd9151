/**
 * Fields of entities some of which have names of the product's own: what they are called is put into words for each
 * reader.
 */
import type { Reference } from '../../../backend/platform/contract/primitives'
import type { Translate } from '../../i18n/locales'
import type { ControlProps, Field, Options, RenderContext } from './field'
import { text } from './text'

export type NameOf = (entity: Reference, t: Translate) => string

/** The entity's own name, in its list and on its page. */
export const ownName = (nameOf: NameOf): Field<string> => ({
  ...text(),
  reads: ['_id'],
  cell: (name, { t }, row) => nameOf({ _id: String(row?._id), name }, t),
  csvValue: (name, { t }, row) => nameOf({ _id: String(row._id), name }, t),
})

/** A field that refers to one of them, or is a filter for one. */
export const calledOne = (field: Field<Reference>, nameOf: NameOf): Field<Reference> =>
  around(field, nameOf, (one, called) => called(one))

/** A field that refers to several of them. */
export const calledEach = (field: Field<readonly Reference[]>, nameOf: NameOf): Field<readonly Reference[]> =>
  around(field, nameOf, (all, called) => all.map(called))

function around<Value>(
  field: Field<Value>,
  nameOf: NameOf,
  each: (value: Value, called: (entity: Reference) => Reference) => Value,
): Field<Value> {
  const { input, filter, chip } = field
  const inWords = (value: Value, t: Translate) =>
    each(value, entity => ({ ...entity, name: nameOf(entity, t) }))
  const options = (found: Options | undefined, t: Translate) =>
    found && {
      ...found,
      list: found.list.map(({ value, label }) => ({ value, label: nameOf({ _id: value, name: label }, t) })),
    }
  const control = (face: NonNullable<Field<Value>['input']>) => (props: ControlProps, ctx: RenderContext) =>
    face({ ...props, options: options(props.options, ctx.t) }, ctx)
  return {
    ...field,
    cell: (value, ctx, row) => field.cell(inWords(value, ctx.t), ctx, row),
    csvValue: (value, ctx, row) => field.csvValue(inWords(value, ctx.t), ctx, row),
    ...(input && { input: control(input) }),
    ...(filter && { filter: control(filter) }),
    ...(chip && { chip: (typed, ctx, found) => chip(typed, ctx, options(found, ctx.t)) }),
  }
}
