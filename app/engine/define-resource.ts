/** A definition: how an entity's contract reads. Immutable data, at most predicates over a row. Misspelt names do not compile. */
import type { z } from 'zod'
import type { Contract } from '../../backend/contract/contract'
import type { Reference } from '../../backend/contract/primitives'
import { exportPermission } from '../../backend/contract/export-permission'
import type { PermissionRule } from '../../backend/contract/permissions'
import type { StreamSubject } from '../../backend/contract/stream'
import type { Translate } from '../i18n/locales'
import { pathOf, type ResourceName } from '../resources/names'
import { periodOf } from './period/active-period'
import type { Beside, Beyond, Notice } from './detail/side-panel'
import { archived } from './fields/archived'
import type { AnyField, Field } from './fields/field'
import type { ListSpec } from './list/list-query'
import { listSlots, type ListSlots, type OwnListSlots } from './list/list-slots'
import { computedFields, type Computed } from './fields/computed'
import type { About } from './list/sub-list'

export type Row = Record<string, unknown> & { _id: string; version?: number }

/** An object without fields has every key and none. */
type KeyOf<Z extends z.ZodObject> = string extends keyof z.output<Z> ? never : keyof z.output<Z> & string
type FieldsFor<R, Others extends string> = { readonly [K in keyof R & string]?: Field<NonNullable<R[K]>> } & {
  readonly [K in Exclude<Others, keyof R>]?:
    | AnyField
    | Field<string>
    | Field<number>
    | Field<boolean>
    | Field<Reference>
    // A choice of a filter that is no field of the row.
    | Field<never>
}

export interface ActionOptions<R, Input extends z.ZodObject> {
  /** Danger: last in the menu, and the cursor stands on the way back. */
  tone?: 'danger'
  /** Offered over a selection. */
  bulk?: boolean
  /** Rows it can be done to; the others are shown as skipped, with `<entity>:skipped.<action>`. */
  when?: (row: R) => boolean
  /** Of one of those, which `skipped.*` says why, where it is not the command's usual reason. */
  why?: (row: R) => string | undefined
  /** What one should know of a row first: `<entity>:notes.*`, told with how many it is true of. */
  notes?: (row: R) => readonly string[]
  /** The command's own fields. */
  fields?: { readonly [K in KeyOf<Input>]: AnyField | Field<string> | Field<number> | Field<boolean> }
}

/** Rows of another entity that belong to this one, as the other one's list shows them. */
export interface Related {
  resource: ResourceName
  /** The other list's filter that takes this row's id. */
  filter: string
  columns?: readonly string[]
}

interface Definition<
  R,
  Input extends z.ZodObject,
  Filters extends z.ZodObject,
  Sort extends string,
  Actions,
  Own extends string,
> {
  /** The field that names a row: title, first column, options of a reference. */
  title: (keyof R & string) | NoInfer<Own>
  /** A row's name where the title's value is not fit to be read: a code, a key of texts. */
  named?: (row: R, t: Translate) => string
  /** The field shown beside the title. */
  state?: (keyof R & string) | NoInfer<Own>
  /** Its rows are records of this entity, seen another way: they open there. */
  rowsOf?: ResourceName
  /** With `rowsOf`: which page of that record a row leads to, `/meters`. */
  rowsAt?: string
  /** Where a row leads when that is not its own page; null: nowhere. */
  rowHref?: (row: R) => string | null
  fields: FieldsFor<R, KeyOf<Input> | KeyOf<Filters>>
  /** Columns made of several fields of a row. */
  computed?: { readonly [K in Own]: Computed<R> }
  list: OwnListSlots<R> & {
    columns: readonly ((keyof R & string) | NoInfer<Own>)[]
    /** Columns that a person may add. */
    more?: readonly ((keyof R & string) | NoInfer<Own>)[]
    /** The three most telling, for a phone. */
    summary?: readonly ((keyof R & string) | NoInfer<Own>)[]
    filters?: readonly KeyOf<Filters>[]
    /** Filters that the address takes but the page does not ask for. */
    quiet?: readonly KeyOf<Filters>[]
    /** `serial` ascending, `-serial` descending; the specification's default is the newest id first. */
    sort?: `${'' | '-'}${Sort | 'id'}`
    /** Events and the like: the period shown first. `active`: a chosen period narrows it to what was at work then; without one it shows all. */
    period?: string
    links?: readonly Beyond[]
    /** Pages that take the ticked rows along, or all that match: their address gets what the list's own has. */
    selected?: readonly Beyond[]
    /** Lists that stand side by side, this one among them: a tab for each. */
    tabs?: readonly Beyond[]
  }
  detail: {
    /** Titled groups: `<entity>:sections.<name>`. */
    sections: Readonly<Record<string, readonly ((keyof R & string) | NoInfer<Own>)[]>>
    related?: readonly Related[]
    /** Each related list is a tab of its own, read when it is opened; otherwise their first rows stand beside the record. */
    tabs?: true
    notice?: Notice<R>
    /** Its online state is asked for live, by this name. */
    presence?: 'tenant' | 'location' | 'slot' | 'smib'
    /** What happened to it, in the right column. */
    activity?: readonly Beside[]
    links?: readonly Beyond[]
  }
  form?: {
    sections: Readonly<Record<string, readonly KeyOf<Input>[]>>
    /** Rows that can be changed; all that are not archived, without. */
    when?: (row: R) => boolean
  }
  actions?: {
    readonly [A in keyof Actions]?: Actions[A] extends { input: infer I extends z.ZodObject }
      ? ActionOptions<R, I>
      : never
  }
}

export interface ResourceAction extends Pick<ActionOptions<Row, z.ZodObject>, 'tone' | 'why' | 'notes'> {
  name: string
  permission: PermissionRule
  bulk: boolean
  when: (row: Row) => boolean
  /** Absent: archive and unarchive, which are the contract's own. */
  contract?: Contract['actions'][string]
  fields: Readonly<Record<string, AnyField>>
}

/** What the engine works with: the same definition with its names checked and its types let go. */
export interface Resource {
  name: ResourceName
  path: string
  contract: Contract
  title: string
  state?: string
  rowsOf?: ResourceName
  /** Where its rows open: path, id, page. */
  rowPath: string
  rowPage: string
  named?: (row: Row, t: Translate) => string
  rowHref?: (row: Row) => string | null
  /** Who may open its list. */
  listRule: PermissionRule
  /** What a list below something else belongs to. */
  about?: About
  /** Exact filters that the address itself sets: whose rows a list below something else has. */
  fixed: Readonly<Record<string, string>>
  fields: Readonly<Record<string, AnyField>>
  list: {
    columns: readonly string[]
    more: readonly string[]
    summary: readonly string[]
    quiet: readonly string[]
    links: readonly Beyond[]
    selected: readonly Beyond[]
    tabs: readonly Beyond[]
  } & ListSpec &
    ListSlots
  detail: {
    sections: Readonly<Record<string, readonly string[]>>
    related: readonly Related[]
    tabs: boolean
    presence?: 'tenant' | 'location' | 'slot' | 'smib'
    notice?: Notice<Row>
    activity: readonly Beside[]
    links: readonly Beyond[]
  }
  form?: { sections: Readonly<Record<string, readonly string[]>>; when?: (row: Row) => boolean }
  actions: readonly ResourceAction[]
  exportPermission: PermissionRule
  /** Its rows are raw data by time: they have a subject, and none of them is opened (`define-stream.ts`). */
  stream?: {
    /** Whose rows an address with an id means. */
    subjects: readonly StreamSubject[]
    /** Longer files than a download takes are written in the background. */
    inBackground: boolean
  }
}

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
  // The only place where types are let go of: from here on a row is a record, and what may be named was checked by the signature above.
  const loose = definition as unknown as LooseDefinition
  const plain = contract as unknown as Contract
  const fields: Record<string, AnyField> = {
    archived: archived() as unknown as AnyField,
    ...loose.fields,
    ...computedFields(loose.fields, loose.computed),
  }
  checkNames(name, loose, fields)
  return {
    name,
    contract: plain,
    fields,
    path: pathOf(name),
    title: loose.title,
    state: loose.state,
    named: loose.named,
    rowHref: loose.rowHref,
    listRule: plain.permissions.list,
    fixed: {},
    rowsOf: loose.rowsOf,
    rowPath: pathOf(loose.rowsOf ?? name),
    rowPage: loose.rowsAt ?? '',
    list: {
      columns: loose.list.columns,
      more: loose.list.more ?? [],
      summary: loose.list.summary ?? loose.list.columns.filter(column => column !== loose.title).slice(0, 3),
      filters: [...(loose.list.filters ?? []), ...(loose.list.quiet ?? [])],
      quiet: loose.list.quiet ?? [],
      sort: loose.list.sort ?? '-id',
      sortKeys: plain.sort,
      accepts: (filter, text) => accepts(plain, fields, filter, text),
      ...periodOf(name, plain, loose.list.period),
      links: loose.list.links ?? [],
      selected: loose.list.selected ?? [],
      tabs: loose.list.tabs ?? [],
      ...listSlots(loose.list),
    },
    detail: {
      sections: loose.detail.sections,
      related: loose.detail.related ?? [],
      tabs: loose.detail.tabs ?? false,
      presence: loose.detail.presence,
      notice: loose.detail.notice,
      activity: loose.detail.activity ?? [],
      links: loose.detail.links ?? [],
    },
    form: loose.form,
    actions: [...commandsOf(plain, loose), ...archiving(plain)],
    exportPermission: exportPermission(plain),
  }
}

interface LooseDefinition {
  title: string
  state?: string
  rowsOf?: ResourceName
  rowsAt?: string
  named?: (row: Row, t: Translate) => string
  rowHref?: (row: Row) => string | null
  fields: Record<string, AnyField>
  computed?: Record<string, Computed<Row>>
  list: Partial<ListSlots> & {
    columns: string[]
    more?: string[]
    summary?: string[]
    filters?: string[]
    quiet?: string[]
    sort?: string
    period?: string
    links?: Beyond[]
    selected?: Beyond[]
    tabs?: Beyond[]
  }
  detail: {
    sections: Record<string, string[]>
    related?: Related[]
    tabs?: true
    presence?: 'tenant' | 'location' | 'slot' | 'smib'
    notice?: Notice<Row>
    activity?: Beside[]
    links?: Beyond[]
  }
  form?: { sections: Record<string, string[]>; when?: (row: Row) => boolean }
  actions?: Record<
    string,
    Partial<Pick<ResourceAction, 'tone' | 'bulk' | 'when' | 'why' | 'notes' | 'fields'>>
  >
}

/** The compiler knows that a name exists; that it also has a kind is checked when the program starts. */
function checkNames(
  name: string,
  { title, state, list, detail, form }: LooseDefinition,
  fields: Record<string, AnyField>,
) {
  const named = [
    title,
    ...(state ? [state] : []),
    ...list.columns,
    ...(list.more ?? []),
    ...(list.summary ?? []),
    ...(list.filters ?? []),
    ...(list.quiet ?? []),
    ...Object.values(detail.sections).flat(),
    ...Object.values(form?.sections ?? {}).flat(),
  ]
  const without = named.filter(field => !fields[field])
  if (without.length > 0) throw new Error(`resource ${name}: no kind for ${[...new Set(without)].join(', ')}`)
}

/** A filter's text, as the wire wants it. */
export const wireValue = (fields: Resource['fields'], filter: string, text: string) => {
  const value = fields[filter]?.parse?.(text, { locale: 'en' }) ?? text
  return typeof value === 'number' || typeof value === 'boolean' ? value : text
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
