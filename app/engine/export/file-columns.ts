/**
 * A file is read without its page, so its columns include what the page says outside its table (zones), what
 * a subject's page leaves out, and each value that a page's column draws together.
 */
import { offeredColumns } from '../definition/columns'
import { readsOf, sourceOf } from '../render/render-context'
import type { Resource } from '../definition/resource'

export const fileColumns = ({ fields }: Pick<Resource, 'fields'>, chosen: readonly string[]): string[] => [
  ...new Set(chosen.flatMap(name => [name, ...(fields[name]?.inFile ?? [])])),
]

/** What their cells read, as the backend names it, for a list that it writes down by itself. */
export const wireColumns = (resource: Resource, columns: readonly string[]): string[] =>
  readsOf(resource, columns).filter(name => Object.hasOwn(resource.contract.row.shape, name))

/** The columns of a list's stored file. One of an earlier release names only the wire's fields (`shown` null). */
export const storedColumns = (
  resource: Resource,
  fields: readonly string[],
  shown: readonly string[] | null,
): string[] =>
  shown
    ? shown.filter(name => {
        const needed = wireColumns(resource, [name])
        return needed.length > 0 && needed.every(field => fields.includes(field))
      })
    : fields.filter(name => resource.fields[name])

/**
 * The columns that were shown when a stored file was ordered, as far as its fields still make them. A cell
 * may by now read further fields next to its own value; a column that is drawn from the whole row needs all
 * of them. A file of an earlier release names only its fields (`shown` null) and gets every column that they
 * make, in the stream's order.
 */
export function columnsMadeOf(
  resource: Resource,
  fields: readonly string[],
  shown: readonly string[] | null,
): string[] {
  const offered = shown ?? fileColumns(resource, offeredColumns(resource))
  const needs = (name: string) =>
    resource.fields[name]?.whole ? readsOf(resource, [name]) : [sourceOf(resource, name)]
  return offered.filter(name => needs(name).every(field => fields.includes(field)))
}
