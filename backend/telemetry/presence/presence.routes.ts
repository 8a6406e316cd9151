/**
 * Who is online (specification, section 7: smib-realtime): state, since when, and for places how many of their SMIBs.
 */
import { z } from 'zod'
import { sql, type RawBuilder } from 'kysely'
import type { Permission } from '../../platform/contract/permissions'
import { presence } from '../../platform/contract/presence'
import { id, instant } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import {
  seenColumnsAt,
  seenColumnsOf,
  isIn,
  limitColumns,
  limitOf,
  presenceOf,
} from '../../platform/store/presence-limits'
import type { Api } from '../../platform/http/api'
import type { Scope } from '../../platform/request/actor'

const MAX_IDS = 500
/** Longer addresses do not arrive: Node takes 16 KB of headers. */
const MAX_LIST = 16_384

const status = z.object({
  state: presence,
  /** Online: since when. Stale or offline: silent since. */
  since: instant.nullable(),
  last_seen_at: instant.nullable(),
  /** Of a location or tenant: its SMIBs. */
  online: z.number().int().optional(),
  total: z.number().int().optional(),
})
export type Status = z.infer<typeof status>

const sources = {
  location: 'location::list',
  slot: 'slot::list',
  smib: 'smib::list',
  tenant: 'tenant::list',
} as const satisfies Record<string, Permission>
type Source = keyof typeof sources

/** Ids joined by commas. */
const idList = z
  .string()
  .max(MAX_LIST)
  .transform(list => [...new Set(list.split(','))])
  .pipe(z.array(id).max(MAX_IDS))

/** The specification's filters of entity statuses (section 4): each narrows, all that are sent hold. */
const filtersOf = (source: Source) =>
  z.strictObject({
    type: z.literal(source).optional(),
    locationIds: idList.optional(),
    tenantIds: idList.optional(),
  })
type Filters = z.output<ReturnType<typeof filtersOf>>

const tooMany = () =>
  new Problem(413, 'too_many_ids', { message: `At most ${MAX_IDS} ids`, details: { limit: MAX_IDS } })

export function register(api: Api): void {
  for (const [source, permission] of Object.entries(sources) as [Source, Permission][]) {
    const spec = {
      method: 'GET',
      family: 'smib-realtime',
      permission,
      query: filtersOf(source),
      response: z.object({ statuses: z.record(id, status) }),
    } as const
    api.endpoint(
      {
        ...spec,
        path: `/api/smib-realtime/v1/${source}/status/:idsList`,
        summary: `Online state of ${source}s by their ids, joined by commas; without ids that do not exist for the caller`,
        params: z.object({ idsList: z.string().max(MAX_LIST) }),
      },
      async ({ params, query, db, scope, now }) => {
        const ids = [...new Set(params.idsList.split(','))]
        if (ids.length > MAX_IDS) throw tooMany()
        const known = ids.filter(one => id.safeParse(one).success)
        if (known.length === 0) return { statuses: {} }
        return { statuses: await statusesOf(db, scope, source, { ...query, ids: known }, now) }
      },
    )
    api.endpoint(
      {
        ...spec,
        path: `/api/smib-realtime/v1/${source}/status`,
        summary: `Online state of all ${source}s in use, at locations or of tenants by their ids joined by commas`,
      },
      async ({ query, db, scope, now }) => ({ statuses: await statusesOf(db, scope, source, query, now) }),
    )
  }
}

interface LastSeen {
  stale_ms?: number | null
  offline_ms?: number | null
  id: string
  last_seen_at: number | null
  online_since: number | null
  online?: number
  total?: number
}

/** Which ones: without ids those in use. */
type Wanted = Filters & { ids?: readonly string[] }

async function statusesOf(
  db: Db,
  scope: Scope,
  source: Source,
  wanted: Wanted,
  now: number,
): Promise<Record<string, Status>> {
  const rows = await lastSeenOf(db, scope, source, wanted, now)
  if (rows.length > MAX_IDS) throw tooMany()
  return Object.fromEntries(
    rows.map(({ id: _id, last_seen_at, online_since, stale_ms, offline_ms, ...count }) => {
      const state = presenceOf({ last_seen_at, stale_ms, offline_ms }, now)
      return [
        _id,
        {
          state,
          since: state === 'online' ? (online_since ?? last_seen_at) : last_seen_at,
          last_seen_at,
          ...count,
        },
      ]
    }),
  )
}

const isOneOf = (column: RawBuilder<unknown>, ids: readonly string[] | undefined) =>
  ids === undefined ? sql`` : sql`and ${column} in (${sql.join([...ids])})`

/** At most one row more than may be answered. */
async function lastSeenOf(
  db: Db,
  { tenantId }: Scope,
  source: Source,
  { ids, locationIds, tenantIds }: Wanted,
  now: number,
): Promise<LastSeen[]> {
  const most = sql`limit ${sql.lit(MAX_IDS + 1)}`
  if (source === 'smib' || source === 'slot') {
    const own = tenantId === null ? sql`` : sql`and t.tenant_id = ${tenantId}`
    const which = sql`
      where ${ids === undefined ? sql`t.archived_at is null` : sql`t.id in (${sql.join([...ids])})`} ${own}
      ${isOneOf(sql`t.location_id`, locationIds)} ${isOneOf(sql`t.tenant_id`, tenantIds)} ${most}`
    const { rows } =
      source === 'smib'
        ? await sql<LastSeen>`
            select t.id, t.last_seen_at, t.online_since, ${limitColumns(seenColumnsOf('smibs'), now)}
            from smibs t ${which}`.execute(db)
        : await sql<LastSeen>`
            select t.id, t.last_seen_at, b.online_since, ${limitColumns(seenColumnsOf('slots'), now)}
            from slots t left join smibs b on b.slot_id = t.id ${which}`.execute(db)
    return rows
  }
  const place = source === 'location' ? ('locations' as const) : ('tenants' as const)
  const isOnline = isIn('online', seenColumnsOf('smibs', 's'), now)
  const itself = seenColumnsAt(place, 'p', sql`null`)
  const tenant = source === 'location' ? sql`p.tenant_id` : sql`p.id`
  const atLocations =
    source === 'location'
      ? isOneOf(sql`p.id`, locationIds)
      : locationIds === undefined
        ? sql``
        : sql`and p.id in (select l.tenant_id from locations l where l.id in (${sql.join([...locationIds])}))`
  // Read by a narrowed user the place is no table of its own, so its key does not stand for its other columns.
  const grouped = source === 'location' ? sql`p.id, p.tenant_id` : sql`p.id`
  const { rows } = await sql<Required<LastSeen>>`
    select p.id, max(s.last_seen_at) as last_seen_at, min(case when ${isOnline} then s.online_since end) as online_since,
      count(case when ${isOnline} then 1 end) as online, count(s.id) as total, ${limitOf(itself, 'stale_ms')} as stale_ms, ${limitOf(itself, 'offline_ms')} as offline_ms
    from ${sql.table(place)} p left join smibs s on s.${sql.ref(`${source}_id`)} = p.id and s.archived_at is null
    where ${ids === undefined ? sql`p.archived_at is null` : sql`p.id in (${sql.join([...ids])})`}
      ${tenantId === null ? sql`` : sql`and ${tenant} = ${tenantId}`} ${isOneOf(tenant, tenantIds)} ${atLocations}
    group by ${grouped} ${most}`.execute(db)
  return rows
}
