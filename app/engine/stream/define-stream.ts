/**
 * A stream's definition: raw rows by time for a subject. What every stream has (times, places, numbers, flags) is the
 * engine's; some twenty lines of data make the page, its print, its views, its columns and its files.
 */
import { listSlots } from '../definition/list-slots'
import type { z } from 'zod'
import type { Contract } from '../../../backend/platform/contract/contract'
import { streamSubjects, type StreamSubject } from '../../../backend/platform/contract/stream'
import { pathOf, type ResourceName } from '../../addresses/names'
import { accepts } from '../definition/define-resource'
import type { AnyField, Field } from '../fields/field'
import { streamFields, type StreamField } from './stream-fields'
import type { Resource } from '../definition/resource'

type KeyOf<Z extends z.ZodObject> = string extends keyof z.output<Z> ? never : keyof z.output<Z> & string

/** The row's own fields have a kind that takes their values; columns made of others say `from` which. */
type StreamFields<R> = { readonly [K in keyof R & string]?: Field<NonNullable<R[K]>> } & {
  readonly [derived: string]: Field<never> | undefined
}

interface Definition<R, Filters extends z.ZodObject, Fields> {
  /** Whose rows its address may mean; left out, all four. */
  subjects?: readonly StreamSubject[]
  /** Whose an address without a type means; left out, a tenant's. */
  subject?: StreamSubject
  /** Shown first; left out, `today`. */
  period?: string
  /** Its own fields, on top of those of every stream. */
  fields: Fields & StreamFields<R>
  /** Between the time, which is each row's head, and the flags. */
  columns: readonly ((keyof Fields & string) | StreamField)[]
  /** Columns that a person may add, before those of every stream. */
  more?: readonly ((keyof Fields & string) | StreamField)[]
  /** The most telling three, for a phone. */
  summary: readonly ((keyof Fields & string) | StreamField)[]
  filters: readonly KeyOf<Filters>[]
  /** Filters that are shown only while they are in use. */
  quiet?: readonly KeyOf<Filters>[]
}

/** Filters that a record of the console stands behind; the page with an id is another way to say them. */
const LARGEST_FIRST = ['tenant', 'location', 'slot', 'smib'] as const
const HEAD = 'server_time'
const LAST = ['flags']
/** In every stream, for those who add them. */
const ADDED = ['received_at', 'tenant', 'time_zone']

export function defineStream<R extends z.ZodObject, Filters extends z.ZodObject, const Fields>(
  name: ResourceName,
  contract:
    | Contract<R, z.ZodObject, Filters, never>
    | Contract<R, z.ZodObject, Filters, keyof z.output<R> & string>,
  definition: Definition<z.output<R>, Filters, Fields>,
): Resource {
  const plain = contract as unknown as Contract
  const fields = {
    ...streamFields(plain),
    ...(definition.fields as unknown as Record<string, AnyField>),
  }
  const { summary, filters, quiet = [], subjects = streamSubjects, period = 'today' } = definition
  const { subject = subjects.includes('tenant') ? 'tenant' : (subjects[0] ?? 'tenant') } = definition
  const columns = [HEAD, ...definition.columns, ...LAST.filter(field => fields[field])]
  const more = [...(definition.more ?? []), ...ADDED.filter(field => fields[field])].filter(
    field => !columns.includes(field),
  )
  const nameless = [...columns, ...more, ...summary, ...filters, ...quiet].filter(field => !fields[field])
  if (nameless.length > 0) throw new Error(`stream ${name}: no kind for ${nameless.join(', ')}`)
  const path = pathOf(name)
  return {
    name,
    path,
    contract: plain,
    fields,
    title: HEAD,
    rowPath: path,
    rowPage: '',
    list: {
      columns,
      more,
      summary,
      filters: [...filters, ...quiet],
      quiet,
      sort: `-${plain.order?.by ?? HEAD}`,
      sortKeys: plain.sort,
      accepts: (filter, text) => accepts(plain, fields, filter, text),
      period,
      links: [],
      selected: [],
      tabs: [],
      ...listSlots({}),
    },
    detail: {
      sections: {},
      long: [],
      optional: [],
      related: [],
      tabs: false,
      trail: false,
      activity: [],
      links: [],
      pages: {},
    },
    preview: { columns: [] },
    actions: [],
    listRule: plain.permissions.list,
    fixed: {},
    exportPermission: plain.permissions.list,
    stream: { subjects, subject },
  }
}

/** What is the same in every row of a subject need not stand in a column: its own, and what it stands in. */
export const sameForAll = (type: StreamSubject): readonly string[] =>
  type === 'smib' ? ['smib', 'location', 'tenant'] : LARGEST_FIRST.slice(0, LARGEST_FIRST.indexOf(type) + 1)
