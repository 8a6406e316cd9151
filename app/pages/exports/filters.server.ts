/** What an export is narrowed by, for its pages: names of what was chosen, looked up as on the list itself. */
import type { Resource } from '../../engine/define-resource'
import type { Options } from '../../engine/fields/field'
import type { ListQuery } from '../../engine/list-query'
import { filterOptions } from '../../engine/lookup.server'
import type { Asked } from '../../engine/resource-at.server'

export const chosenOptions = (asked: Asked, resource: Resource, query: ListQuery): Promise<Record<string, Options>> =>
  filterOptions(asked, resource, Object.entries(query.filters).map(([field, ids]) => ({ field, ids, find: '' })))
