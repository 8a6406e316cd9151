/** The tenant, location or slot that a list is narrowed to, by name: its last breadcrumb (ruling 35). */
import type { Options } from '../fields/field'
import type { ListQuery } from '../address/list-query'
import type { Resource } from '../definition/resource'

/** The nearest first: a slot's list says the slot, not its location as well. */
const nearest = ['slots', 'locations', 'tenants']

/** Undefined: narrowed to none of them, to several, or to one whose name could not be read. */
export function narrowedTo(
  { fields }: Pick<Resource, 'fields'>,
  { filters }: ListQuery,
  options: Readonly<Record<string, Options>>,
): string | undefined {
  for (const target of nearest) {
    for (const [name, [id, ...others]] of Object.entries(filters)) {
      if (fields[name]?.target !== target || others.length > 0) continue
      const found = options[name]?.list.find(({ value }) => value === id)
      if (found) return found.label
    }
  }
  return undefined
}
