/** A definition with the fields that a tenant has added: they are offered wherever the release's own are. */
import { z } from 'zod'
import { MOST_TAGS, type CustomField } from '../../../backend/platform/contract/custom-values'
import { groupBy } from '../../../backend/platform/contract/group-by'
import { customField } from '../fields/custom'
import { customName } from '../address/custom-name'
import type { Resource } from './resource'

/** Whether records of this kind have them: their contract says so. */
export const hasCustomFields = ({ contract }: Resource): boolean =>
  Object.hasOwn(contract.row.shape, 'custom')

export function withCustomFields(resource: Resource, custom: readonly CustomField[] | undefined): Resource {
  if (!custom || !hasCustomFields(resource)) return resource
  if (custom.length === 0) return { ...resource, custom }
  const byKey = groupBy(custom, ({ key }) => key)
  const names = (fields: readonly CustomField[]) => [...new Set(fields.map(({ key }) => customName(key)))]
  const used = names(custom.filter(({ archived }) => !archived))
  const { list, detail, form } = resource
  return {
    ...resource,
    custom,
    fields: {
      ...resource.fields,
      ...Object.fromEntries(
        [...byKey].map(([key, fields]) => {
          const alive = fields.filter(({ archived }) => !archived)
          return [customName(key), customField(alive.length > 0 ? alive : fields)]
        }),
      ),
    },
    list: { ...list, more: [...list.more, ...used], filters: [...list.filters, ...used] },
    detail: {
      ...detail,
      // An archived field is shown where it still has a value.
      sections: { ...detail.sections, custom: names(custom) },
      optional: [...detail.optional, ...names(custom).filter(name => !used.includes(name))],
    },
    ...(form && { form: { ...form, sections: { ...form.sections, custom: used } } }),
  }
}

/** What a form takes of one: whether a value fits its field, the backend says. */
export const customShape = (names: readonly string[]): Record<string, z.ZodType> =>
  Object.fromEntries(names.map(name => [name, shape]))

const shape = z
  .union([z.string().max(500), z.array(z.string()).max(10 * MOST_TAGS)])
  .nullish()
  .transform(value => value ?? null)
