/**
 * A list's state is its URL (ruling 2). `read` never fails: what it cannot use it leaves out and says so. `write`
 * leaves defaults out.
 */
import { MAX_WORDS, type ListRequest } from '../../../backend/platform/contract/list'
import { customKeyIn, isCustomName } from './custom-name'
import { isOfList, OF_PERIOD } from './list-parameters'
import { rangeOf, writeInstant, type Period } from '../period/period'
import { readPeriod } from './read-period'
import { CONTROL, noticeOf, WHITE } from './notice'
import type { ListSpec, Notice } from './list-spec'

type Scalar = string | number | boolean | null

/** Specification, section 9. */
export const DEFAULT_ROWS = 10
/** More on one page is a download, not a page: that is what the export is for. */
export const MAX_ROWS = 500
/** Ticked rows travel in the address from page to page: more would not fit into a request line. */
export const MAX_SELECTED = 250
const MAX_QUERY = 200
const MAX_VALUES = 50

export interface ListQuery {
  /** 1 is the first. */
  page: number
  rowsPerPage: number
  /** `id` or one of the contract's sort keys. */
  sortBy: string
  sortDirection: 'asc' | 'desc'
  query: string
  /** By name, what the URL said; several values mean any of them. */
  filters: Record<string, string[]>
  period?: Period
  /** The reader's own page size, where it is not the usual one: an address that names none has it (ruling 42). */
  ownRows?: number
  /** The bare address is another list: this person's default view. A list that asks nothing then says so. */
  whole?: boolean
}

/** `?view=all`: the whole list, whatever it opens with. */
export const WHOLE = 'all'

/** What a page adds to the list's own rules for reading its address. */
export interface Reading {
  /** The reader's page size. */
  rows?: number | null
  /**
   * Parameters of the page itself, never part of a list's state. A notice names whatever else an address says
   * (ruling 33).
   */
  own?: readonly string[]
}

export function readListQuery(
  search: URLSearchParams,
  spec: ListSpec,
  zone: string,
  { rows: preferred, own = [] }: Reading = {},
): { query: ListQuery; notices: Notice[] } {
  const usual = preferred ?? DEFAULT_ROWS
  const notices: Notice[] = []
  const reject = (parameter: string, value: string, reason: Notice['reason']) => {
    notices.push(noticeOf(parameter, value, reason))
  }
  const one = <T>(parameter: string, fallback: T, parse: (text: string) => T | undefined): T => {
    const [text, ...more] = search.getAll(parameter)
    if (more.some(other => other !== text)) reject(parameter, more.join(', '), 'repeated')
    if (text === undefined || text === '') return fallback
    const value = parse(text)
    if (value === undefined) reject(parameter, text, 'unusable')
    return value ?? fallback
  }
  const [sortBy, sortDirection] = sortOf(spec)
  const chosenSort = spec.fixedOrder
    ? sortBy
    : one('sortBy', sortBy, text => (text === 'id' || spec.sortKeys.includes(text) ? text : undefined))
  const query: ListQuery = {
    page: one('page', 1, text => wholeNumber(text, 10_000_000)),
    rowsPerPage: one('rowsPerPage', usual, text => {
      const rows = wholeNumber(text, Number.MAX_SAFE_INTEGER)
      if (rows !== undefined && rows > MAX_ROWS) reject('rowsPerPage', text, 'too_large')
      return rows && Math.min(rows, MAX_ROWS)
    }),
    sortBy: chosenSort,
    sortDirection: spec.fixedOrder
      ? sortDirection
      : one('sortDirection', chosenSort === sortBy ? sortDirection : 'asc', direction),
    query:
      spec.searched === false
        ? ''
        : one('query', '', text => {
            const words = text.replace(WHITE, ' ').trim()
            if (words.length > MAX_QUERY) reject('query', String(MAX_QUERY), 'too_long')
            return searchOf(words.slice(0, MAX_QUERY))
          }),
    filters: readFilters(search, spec, reject),
  }
  if (usual !== DEFAULT_ROWS) query.ownRows = usual
  // Pages of the list, such as a command's, lead back to the whole of it.
  if (search.get('view') === WHOLE) query.whole = true
  if (spec.period !== undefined) {
    for (const parameter of OF_PERIOD) one(parameter, '', text => text)
    query.period = readPeriod(search, spec.period, zone, reject)
  }
  for (const parameter of new Set(search.keys())) {
    const known =
      isOfList(parameter, spec) ||
      own.includes(parameter) ||
      filterNames(spec, [parameter]).includes(parameter)
    // What a form left empty asks for nothing.
    if (!known && search.getAll(parameter).some(text => text !== ''))
      reject(parameter, search.get(parameter) ?? '', 'unknown')
  }
  return { query, notices }
}

/** Undefined for more words than a search may have, and for signs that no text has. */
const searchOf = (query: string): string | undefined =>
  new Set(query.split(/\s+/)).size > MAX_WORDS || CONTROL.test(query) ? undefined : query

function readFilters(
  search: URLSearchParams,
  spec: ListSpec,
  reject: (parameter: string, value: string, reason: Notice['reason']) => void,
) {
  const filters: Record<string, string[]> = {}
  for (const filter of filterNames(spec, search.keys())) {
    const texts = [...new Set(search.getAll(filter))].filter(text => text !== '')
    const usable = texts.filter(text => accepts(spec, filter, text)).slice(0, MAX_VALUES)
    for (const text of texts) if (!usable.includes(text)) reject(filter, text, 'unusable')
    if (usable.length > 0) filters[filter] = usable
  }
  return filters
}

/**
 * Those of the list, and the tenant's own that are named: of one that is no field any longer, too, because a filter
 * narrows a list or is refused.
 */
const filterNames = ({ filters, custom }: ListSpec, named: Iterable<string>): string[] => [
  ...new Set([...filters, ...(custom ? [...named].filter(isCustomName).sort() : [])]),
]

const MAX_CUSTOM = 200
const accepts = (spec: ListSpec, filter: string, text: string): boolean =>
  isCustomName(filter) ? text.length <= MAX_CUSTOM && !CONTROL.test(text) : spec.accepts(filter, text)

/** The canonical parameters, in a fixed order, without defaults. */
export function writeListQuery(query: ListQuery, spec: ListSpec): URLSearchParams {
  const search = new URLSearchParams()
  const [sortBy, sortDirection] = sortOf(spec)
  if (query.query) search.set('query', query.query)
  for (const filter of filterNames(spec, Object.keys(query.filters)))
    for (const text of query.filters[filter] ?? []) search.append(filter, text)
  const { period } = query
  if (period?.kind === 'fixed') {
    search.set('dateStart', writeInstant(period.start))
    search.set('dateEnd', writeInstant(period.end))
  } else if (period && (period.text !== spec.period || period.zone)) {
    search.set('timeRange', period.text)
    if (period.zone) search.set('timeZone', period.zone)
  }
  if (query.sortBy !== sortBy) search.set('sortBy', query.sortBy)
  if (query.sortDirection !== (query.sortBy === sortBy ? sortDirection : 'asc'))
    search.set('sortDirection', query.sortDirection)
  if (query.rowsPerPage !== DEFAULT_ROWS || query.ownRows !== undefined)
    search.set('rowsPerPage', String(query.rowsPerPage))
  if (query.page !== 1) search.set('page', String(query.page))
  if (query.whole && search.size === 0) search.set('view', WHOLE)
  return search
}

/**
 * A link to the same list with something changed; any change but a page's own goes back to the first page. `path` may
 * say more of itself: `/events/ID?type=slot`.
 */
export function hrefOf(
  path: string,
  query: ListQuery,
  spec: ListSpec,
  change: Partial<ListQuery> = {},
): string {
  const search = writeListQuery({ ...query, page: 1, ...change }, spec).toString()
  return search ? `${path}${path.includes('?') ? '&' : '?'}${search}` : path
}

/** The wire request: pages count from 0 there. `wire` turns a filter's text into its value. */
export function toRequest(
  query: ListQuery,
  spec: ListSpec,
  wire: (filter: string, text: string) => Scalar,
  now: number,
  zone: string,
): ListRequest {
  const named = filterNames(spec, Object.keys(query.filters)).filter(filter => query.filters[filter])
  const custom = named.flatMap(name => {
    const key = customKeyIn(name)
    return key === null ? [] : (query.filters[name] ?? []).map(text => `${key}=${String(wire(name, text))}`)
  })
  const names = named.filter(name => !isCustomName(name))
  const range = rangeOf(query, spec, now, zone)
  return {
    rowsPerPage: query.rowsPerPage,
    page: query.page - 1,
    sortBy: [query.sortBy === 'id' ? '_id' : query.sortBy],
    sortDirection: [query.sortDirection === 'asc' ? 'ASC' : 'DESC'],
    query: query.query,
    exactFields: [...names, ...(custom.length > 0 ? ['custom'] : [])],
    exactValues: [
      ...names.map(filter => {
        const values = (query.filters[filter] ?? []).map(text => wire(filter, text))
        return values.length === 1 ? (values[0] ?? null) : values
      }),
      ...(custom.length > 0 ? [custom] : []),
    ],
    ...(range &&
      (spec.active
        ? { startDate: new Date(range.start).toISOString(), endDate: new Date(range.end).toISOString() }
        : { dateStart: range.start, dateEnd: range.end })),
  }
}

/**
 * A form sends what nobody chose as well. The address without that, or undefined when it is clean: the address that
 * people share and bookmark names only what was.
 */
export function withoutEmpty({ pathname, searchParams }: URL): string | undefined {
  const named = [...searchParams].filter(([, value]) => value !== '')
  const chosen =
    named.length > 1 ? named.filter(([name, value]) => name !== 'view' || value !== WHOLE) : named
  if (chosen.length === searchParams.size) return undefined
  return chosen.length === 0 ? pathname : `${pathname}?${new URLSearchParams(chosen).toString()}`
}

export const isFiltered = (query: ListQuery) => query.query !== '' || Object.keys(query.filters).length > 0

/** A period that is not the one shown first. */
export const hasOwnPeriod = ({ period }: ListQuery, spec: ListSpec) =>
  period !== undefined && (period.kind === 'fixed' || period.text !== spec.period)

export const sortOf = (spec: Pick<ListSpec, 'sort'>): [string, 'asc' | 'desc'] =>
  spec.sort.startsWith('-') ? [spec.sort.slice(1), 'desc'] : [spec.sort, 'asc']

const direction = (text: string) => {
  const lower = text.toLowerCase()
  return lower === 'asc' || lower === 'desc' ? lower : undefined
}

function wholeNumber(text: string, max: number): number | undefined {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : 0
  return value >= 1 && value <= max ? value : undefined
}
