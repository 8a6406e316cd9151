/** Columns of a file. It stands alone, so what the page says beside its table (zones) stands in it, what a subject's page leaves out as well, and each value that a page's column draws together. */
import { offeredColumns } from '../list/columns'
import { readsOf, sourceOf } from '../render-context'
import type { Resource } from '../resource'

export const fileColumns = ({ fields }: Pick<Resource, 'fields'>, chosen: readonly string[]): string[] => [
  ...new Set(chosen.flatMap(name => [name, ...(fields[name]?.inFile ?? [])])),
]

/** The same as the backend names them, for a list that it writes down by itself. */
export const wireColumns = (resource: Resource, chosen: readonly string[]): string[] =>
  fileColumns(resource, chosen).filter(name => Object.hasOwn(resource.contract.row.shape, name))

/**
 * Of a kept file: the columns that were shown when it was ordered, as far as its fields still make them. What a cell looks at beside its own value may
 * be more by now than then; a column that is drawn from the whole row needs all of it. Of a file of an earlier release only the fields are known
 * (`shown` null): all columns that they make, in the stream's order.
 */
export function columnsMadeOf(
  resource: Resource,
  kept: readonly string[],
  shown: readonly string[] | null,
): string[] {
  const offered = shown ?? fileColumns(resource, offeredColumns(resource))
  const needs = (name: string) =>
    resource.fields[name]?.whole ? readsOf(resource, [name]) : [sourceOf(resource, name)]
  return offered.filter(name => needs(name).every(field => kept.includes(field)))
}
