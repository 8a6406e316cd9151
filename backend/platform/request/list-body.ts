/**
 * What one list takes, said once: from it come the shape that a request is checked by, the names in its description,
 * and what a relative period means. No parameter is ignored (ruling 33): a list uses it, or refuses it by name.
 */
import { z } from 'zod'
import type { Contract } from '../contract/contract'
import { listRequest, type ListRequest } from '../contract/list'
import { DEFAULT_ZONE, resolveRelative } from '../contract/period'
import { areDays, endAt, periodEnd, startAt, writtenEnd } from '../contract/period-end'
import { id, timeZone } from '../contract/primitives'
import { aliasFilters, aliasMembers, inListNames, type Aliases } from './list-aliases'

const subjectType = z.enum(['slot', 'location', 'tenant', 'smib'])
type SubjectType = z.infer<typeof subjectType>

type Direction = 'ASC' | 'DESC'

export interface ListTakes {
  /** Of one row: the names that `fields` may have. */
  row: z.ZodObject
  /** Names and values of exact filters. */
  filters: z.ZodObject
  /** The specification's names for filters and members of a request. */
  aliases?: Aliases | undefined
  /** Sort keys besides `id`, which every list has. */
  sort: readonly string[]
  /** Its order when the request names none. */
  order: { by: string; direction: Direction }
  /** Keys at once; one, where a list has one order in two directions. */
  sortKeys: 1 | 3
  searched: boolean
  /** happened: rows have a time. active: rows were at work between two times. */
  period?: 'happened' | 'active'
  /** Rows that are left out unless `show_all` asks for them, in words. */
  leavesOut?: string
  /** A search may be counted up to a number only. */
  countsUpTo?: boolean
  /** Raw data: rows are somebody's (`smibid`, `type` with `id`), and `meta` tells of the answer. */
  raw?: boolean
}

const byContract = new WeakMap<Contract, ListTakes>()

/** What an entity's list takes. */
export function takesOf(contract: Contract): ListTakes {
  const { row, filters, sort, order = { by: 'id', direction: 'DESC' }, period, many, aliases } = contract
  const takes: ListTakes = byContract.get(contract) ?? {
    row,
    filters: filters.extend({ _id: id }),
    sort,
    order,
    sortKeys: 3,
    searched: true,
    ...(aliases && { aliases }),
    ...(period && { period }),
    ...(contract.countsUpTo && { countsUpTo: true }),
    ...(Object.hasOwn(filters.shape, 'archived') && { leavesOut: `archived ${many}` }),
  }
  byContract.set(contract, takes)
  return takes
}

/** A request as it came, checked; `settled` makes a ListRequest of it. */
export type ListBody = Omit<ListRequest, 'dateStart' | 'dateEnd' | 'startDate' | 'endDate'> & {
  dateStart?: number | string
  dateEnd?: number | string
  startDate?: number | string
  endDate?: number | string
  timeRange?: string
  timeZone?: string
  smibid?: string | string[]
  type?: SubjectType
  id?: string
  /** The specification's name of `fields`, where a list has it. */
  columns?: string[]
}

/** Nothing is older or newer; the days around them can still be named by four digits of a year. */
const OLDEST = Date.parse('0002-01-01')
const NEWEST = Date.parse('9998-12-31')
/** An end of a period, where days can be worked out around it. */
export const datable = (at: number): number => Math.min(Math.max(at, OLDEST), NEWEST)
/** A SMIB by its id, or by its own: the MAC address. */
const smib = z
  .string()
  .max(40)
  .trim()
  .toLowerCase()
  .transform(text => text.replace(/[:-]/g, ''))
  .pipe(
    z
      .string()
      .max(24)
      .regex(/^(?:[0-9a-f]{12}|[0-9a-f]{24})$/, 'id'),
  )
const MOST_SMIBS = 200

const named = (names: readonly string[], description?: string) =>
  z
    .string()
    .max(64)
    .meta({ enum: [...names], ...(description && { description }) })

/** Made once per list: a schema is compiled when it first parses. */
const made = new WeakMap<ListTakes, z.ZodType<ListBody>>()

export function listBody(takes: ListTakes): z.ZodType<ListBody> {
  const known = made.get(takes) ?? makeBody(takes)
  made.set(takes, known)
  return known
}

function makeBody(takes: ListTakes): z.ZodType<ListBody> {
  const { row, filters, sort, sortKeys, order, searched, period, leavesOut, countsUpTo, raw } = takes
  const { rowsPerPage, page, sortDirection, query, exactValues } = listRequest.shape
  const whose = Object.entries(filters.shape).map(
    ([name, schema]) => `\`${name}\`: ${valuesIn(schema as z.ZodType)}`,
  )
  const end = period === 'active' ? writtenEnd : periodEnd
  const shape = {
    rowsPerPage,
    page,
    sortBy: z
      .array(named(['id', '_id', ...sort]))
      .max(sortKeys)
      .default([])
      .meta({
        description: `Default: \`${order.by}\`, ${order.direction === 'ASC' ? 'ascending' : 'descending'}`,
      }),
    sortDirection: sortDirection.meta({
      description: `One for each key; default \`${order.direction}\` of \`${order.by}\`, \`ASC\` of any other`,
    }),
    query: searched ? query : query.meta({ enum: [''], description: 'This list has no search' }),
    exactFields: z
      .array(named([...Object.keys(filters.shape), ...aliasFilters(takes)]))
      .max(32)
      .default([]),
    exactValues: exactValues.meta({
      description: `One for each field; a list means any of its values. ${whose.join('; ')}`,
    }),
    fields: z
      .array(named(Object.keys(row.shape)))
      .max(64)
      .optional()
      .meta({ description: 'Only these of each row' }),
    ...(period && {
      dateStart: periodEnd.optional(),
      dateEnd: periodEnd
        .optional()
        .meta({ description: 'Exclusive; of a day alone that whole day is included' }),
      startDate: end.optional(),
      endDate: end.optional(),
      timeRange: z
        .string()
        .max(40)
        .optional()
        .meta({
          description: 'A relative period: `today`, `now-6h`, `last week+1d`, …; instead of dates',
          examples: ['yesterday'],
        }),
      timeZone: timeZone
        .optional()
        .meta({ description: `Zone of \`timeRange\` and of dates without a time; default ${DEFAULT_ZONE}` }),
    }),
    ...(leavesOut && {
      show_all: z
        .boolean()
        .optional()
        .meta({ description: `Also ${leavesOut}` }),
    }),
    ...(countsUpTo && { countUpTo: listRequest.shape.countUpTo }),
    ...(raw && {
      smibid: z
        .union([smib, z.array(smib).min(1).max(MOST_SMIBS)])
        .optional()
        .meta({ description: 'Rows of these SMIBs, by id or MAC address' }),
      type: subjectType.optional().meta({ description: 'Type of `id`; without it, it is looked up' }),
      id: id.optional().meta({ description: 'The slot, location, tenant or SMIB whose rows are wanted' }),
      after: listRequest.shape.after.meta({
        description:
          'Rows that follow this cursor, `cursors.after` of an earlier answer, however deep: instead of a page',
      }),
      before: listRequest.shape.before.meta({
        description: 'Rows just before this cursor, `cursors.before` of an earlier answer: instead of a page',
      }),
      meta: z
        .boolean()
        .optional()
        .meta({ description: 'Adds `meta`: period, order and what else the answer is about' }),
    }),
  }
  const body = z.strictObject({ ...shape, ...aliasMembers(takes, shape) }).superRefine((given, context) => {
    const { request, twice, sentAs } = inListNames(given as unknown as ListBody, takes)
    for (const [name, code] of [...twice, ...problemsOf(request, takes)])
      context.addIssue({ code: 'custom', path: [sentAs(name)], message: code })
  })
  return body as unknown as z.ZodType<ListBody>
}

type Found = [parameter: string, code: string]

function problemsOf(given: ListBody, { row, filters, sort, searched, period, raw }: ListTakes): Found[] {
  const { query, sortBy, sortDirection, exactFields, exactValues, fields = [] } = given
  const found: Found[] = searched || query.trim() === '' ? [] : [['query', 'unknown_field']]
  if (sortBy.some(key => key !== 'id' && key !== '_id' && !sort.includes(key)))
    found.push(['sortBy', 'unknown_field'])
  else if (repeats(sortBy.map(wireName))) found.push(['sortBy', 'repeated'])
  if (sortDirection.length > Math.max(1, sortBy.length)) found.push(['sortDirection', 'invalid'])
  if (fields.some(name => !Object.hasOwn(row.shape, name))) found.push(['fields', 'unknown_field'])
  if (exactFields.length !== exactValues.length) found.push(['exactValues', 'invalid'])
  else
    exactFields.forEach((name, index) => {
      const schema = Object.hasOwn(filters.shape, name)
        ? (filters.shape[name] as unknown as z.ZodType)
        : undefined
      if (!schema) found.push([name, 'unknown_field'])
      else if (exactFields.indexOf(name) < index) found.push([name, 'repeated'])
      else if (
        ![exactValues[index]].flat().every(value => value !== undefined && schema.safeParse(value).success)
      )
        found.push([name, 'invalid'])
    })
  if (period) found.push(...periodProblems(given))
  if (raw && given.type !== undefined && given.id === undefined && !exactFields.includes('resourceId'))
    found.push(['id', 'required'])
  return found
}

function periodProblems({
  dateStart,
  dateEnd,
  startDate,
  endDate,
  timeRange,
  timeZone: zone,
}: ListBody): Found[] {
  const ways = [
    ['dateStart', dateStart ?? dateEnd],
    ['startDate', startDate ?? endDate],
    ['timeRange', timeRange],
  ] as const
  const [, second] = ways.filter(([, value]) => value !== undefined)
  if (second) return [[second[0], 'repeated']]
  if (timeRange === undefined) {
    const [first, last] = [dateStart ?? startDate, dateEnd ?? endDate]
    if (zone !== undefined && !areDays(first, last)) return [['timeRange', 'required']]
    return first !== undefined &&
      last !== undefined &&
      startAt(first, zone ?? DEFAULT_ZONE) >= endAt(last, zone ?? DEFAULT_ZONE)
      ? [[dateEnd === undefined ? 'endDate' : 'dateEnd', 'not_after_start']]
      : []
  }
  return resolveRelative(timeRange, 0, zone ?? DEFAULT_ZONE) ? [] : [['timeRange', 'invalid']]
}

/** `id` and `_id` are one. */
const wireName = (key: string): string => (key === '_id' ? 'id' : key)
const repeats = (names: readonly string[]): boolean => new Set(names).size < names.length

/**
 * The rows that the request means now: the period in the list's own two names, directions for every key, an order where
 * none was named.
 */
export function settled(
  given: ListBody,
  takes: ListTakes,
  now: number,
): ListRequest & Pick<ListBody, 'smibid' | 'type' | 'id' | 'columns'> {
  const { period, order } = takes
  const body = inListNames(given, takes).request
  const { dateStart, dateEnd, startDate, endDate, timeRange, timeZone: zone = DEFAULT_ZONE, ...rest } = body
  const range = timeRange === undefined ? undefined : resolveRelative(timeRange, now, zone)
  const [first, last] = [dateStart ?? startDate, dateEnd ?? endDate]
  const from = range?.start ?? (first === undefined ? undefined : startAt(first, zone))
  const to = range?.end ?? (last === undefined ? undefined : endAt(last, zone))
  const iso = (at: number) => new Date(datable(at)).toISOString()
  return {
    ...rest,
    ...(body.sortBy.length > 0
      ? {
          sortDirection: body.sortBy.map(
            (key, index) =>
              body.sortDirection[index] ?? (wireName(key) === order.by ? order.direction : 'ASC'),
          ),
        }
      : { sortBy: [order.by], sortDirection: [body.sortDirection[0] ?? order.direction] }),
    ...(from !== undefined &&
      (period === 'active' ? { startDate: iso(from) } : { dateStart: datable(from) })),
    ...(to !== undefined && (period === 'active' ? { endDate: iso(to) } : { dateEnd: datable(to) })),
  }
}

/** What a filter takes, in words, for the description. */
function valuesIn(schema: z.ZodType): string {
  const { enum: options, type } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    enum?: unknown[]
    type?: string
  }
  return options ? options.join(', ') : schema === id ? 'an id' : (type ?? 'a value')
}
