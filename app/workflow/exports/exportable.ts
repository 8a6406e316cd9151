/**
 * A list that can be exported: what its order page, its export's page and its file know of it, all from its definition.
 * What only a loader does with it is in `exportable.server.ts`.
 */
import { fieldLabel } from '../../engine/render/labels'
import { hrefOf } from '../../engine/address/list-query'
import { storedColumns } from '../../engine/export/file-columns'
import { filterWords } from '../../engine/components/filter-bar'
import { streamExportable } from './stream-export'
import type { Exportable } from './exportable-list'
import type { Resource } from '../../engine/definition/resource'

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
  labels: (t, fields, shown) =>
    storedColumns(resource, fields, shown).map(field => fieldLabel(t, resource.name, field, resource.fields)),
})
