import { permissionCatalogue } from '../../../backend/platform/contract/permissions'
import type { ControlProps, Field, RenderContext } from '../../engine/fields/field'
import { permissionWords } from '../../i18n/permission-words'
import { Check } from '../../ui/field'

const namesIn = (typed: string) => typed.split(',').filter(Boolean)
const entityOf = (name: string) => name.split('::')[0] ?? name

const entities = [...new Set(permissionCatalogue.map(entityOf))]
const byEntity = (names: readonly string[]) =>
  entities
    .map(entity => ({ entity, names: names.filter(name => entityOf(name) === entity) }))
    .filter(group => group.names.length > 0)

/** Permissions of a role: grouped by what they are about, in words, with the specification's name behind each. */
export const permissionChoices = (): Field<readonly string[]> => ({
  kind: 'permissions',
  group: true,
  cell: (held, ctx) => (
    <ul className="columned list-none">
      {byEntity(held).map(({ entity, names }) => (
        <li key={entity} className="mb-2">
          <strong>{ctx.t(`permissions:entities.${entity}`)}:</strong>{' '}
          {names.map(name => permissionWords(name, ctx.t).verb).join(', ')}
        </li>
      ))}
    </ul>
  ),
  csvValue: held => held.join('; '),
  input: ticks,
  read: (form, name) => {
    const sent = new Set(form.getAll(name))
    return permissionCatalogue.filter(one => sent.has(one)).join(',')
  },
  parse: namesIn,
  typed: held => held.join(','),
})

function ticks(props: ControlProps, ctx: RenderContext) {
  const held = new Set(namesIn(props.typed))
  return (
    <div className="columned">
      {byEntity(permissionCatalogue).map(({ entity, names }) => (
        <fieldset key={entity} className="mb-2">
          <legend className="text-sm">{ctx.t(`permissions:entities.${entity}`)}</legend>
          {names.map(name => (
            <Check
              key={name}
              name={props.name}
              value={name}
              defaultChecked={held.has(name)}
              label={permissionWords(name, ctx.t).verb}
            />
          ))}
        </fieldset>
      ))}
    </div>
  )
}
