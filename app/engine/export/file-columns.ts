/** Columns of a file. It stands alone, so what the page says beside its table (zones) stands in it, what a subject's page leaves out as well, and each value that a page's column draws together. */
import type { Resource } from '../define-resource'
import { offeredColumns } from '../list/columns'
import { readsOf, sourceOf } from '../render-context'

export const fileColumns = ({ fields }: Pick<Resource, 'fields'>, chosen: readonly string[]): string[] => [
  ...new Set(chosen.flatMap(name => [name, ...(fields[name]?.inFile ?? [])])),
]

/** The same as the backend names them, for a list that it writes down by itself. */
export const wireColumns = (resource: Resource, chosen: readonly string[]): string[] =>
  fileColumns(resource, chosen).filter(name => Object.hasOwn(resource.contract.row.shape, name))

/**
 * Of a kept file only the wire's fields are known: the columns that they make, in the stream's order. What a cell looks at beside its own value may be
 * more by now than when the file was ordered; a column that is drawn from the whole row needs all of it.
 */
export function columnsMadeOf(resource: Resource, kept: readonly string[]): string[] {
  const offered = fileColumns(resource, offeredColumns(resource))
  const needs = (name: string) =>
    resource.fields[name]?.whole ? readsOf(resource, [name]) : [sourceOf(resource, name)]
  return offered.filter(name => needs(name).every(field => kept.includes(field)))
}
