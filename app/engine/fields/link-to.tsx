import type { NamedReference, Reference } from '../../../backend/platform/contract/primitives'
import { pathOf, type ResourceName } from '../../addresses/names'
import { findControl, selectControl } from './control'
import type { ControlProps, RenderContext, Field } from './field'

/**
 * Another entity, by name: a link for those who may open its page. Options come from its own list endpoint, so nobody
 * can choose what they may not see.
 */
export const linkTo = (target: ResourceName): Field<Reference> => ({
  kind: 'link-to',
  target,
  cell: (value, { opens }) =>
    opens?.(target) ? <a href={`${pathOf(target)}/${value._id}`}>{value.name}</a> : <>{value.name}</>,
  csvValue: value => value.name,
  input: (props, ctx) =>
    referenceControl(props, ctx, props.required ? ctx.t('engine:form.choose') : ctx.t('engine:form.none')),
  filter: (props, ctx) => referenceControl({ ...props, required: false }, ctx, ctx.t('engine:filter.any')),
  chip: (typed, _face, options) => options?.list.find(option => option.value === typed)?.label ?? typed,
  typed: value => value._id,
})

/**
 * Another entity by its name: a link where there is such an entry, text where there is none. Audit entries from before
 * there were entries hold the name alone.
 */
export const namedLink = (target: ResourceName): Field<NamedReference> => {
  const link = linkTo(target)
  const nameOf = (value: NamedReference | string) => (typeof value === 'string' ? value : value.name)
  return {
    kind: 'named-link',
    target,
    input: link.input,
    filter: link.filter,
    chip: link.chip,
    cell: (value, ctx) =>
      value._id ? link.cell({ _id: value._id, name: value.name }, ctx) : <>{nameOf(value)}</>,
    csvValue: nameOf,
    typed: value => value._id ?? nameOf(value),
  }
}

/**
 * Among rows a name alone. A link in each of fifty rows is fifty elements more for the browser to style, and few go
 * there from here: the row's own page has the link.
 */
export const linkedOnPage = <Value extends Reference | NamedReference>(
  field: Field<Value>,
): Field<Value> => ({
  ...field,
  cell: (value, ctx, row) => (ctx.inRows ? <>{value.name}</> : field.cell(value, ctx, row)),
})

/** As a filter: rows that are members of it. One to choose from is a choice already. */
export const memberOf = (target: ResourceName): Field<Reference> => ({ ...linkTo(target), lone: true })

/** As a filter: one or several. What is chosen stays while another one is added; its chips take it away. */
export const anyOf = (target: ResourceName): Field<Reference> => ({
  ...linkTo(target),
  filter: (props, ctx) => {
    const { chosen = [], options } = props
    const others = options && {
      ...options,
      list: options.list.filter(({ value }) => !chosen.includes(value)),
    }
    return (
      <>
        {chosen.map(value => (
          <input key={value} type="hidden" name={props.name} value={value} />
        ))}
        {referenceControl(
          { ...props, typed: '', required: false, ...(others && { options: others }) },
          ctx,
          ctx.t(chosen.length > 0 ? 'engine:filter.one_more' : 'engine:filter.any'),
        )}
      </>
    )
  },
})

/**
 * A select; a search field narrows its options down where there are too many (a submit, so it works without
 * JavaScript).
 */
function referenceControl(props: ControlProps, ctx: RenderContext, empty: string) {
  const { list, searchable } = props.options ?? { list: [], searchable: false }
  const select = selectControl(props, list, empty)
  if (!searchable) return select
  return (
    <span className="find-one">
      {findControl(props, ctx, {
        'aria-label': ctx.t('engine:form.find_in', { field: ctx.t(`${ctx.entity}:fields.${ctx.field}`) }),
      })}
      {select}
    </span>
  )
}
