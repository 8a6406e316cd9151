/**
 * A list that can be exported: what its order page, its export's page and its file know of it, all from its definition.
 * What only a loader does with it is in `exportable.server.ts`.
 */
import type { PermissionRule } from '../../../backend/platform/contract/permissions'
import type { Shell } from '../../console/shell-context'
import type { Resource } from '../../engine/define-resource'
import type { Options } from '../../engine/fields/field'
import { fieldLabel } from '../../engine/labels'
import { hrefOf, type ListQuery, type ListSpec } from '../../engine/list/list-query'
import { filterWords } from '../../engine/list/filter-bar'
import type { Translate } from '../../i18n/locales'
import { streamExportable } from './stream-export'

export interface Exportable {
  /** As exports keep it: `page`. */
  name: string
  /** `family/many`, as the backend names it. */
  list: string
  permission: PermissionRule
  /** All that the address of its export can say. */
  spec: ListSpec
  /** What its own page's address can say, where that is less: the rest stands in the path. */
  addressSpec?: ListSpec
  resource: Resource
  title(t: Translate): string
  /** The list's address, or that of a page below it: `/export`. */
  href(query: ListQuery, below?: '/export' | '/export.csv'): string
  /** Whose names its words need: the fields of an entity that refer to them. */
  lookups(query: ListQuery): readonly { resource: Resource; field: string; ids: string[] }[]
  /** What it is narrowed by, beside the period. */
  words(shell: Shell, query: ListQuery, options: Record<string, Options>): string[]
  /** The file's columns, as far as these fields of its rows make them; `shown`: as its export keeps it. */
  labels(t: Translate, fields: readonly string[], shown: readonly string[] | null): string[]
}

/** By what it is: a list of records, or a stream of a subject's rows. */
export const exportableOf = (resource: Resource): Exportable =>
  resource.stream ? streamExportable(resource) : listExportable(resource)

const listExportable = (resource: Resource): Exportable => ({
  name: resource.name,
  list: `${resource.contract.family}/${resource.contract.many}`,
  permission: resource.exportPermission,
  spec: resource.list,
  resource,
  title: t => t(`${resource.name}:title`),
  href: (query, below) => hrefOf(`${resource.path}${below ?? ''}`, query, resource.list),
  lookups: query => Object.entries(query.filters).map(([field, ids]) => ({ resource, field, ids })),
  words: (shell, query, options) =>
    filterWords(shell, { resource, query, options })
      .filter(chip => chip.key !== 'period')
      .map(chip => chip.words),
  labels: (t, fields) =>
    fields.filter(field => resource.fields[field]).map(field => fieldLabel(t, resource.name, field)),
})
