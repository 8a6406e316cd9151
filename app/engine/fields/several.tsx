import type { Reference } from '../../../backend/platform/contract/primitives'
import { pathOf, type ResourceName } from '../../addresses/names'
import { Check } from '../../ui/field'
import { findControl } from './control'
import type { ControlProps, RenderContext, Field, Option } from './field'

/** Of more than these a cell says how many. */
const NAMED = 20

/** Several records of another entity, by name: ticked where they were found. */
export const several = (target: ResourceName): Field<readonly Reference[]> => ({
  kind: 'several',
  target,
  cell: (value, ctx) =>
    value.length === 0 ? (
      '–'
    ) : (
      <>
        {value.slice(0, NAMED).map(({ _id, name }, index) => (
          <span key={_id}>
            {index > 0 ? ', ' : null}
            {ctx.opens?.(target) ? (
              <a className="link" href={`${pathOf(target)}/${_id}`}>
                {name}
              </a>
            ) : (
              name
            )}
          </span>
        ))}
        {value.length > NAMED ? ` ${ctx.t('engine:several.more', { count: value.length - NAMED })}` : null}
      </>
    ),
  csvValue: value => value.map(one => one.name).join('; '),
  input: ticks,
  chip: (typed, ctx, options) => {
    const names = idsIn(typed).map(id => options?.list.find(option => option.value === id)?.label ?? id)
    const more = names.length - NAMED
    return (
      names.slice(0, NAMED).join(', ') + (more > 0 ? ` ${ctx.t('engine:several.more', { count: more })}` : '')
    )
  },
  // In the order of the ids, so that the same choice is the same text however it was made.
  read: (form, name) =>
    form
      .getAll(name)
      .filter(id => typeof id === 'string')
      .sort()
      .join(','),
  parse: idsIn,
  typed: value =>
    value
      .map(one => one._id)
      .sort()
      .join(','),
})

const idsIn = (typed: string) => typed.split(',').filter(Boolean)

/** What is chosen stays ticked through every search; the search is a submit, so all of it works without JavaScript. */
function ticks(props: ControlProps, ctx: RenderContext) {
  const { list, searchable, find } = props.options ?? { list: [], searchable: false, find: '' }
  const ids = new Set(idsIn(props.typed))
  const known = new Set(list.map(option => option.value))
  // A value that cannot be looked up (archived, say) stays until somebody takes it out.
  const chosen = [
    ...list.filter(option => ids.has(option.value)),
    ...[...ids].filter(id => !known.has(id)).map((id): Option => ({ value: id, label: id })),
  ]
  const others = find === '' && searchable ? [] : list.filter(option => !ids.has(option.value))
  const box = ({ value, label }: Option) => (
    <Check key={value} name={props.name} value={value} defaultChecked={ids.has(value)} label={label} />
  )
  return (
    <>
      {findControl(props, ctx, {
        id: props.id,
        'aria-describedby': props.describedBy,
        'aria-invalid': props.invalid || undefined,
      })}
      {chosen.length > 0 ? (
        <div className="ticks" role="group" tabIndex={0} aria-label={ctx.t('engine:several.chosen')}>
          <p>{ctx.t('engine:several.chosen')}</p>
          {chosen.map(box)}
        </div>
      ) : null}
      {others.length > 0 ? (
        <div className="ticks" role="group" tabIndex={0} aria-label={ctx.t('engine:several.others')}>
          <p>{ctx.t('engine:several.others')}</p>
          {others.map(box)}
        </div>
      ) : null}
      {find !== '' && list.every(option => ids.has(option.value)) ? (
        <p>{ctx.t('engine:several.none', { find })}</p>
      ) : null}
    </>
  )
}
