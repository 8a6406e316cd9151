/** What a list request asks of a stream: one reading for its pages, its total and its export. */
import type { RawBuilder } from 'kysely'
import type { ListRequest } from '../../platform/contract/list'
import { Problem } from '../../platform/contract/problem'
import type { StreamFlag } from '../../platform/contract/stream'
import type { Db } from '../../platform/db/database'
import { hasMeter, inOwnNames, isFlagged, isMarked, type StreamBody } from './stream-conditions'
import { exactFilters } from '../../platform/request/exact-filters'
import type { Scope } from '../../platform/request/actor'
import type { ListTakes } from '../../platform/request/list-body'
import { searchOf } from './stream-search'
import {
  counterFilters,
  countersContract,
  counterRow,
  eventFilters,
  eventRow,
  FILTERED_BACK_MS,
  messageFilters,
  messageRow,
} from './streams.contract'
import { readCursor, type PageCursor, type StreamTable } from './stream-order'
import type { Places, StreamFilter } from './stream-filter'

export interface StreamRequest<Table extends StreamTable = StreamTable> {
  table: Table
  /** Filter names that are not their column's. */
  columns: Record<string, string>
  takes: ListTakes
  /** Filters that are no column: what each asks of a row. */
  own?: Readonly<Record<string, (values: readonly string[]) => RawBuilder<unknown>>>
  /** Filters of the specification's names for what every stream's request says in others. */
  names?: Readonly<Record<string, keyof StreamBody>>
  /** Of the table only these rows: column → values. */
  only?: Readonly<Record<string, readonly (string | number)[]>>
  /** Of the table only rows of which this is true, where columns alone do not say which. */
  always?: RawBuilder<unknown>
}

export const common = {
  sort: ['server_time'],
  order: { by: 'server_time', direction: 'DESC' },
  sortKeys: 1,
  searched: true,
  period: 'happened',
  raw: true,
  leavesOut: 'rows of archived slots, which are left out unless the slot or its SMIB is named',
} as const

export const eventStream = {
  table: 'events',
  columns: { type: 'category', category: 'category' },
  takes: { ...common, row: eventRow, filters: eventFilters },
} as const satisfies StreamRequest
export const messageStream = {
  table: 'messages',
  columns: { type: 'kind', kind: 'kind' },
  takes: { ...common, row: messageRow, filters: messageFilters },
} as const satisfies StreamRequest
export const counterStream = {
  table: 'counter_readings',
  columns: { gameNr: 'game_nr' },
  own: { meterId: hasMeter, mark: isMarked },
  takes: { ...common, row: counterRow, filters: counterFilters, aliases: countersContract.aliases },
} as const satisfies StreamRequest

/** A request that its list's schema has taken. */
export async function filterOf<Table extends StreamTable>(
  db: Db,
  scope: Scope,
  given: StreamBody,
  { table, takes, columns, own = {}, names = {}, only = {}, always }: StreamRequest<Table>,
  now: number,
): Promise<StreamFilter & { table: Table }> {
  const request = inOwnNames(given, names)
  const { sortDirection, dateStart, dateEnd, query, show_all = false } = request
  const { tenant, location, slot, smib, ...rest } = exactFilters(request, takes.filters) as Places &
    Record<string, (string | number)[]>
  const also: StreamFilter['also'] = {}
  const conditions = always ? [always] : []
  const flags = rest.flag as StreamFlag[] | undefined
  if (flags) conditions.push(isFlagged(table, flags))
  delete rest.flag
  for (const [name, condition] of Object.entries(own)) {
    if (rest[name]) conditions.push(condition(rest[name].map(String)))
    delete rest[name]
  }
  // Two names for one column are two conditions on it.
  for (const [name, values] of Object.entries(rest)) {
    const column = columns[name] ?? name
    also[column] = also[column]?.filter(one => values.includes(one)) ?? values
  }
  const places = narrowed({ tenant, location, slot, smib }, [
    ...(request.id === undefined
      ? []
      : [[request.type ?? 'tenant', [request.id]] as [keyof Places, string[]]]),
    ...(request.smibid === undefined
      ? []
      : [['smib', await smibIds(db, scope, [request.smibid].flat())] as [keyof Places, string[]]]),
  ])
  const search = await searchOf(db, scope, table, query)
  return {
    table,
    places,
    also: withOnly(also, only),
    conditions,
    ...(flags && { flags }),
    search,
    // Whoever names a slot, or its SMIB, means it whatever became of it since.
    withArchived: show_all || places.slot !== undefined || places.smib !== undefined,
    from:
      dateStart ??
      (Object.keys(also).length + conditions.length > 0 || search !== null
        ? (dateEnd ?? now) - FILTERED_BACK_MS
        : null),
    to: dateEnd ?? null,
    direction: sortDirection[0] === 'ASC' ? 'asc' : 'desc',
    bySmib: request.sortBy[0] === 'smib_id',
  }
}

/** Joins what the stream is always narrowed to with the requested conditions. */
const withOnly = (
  also: StreamFilter['also'],
  only: Readonly<Record<string, readonly (string | number)[]>>,
): StreamFilter['also'] => ({
  ...also,
  ...Object.fromEntries(
    Object.entries(only).map(([column, values]) => [
      column,
      also[column]?.filter(one => values.includes(one)) ?? [...values],
    ]),
  ),
})

/**
 * The position that a page begins or ends at. 422 for a cursor that this stream did not give out, and for a page
 * number next to it.
 */
export function pageCursorOf(table: StreamTable, { after, before, page }: ListRequest): PageCursor | null {
  const [side, text] = after === undefined ? (['before', before] as const) : (['after', after] as const)
  if (text === undefined) return null
  if (after !== undefined && before !== undefined) invalid('before', 'repeated')
  if (page > 0) invalid('page', 'repeated')
  const position = readCursor(table, text)
  return position ? { side, position } : invalid(side, 'invalid')
}

/** Said in two ways, both count: what is left is what both say. */
function narrowed(
  places: { [Kind in keyof Places]: string[] | undefined },
  more: [keyof Places, string[]][],
): Places {
  const all = Object.fromEntries(Object.entries(places).filter(([, ids]) => ids !== undefined)) as Places
  for (const [kind, ids] of more) all[kind] = all[kind]?.filter(one => ids.includes(one)) ?? ids
  return all
}

/** SMIBs may be named by their MAC address, as rows name them. One that is not there has no rows. */
async function smibIds(db: Db, { tenantId }: Scope, named: readonly string[]): Promise<string[]> {
  const macs = named.filter(one => one.length === 12)
  const known =
    macs.length === 0
      ? []
      : await db
          .selectFrom('smibs')
          .select('id')
          .where('mac', 'in', macs)
          .$if(tenantId !== null, query => query.where('tenant_id', '=', tenantId ?? ''))
          .execute()
  return [...named.filter(one => one.length === 24), ...known.map(({ id }) => id)]
}

export function invalid(field: string, code: string, params?: Record<string, number>): never {
  throw new Problem(422, 'invalid', { fields: { [field]: [{ code, ...(params && { params }) }] } })
}
