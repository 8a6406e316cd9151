/**
 * The two lists, raw and computed: what a request of either asks of the stored hours and days, for a page, its total
 * and its file.
 */
import { DAY_MS } from '../../platform/contract/durations'
import { RAW_TOTAL_CAP, type ListRequest } from '../../platform/contract/list'
import { allows } from '../../platform/contract/permissions'
import { invalidField, Problem } from '../../platform/contract/problem'
import type { StreamSubject } from '../../platform/contract/stream'
import type { Db } from '../../platform/db/database'
import { MOST_ROWS, type ListSource } from '../../platform/store/list-source'
import { exactFilters } from '../../platform/request/exact-filters'
import type { Scope } from '../../platform/request/actor'
import type { Api } from '../../platform/http/api'
import { listEndpoint, type ListContext } from '../../platform/http/crud'
import type { ListBody, ListTakes } from '../../platform/request/list-body'
import { streamAnswer } from '../../telemetry/streams/streams.contract'
import {
  aggregationEnvelope,
  computedAggregationsContract,
  rawAggregationsContract,
  readsCheckpoints,
} from './aggregations.contract'
import { measureName, type AggregatedBy, type Granulation, type Measure } from './aggregation-rules.contract'
import { intervalsIn, keyOf, presentComputed, presentRaw } from './present-rows'
import { pageOfRollUps, totalOfRollUps } from './hours-by-window.queries'
import { specifiedAnswer } from './specified-answer'
import { rollUpRows, type RollUpQuery, type RollUpRow } from './roll-up-rows.queries'
import type { Places } from '../../telemetry/streams/stream-filter'

/** Longest period, in days: as long as any list of raw data has, and of hours what a person can read. */
const MOST = { hour: 62, day: 400, month: 400 } as const

type Request = ListRequest & Pick<ListBody, 'smibid' | 'type' | 'id'>
type Computed = (typeof computedAggregationsContract)['filters']
type Kind = 'raw' | 'computed'
/** Rows of the intervals that a piece of a file touches. */
const MOST_OF_A_PIECE = 1_000_000

interface Wanted {
  query: RollUpQuery
  granulation: Granulation
  measures: readonly Measure[]
  from: number
  to: number
  direction: 'ASC' | 'DESC'
}

const common = {
  sort: ['server_time'],
  order: { by: 'server_time', direction: 'DESC' },
  sortKeys: 1,
  searched: true,
  period: 'happened',
  raw: true,
  leavesOut: 'sums of archived slots, which are left out unless the slot or its SMIB is named',
} as const
const kinds = {
  raw: {
    contract: rawAggregationsContract,
    takes: {
      ...common,
      row: rawAggregationsContract.row,
      filters: rawAggregationsContract.filters,
      aliases: rawAggregationsContract.aliases,
    },
    summary: 'Hours, gaming days and months of slots as they are stored, newest first',
  },
  computed: {
    contract: computedAggregationsContract,
    takes: {
      ...common,
      row: computedAggregationsContract.row,
      filters: computedAggregationsContract.filters,
      aliases: computedAggregationsContract.aliases,
    },
    summary:
      'Measures by hour, gaming day or month, of tenants, locations, slots or their games, newest first',
  },
} as const satisfies Record<Kind, { contract: object; takes: ListTakes; summary: string }>

export function registerAggregationLists(api: Api): void {
  for (const kind of ['raw', 'computed'] as const) {
    const { contract, takes, summary } = kinds[kind]
    api.sources.set(`${contract.family}/${contract.many}`, sourceOf(kind))
    const { period, cursors, meta } = streamAnswer(takes.row).shape
    listEndpoint(api, {
      family: contract.family,
      path: `/api/${contract.family}/v1/${contract.many}`,
      summary,
      permission: readsCheckpoints,
      takes,
      also: { period, cursors, meta, ...(kind === 'computed' && aggregationEnvelope) },
      read: context => read(kind, context),
    })
  }
}

async function read(kind: Kind, context: ListContext) {
  const { db, scope, body, now } = context
  demandReaderOf(context)
  const limit = Math.min(body.rowsPerPage, RAW_TOTAL_CAP)
  const offset = offsetOf(body, limit)
  const wanted = await wantedOf(kind, db, scope, body, now)
  const { query, from, to, direction } = wanted
  const [rows, { total, capped }] = await Promise.all([
    pageOfRollUps(db, scope, query, { direction, limit: limit + 1, offset }),
    totalOfRollUps(db, scope, query, RAW_TOTAL_CAP),
  ])
  const presented = await present(kind, db, rows.slice(0, limit), wanted)
  return {
    rows: presented,
    ...(kind === 'computed' && (await specifiedAnswer(context, presented, wanted))),
    total,
    ...(capped && { capped }),
    as_of: now,
    cursors: {
      before: offset > 0 ? String(Math.max(0, offset - limit)) : null,
      after: rows.length > limit ? String(offset + limit) : null,
    },
    period: { from, to },
    ...(body.meta && {
      meta: {
        period: { from, to },
        order: { by: 'server_time', direction },
        without_archived: !query.withArchived,
      },
    }),
  }
}

const present = (
  kind: Kind,
  db: Db,
  rows: readonly RollUpRow[],
  wanted: Pick<Wanted, 'granulation' | 'measures'>,
) =>
  kind === 'raw'
    ? presentRaw(db, rows, wanted.granulation)
    : presentComputed(db, rows, wanted.granulation, wanted.measures)

/** Sums have a place in their order and no time of arrival: a cursor says how many come before it. */
function offsetOf({ after, before, page }: Request, limit: number): number {
  if (after !== undefined && before !== undefined) invalid('before', 'repeated')
  const cursor = after ?? before
  if (cursor !== undefined && page > 0) invalid('page', 'repeated')
  if (cursor !== undefined && !/^\d{1,6}$/.test(cursor))
    invalid(after === undefined ? 'before' : 'after', 'invalid')
  const offset = cursor === undefined ? page * limit : Number(cursor)
  if (offset >= RAW_TOTAL_CAP) invalid('page', 'too_big', { max: Math.floor((RAW_TOTAL_CAP - 1) / limit) })
  return offset
}

async function wantedOf(kind: Kind, db: Db, scope: Scope, request: Request, now: number): Promise<Wanted> {
  const { filters } = kinds[kind].takes
  const found = exactFilters(request, filters as Computed)
  const { tenant, location, slot, smib, game_nr } = found
  const type = request.type ?? one('type', found.type)
  const places = narrowed({ tenant, location, slot, smib }, { ...request, type })
  if (request.smibid !== undefined)
    places.smib = among(places.smib, await smibIds(db, [request.smibid].flat()))
  const rules = found.rule ? await rulesOf(db, scope, found.rule) : []
  const [rule] = rules
  const granulation = one('granulation', found.granulation) ?? rule?.granulation ?? 'day'
  const by =
    one('by', found.by) ??
    rule?.by ??
    (request.id !== undefined ? undefined : type === 'smib' ? 'slot' : type) ??
    (places.tenant && !places.location && !places.slot && !places.smib ? 'location' : 'slot')
  const to = request.dateEnd ?? now
  const from = request.dateStart ?? to - (MOST[granulation] - 1) * DAY_MS
  if (to - from > (MOST[granulation] + 1) * DAY_MS)
    invalid('dateEnd', 'period_too_long', { days: MOST[granulation] })
  const nothing = found.rule !== undefined && !rule
  return {
    query: {
      granulation,
      by: kind === 'raw' ? 'stored' : by,
      places: nothing ? { slot: [] } : places,
      withSmib: type === 'smib',
      games: game_nr,
      words: request.query,
      // A request that names a slot or its SMIB includes it even where it has been archived since.
      withArchived: request.show_all === true || places.slot !== undefined || places.smib !== undefined,
      period: { from, to },
    },
    granulation,
    measures: rule ? [...new Set(rules.flatMap(one => one.measures))] : measureName.options,
    from,
    to,
    direction: request.sortDirection[0] === 'ASC' ? 'ASC' : 'DESC',
  }
}

/** A request names one interval and one kind of thing, because rows of several do not add up. */
function one<Value>(name: string, values: readonly Value[] | undefined): Value | undefined {
  if (values && values.length > 1) invalid(name, 'invalid')
  return values?.[0]
}

interface Rule {
  by: AggregatedBy
  granulation: Granulation
  measures: Measure[]
}

/** Those in scope; a tenant's people use their own. */
async function rulesOf(db: Db, { tenantId }: Scope, ids: readonly string[]): Promise<Rule[]> {
  const rows = await db
    .selectFrom('aggregation_rules')
    .selectAll()
    .where('id', 'in', [...ids])
    .$if(tenantId !== null, query => query.where('tenant_id', '=', tenantId ?? ''))
    .orderBy('id')
    .execute()
  return rows.map(row => ({
    by: row.aggregated_by as AggregatedBy,
    granulation: row.granulation as Granulation,
    measures: JSON.parse(row.measures) as Measure[],
  }))
}

const among = (some: string[] | undefined, ids: string[]) => some?.filter(id => ids.includes(id)) ?? ids

/** Said in two ways, both count. */
function narrowed(
  given: { [Name in keyof Places]: string[] | undefined },
  { type = 'tenant', id }: { type?: StreamSubject | undefined; id?: string | undefined },
): Places {
  const places = Object.fromEntries(Object.entries(given).filter(([, ids]) => ids !== undefined)) as Places
  if (id !== undefined) places[type] = among(places[type], [id])
  return places
}

/** SMIBs may be named by their MAC address. */
async function smibIds(db: Db, given: readonly string[]): Promise<string[]> {
  const macs = given.filter(one => one.length === 12)
  const known =
    macs.length === 0 ? [] : await db.selectFrom('smibs').select('id').where('mac', 'in', macs).execute()
  return [...given.filter(one => one.length === 24), ...known.map(({ id }) => id)]
}

/** Ruling 18: whose aggregations they are, their permission. */
function demandReaderOf({ body, actor }: ListContext): void {
  const at = body.exactFields.indexOf('type')
  const types = [
    ...((at < 0 ? [] : [body.exactValues[at]].flat()) as StreamSubject[]),
    body.type ?? (body.id === undefined || at >= 0 ? undefined : ('tenant' as const)),
    ...(['smib', 'slot', 'location', 'tenant'] as const).filter(type => body.exactFields.includes(type)),
  ]
  for (const type of types)
    if (type && !allows(actor.permissions, `${type}::get_checkpoint`)) throw new Problem(403, 'forbidden')
}

/** For files: the same rows whole. A file's row is known by what it sums up, and computed again when it is written. */
function sourceOf(kind: Kind): ListSource {
  const { contract, takes } = kinds[kind]
  const pinned = (db: Db, scope: Scope, request: ListRequest, now: number) => {
    for (const end of ['dateStart', 'dateEnd'] as const)
      if (request[end] === undefined) invalid(end, 'required')
    return wantedOf(kind, db, scope, request, now)
  }
  return {
    contract: contract as unknown as ListSource['contract'],
    takes,
    total: async (db, scope, request, most, now) =>
      totalOfRollUps(db, scope, (await pinned(db, scope, request, now)).query, most),
    mostRows: MOST_ROWS,
    async *idsInPieces(db, scope, request, most, now) {
      const wanted = await pinned(db, scope, request, now)
      const part = { direction: wanted.direction, limit: most + 1, offset: 0 }
      const rows = await pageOfRollUps(db, scope, wanted.query, part)
      if (rows.length > most) throw new Problem(413, 'too_many', { details: { limit: most } })
      const { granulation, measures, query } = wanted
      const head = JSON.stringify({ granulation, measures, query })
      yield rows.map(row => `${head} ${keyOf(row)}`)
    },
    async present(db, scope, ids) {
      const [first = ''] = ids
      const wanted = JSON.parse(first.slice(0, first.lastIndexOf(' '))) as Pick<
        Wanted,
        'granulation' | 'measures' | 'query'
      >
      const keys = ids.map(id => id.slice(id.lastIndexOf(' ') + 1))
      const query = { ...wanted.query, intervals: intervalsIn(keys, wanted.granulation) }
      const whole = { direction: 'ASC', limit: MOST_OF_A_PIECE, offset: 0 } as const
      const known = new Map((await rollUpRows(db, scope, query, whole)).map(row => [keyOf(row), row]))
      return present(
        kind,
        db,
        keys.flatMap(key => known.get(key) ?? []),
        wanted,
      )
    },
  }
}

function invalid(field: string, code: string, params?: Record<string, number>): never {
  throw invalidField(field, code, params)
}
