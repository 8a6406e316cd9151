/**
 * A definition: how an entity's contract reads. Immutable data, at most predicates over a row. Misspelt names do not
 * compile.
 */
import type { z } from 'zod'
import type { Contract } from '../../../backend/platform/contract/contract'
import { exportPermission } from '../../../backend/platform/contract/export-permission'
import type { Format } from '../../i18n/format'
import type { Translate } from '../../i18n/locales'
import { pathOf, type ResourceName } from '../../addresses/names'
import { periodOf } from './active-period'
import type { SidePanel, DetailLink, Notice, RecordPages } from './side-panel'
import { isCustomName } from '../address/custom-name'
import { archived } from '../fields/archived'
import { contractField } from '../fields/contract-field'
import type { AnyField } from '../fields/field'
import { listSlots, type ListSlots } from './list-slots'
import { computedFields, type Computed } from '../fields/computed'
import type { Definition, FormPreview, Preview, Related } from './resource-definition'
import type { ResourceAction, Resource } from './resource'
import type { Row } from './row'

export function defineResource<
  R extends z.ZodObject,
  Input extends z.ZodObject,
  Filters extends z.ZodObject,
  Sort extends string,
  Actions extends Contract['actions'],
  Own extends string = never,
>(
  name: ResourceName,
  contract: Contract<R, Input, Filters, Sort, Actions>,
  definition: Definition<z.output<R>, Input, Filters, Sort, Actions, Own>,
): Resource {
  // The only place where types are let go of: from here on a row is a record, and what may be named was checked by the
  // signature above.
  const loose = definition as unknown as LooseDefinition
  const plain = contract as unknown as Contract
  const own = { ...contractFields(plain, loose), ...loose.fields }
  const fields: Record<string, AnyField> = {
    archived: archived() as unknown as AnyField,
    ...own,
    ...computedFields(own, loose.computed),
  }
  const without = namesIn(loose).filter(field => !fields[field])
  if (without.length > 0) throw new Error(`resource ${name}: no kind for ${[...new Set(without)].join(', ')}`)
  return {
    name,
    contract: plain,
    fields,
    path: pathOf(name),
    title: loose.title,
    state: loose.state,
    named: loose.named,
    under: loose.under,
    rowHref: loose.rowHref,
    listRule: plain.permissions.list,
    fixed: {},
    rowsOf: loose.rowsOf,
    rowPath: pathOf(loose.rowsOf ?? name),
    rowPage: loose.rowsAt ?? '',
    list: {
      columns: loose.list.columns,
      more: loose.list.more ?? [],
      summary: summaryOf(loose),
      filters: [...(loose.list.filters ?? []), ...(loose.list.quiet ?? [])],
      quiet: loose.list.quiet ?? [],
      sum: loose.list.sum,
      sort: loose.list.sort ?? '-id',
      sortKeys: plain.sort,
      custom: Object.hasOwn(plain.filters.shape, 'custom'),
      accepts: (filter, text) => accepts(plain, fields, filter, text),
      ...periodOf(name, plain, loose.list.period),
      links: loose.list.links ?? [],
      selected: loose.list.selected ?? [],
      tabs: loose.list.tabs ?? [],
      ...listSlots(loose.list),
    },
    detail: {
      sections: loose.detail.sections,
      long: loose.detail.long ?? [],
      optional: loose.detail.optional ?? [],
      related: loose.detail.related ?? [],
      tabs: loose.detail.tabs ?? false,
      presence: loose.detail.presence,
      notice: loose.detail.notice,
      lead: loose.detail.lead,
      trail: loose.detail.trail ?? true,
      activity: loose.detail.activity ?? [],
      links: loose.detail.links ?? [],
      pages: loose.detail.pages ?? {},
    },
    preview: loose.preview ?? { columns: summaryOf(loose) },
    form: loose.form,
    actions: [...commandsOf(plain, loose), ...archiving(plain)],
    exportPermission: exportPermission(plain),
  }
}

const summaryOf = ({ title, list }: LooseDefinition) =>
  list.summary ?? list.columns.filter(column => column !== title).slice(0, 3)

interface LooseDefinition {
  title: string
  state?: string
  rowsOf?: ResourceName
  rowsAt?: string
  under?: string
  named?: (row: Row, t: Translate, day: Format['gamingDay']) => string
  rowHref?: (row: Row) => string | null
  fields?: Record<string, AnyField>
  computed?: Record<string, Computed<Row>>
  list: Partial<ListSlots> & {
    columns: string[]
    more?: string[]
    summary?: string[]
    filters?: string[]
    quiet?: string[]
    sum?: string
    sort?: string
    period?: string
    links?: DetailLink[]
    selected?: DetailLink[]
    tabs?: DetailLink[]
  }
  detail: {
    sections: Record<string, string[]>
    long?: string[]
    optional?: string[]
    related?: Related[]
    tabs?: true
    presence?: 'tenant' | 'location' | 'slot' | 'smib'
    notice?: Notice<Row>
    lead?: Notice<Row>
    trail?: false
    activity?: SidePanel[]
    links?: DetailLink[]
    pages?: RecordPages
  }
  preview?: Preview<Row>
  form?: { sections: Record<string, string[]>; when?: (row: Row) => boolean; preview?: FormPreview }
  actions?: Record<
    string,
    Partial<
      Pick<
        ResourceAction,
        | 'tone'
        | 'bulk'
        | 'when'
        | 'why'
        | 'notes'
        | 'leavable'
        | 'change'
        | 'job'
        | 'showsRecord'
        | 'edits'
        | 'fields'
      >
    >
  >
}

/** The compiler knows that a name exists; that it also has a kind is checked when the program starts. */
const namesIn = ({ title, state, list, detail, preview, form }: LooseDefinition): string[] => [
  title,
  ...(state ? [state] : []),
  ...list.columns,
  ...(list.more ?? []),
  ...(list.summary ?? []),
  ...(preview?.columns ?? []),
  ...(list.filters ?? []),
  ...(list.quiet ?? []),
  ...Object.values(detail.sections).flat(),
  ...Object.values(form?.sections ?? {}).flat(),
]

/** What the definition names and says no kind of is shown as the contract has it. */
function contractFields({ row, filters, input }: Contract, definition: LooseDefinition) {
  const own = { ...definition.fields, ...definition.computed, archived: true }
  return Object.fromEntries(
    namesIn(definition).flatMap(name => {
      if (name in own) return []
      const member = row.shape[name] ?? filters.shape[name] ?? input.shape[name]
      const field = contractField(name, member)
      return field ? [[name, field]] : []
    }),
  )
}

/** A filter's text, as the wire wants it. */
export const wireValue = (fields: Resource['fields'], filter: string, text: string) => {
  const value = fields[filter]?.parse?.(text, { locale: 'en' }) ?? text
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return isCustomName(filter) && typeof value === 'string' ? value : text
}

export const accepts = (contract: Contract, fields: Resource['fields'], filter: string, text: string) =>
  text.length <= 500 &&
  (contract.filters.shape[filter] as z.ZodType | undefined)?.safeParse(wireValue(fields, filter, text))
    .success === true

const commandsOf = (contract: Contract, definition: LooseDefinition): ResourceAction[] =>
  Object.entries(contract.actions).map(([name, action]) => {
    const {
      tone,
      bulk = false,
      when = () => true,
      why,
      notes,
      leavable,
      change,
      job,
      showsRecord,
      edits,
      fields = {},
    } = definition.actions?.[name] ?? {}
    return {
      name,
      permission: action.permission,
      tone,
      bulk,
      when: row => row.archived_at == null && when(row),
      why,
      notes,
      leavable,
      change,
      job,
      showsRecord,
      edits,
      contract: action,
      fields,
    }
  })

/** The contract's own commands, last in every menu. */
function archiving({ permissions: { archive, unarchive } }: Contract): ResourceAction[] {
  const actions: ResourceAction[] = []
  if (unarchive)
    actions.push({
      name: 'unarchive',
      permission: unarchive,
      bulk: true,
      when: row => row.archived_at != null,
      fields: {},
    })
  if (archive)
    actions.push({
      name: 'archive',
      permission: archive,
      tone: 'danger',
      bulk: true,
      when: row => row.archived_at == null,
      fields: {},
    })
  return actions
}
