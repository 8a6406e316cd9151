/** A stream as a list that can be exported: its export's address keeps whose rows they are as `type` and `id`. */
import { id } from '../../../backend/platform/contract/primitives'
import type { StreamSubject } from '../../../backend/platform/contract/stream'
import { below } from '../../engine/export/file-links'
import type { Options } from '../../engine/fields/field'
import { fieldLabel } from '../../engine/render/labels'
import { filterWords } from '../../engine/components/filter-bar'
import { hrefOf, type ListQuery } from '../../engine/address/list-query'
import { columnsMadeOf } from '../../engine/export/file-columns'
import { resourceOf } from '../../engine/definition/subjects'
import type { Exportable } from './exportable-list'
import type { Resource } from '../../engine/definition/resource'

/** Whose rows an export's address means. */
export function subjectIn({
  filters: { type, id: whose },
}: Pick<ListQuery, 'filters'>): { type: StreamSubject; id: string } | null {
  const known = Object.keys(resourceOf) as StreamSubject[]
  return whose?.[0] ? { type: known.find(one => one === type?.[0]) ?? 'tenant', id: whose[0] } : null
}

/** What the stream itself is narrowed by, without its subject: a type alone is a filter of the streams that have it. */
export function withoutSubject({ list }: Pick<Resource, 'list'>, query: ListQuery): ListQuery {
  const { type, id: whose, ...filters } = query.filters
  const isFilter = type && !whose?.[0] && list.filters.includes('type')
  return { ...query, filters: isFilter ? { type, ...filters } : filters }
}

export const streamExportable = (resource: Resource): Exportable => ({
  name: resource.name,
  list: `${resource.contract.family}/${resource.contract.many}`,
  permission: resource.exportPermission,
  resource,
  spec: {
    ...resource.list,
    filters: ['type', ...resource.list.filters.filter(name => name !== 'type'), 'id'],
    accepts: (filter, text) =>
      filter === 'id'
        ? id.safeParse(text).success
        : filter === 'type'
          ? Object.hasOwn(resourceOf, text)
          : resource.list.accepts(filter, text),
  },
  addressSpec: resource.list,
  title: t => t(`${resource.name}:title`),
  href: (query, page) => {
    const subject = subjectIn(query)
    const path = subject
      ? `${resource.path}/${subject.id}${subject.type === 'tenant' ? '' : `?type=${subject.type}`}`
      : resource.path
    return hrefOf(page ? below(path, page) : path, withoutSubject(resource, query), resource.list)
  },
  lookups: query => {
    const subject = subjectIn(query)
    const named = Object.entries(withoutSubject(resource, query).filters).map(([field, ids]) => ({
      resource,
      field,
      ids,
    }))
    return subject ? [...named, { resource, field: subject.type, ids: [subject.id] }] : named
  },
  words: (shell, query, options) => {
    const subject = subjectIn(query)
    const whose = subject
      ? [`${fieldLabel(shell.t, resource.name, subject.type)}: ${nameIn(options[subject.type], subject.id)}`]
      : []
    return [
      ...whose,
      ...filterWords(shell, { resource, query: withoutSubject(resource, query), options })
        .filter(chip => chip.key !== 'period')
        .map(chip => chip.words),
    ]
  },
  labels: (t, fields, shown) =>
    columnsMadeOf(resource, fields, shown).map(field => fieldLabel(t, resource.name, field)),
})

const nameIn = (options: Options | undefined, one: string) =>
  options?.list.find(({ value }) => value === one)?.label ?? one
