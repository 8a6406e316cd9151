/**
 * Who is online (specification, section 7: smib-realtime): state, since when, and for places how many of their SMIBs.
 */
import { z } from 'zod'
import { sql } from 'kysely'
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

export function register(api: Api): void {
  for (const [source, permission] of Object.entries(sources) as [Source, Permission][]) {
    api.endpoint(
      {
        method: 'GET',
        path: `/api/smib-realtime/v1/${source}/status/:idsList`,
        family: 'smib-realtime',
        permission,
        summary: `Online state of ${source}s by their ids, joined by commas; ids that do not exist for the caller are left out`,
        params: z.object({ idsList: z.string().max(MAX_LIST) }),
        response: z.object({ statuses: z.record(id, status) }),
      },
      async ({ params, db, scope, now }) => {
        const ids = [...new Set(params.idsList.split(','))]
        if (ids.length > MAX_IDS)
          throw new Problem(413, 'too_many_ids', {
            message: `At most ${MAX_IDS} ids`,
            details: { limit: MAX_IDS },
          })
        return {
          statuses: await statusesOf(
            db,
            scope,
            source,
            ids.filter(one => id.safeParse(one).success),
            now,
          ),
        }
      },
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

async function statusesOf(
  db: Db,
  scope: Scope,
  source: Source,
  ids: readonly string[],
  now: number,
): Promise<Record<string, Status>> {
  if (ids.length === 0) return {}
  const rows = await lastSeenOf(db, scope, source, ids, now)
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

async function lastSeenOf(
  db: Db,
  { tenantId }: Scope,
  source: Source,
  ids: readonly string[],
  now: number,
): Promise<LastSeen[]> {
  if (source === 'smib' || source === 'slot') {
    const own = tenantId === null ? sql`` : sql`and t.tenant_id = ${tenantId}`
    const { rows } =
      source === 'smib'
        ? await sql<LastSeen>`select t.id, t.last_seen_at, t.online_since, ${limitColumns(seenColumnsOf('smibs'), now)} from smibs t where t.id in (${sql.join([...ids])}) ${own}`.execute(
            db,
          )
        : await sql<LastSeen>`select t.id, t.last_seen_at, b.online_since, ${limitColumns(seenColumnsOf('slots'), now)} from slots t left join smibs b on b.slot_id = t.id where t.id in (${sql.join([...ids])}) ${own}`.execute(
            db,
          )
    return rows
  }
  const place = source === 'location' ? ('locations' as const) : ('tenants' as const)
  const isOnline = isIn('online', seenColumnsOf('smibs', 's'), now)
  const itself = seenColumnsAt(place, 'p', sql`null`)
  const scoped =
    tenantId === null
      ? sql``
      : source === 'location'
        ? sql`and p.tenant_id = ${tenantId}`
        : sql`and p.id = ${tenantId}`
  // Read by a narrowed user the place is no table of its own, so its key does not stand for its other columns.
  const grouped = source === 'location' ? sql`p.id, p.tenant_id` : sql`p.id`
  const { rows } = await sql<Required<LastSeen>>`
    select p.id, max(s.last_seen_at) as last_seen_at, min(case when ${isOnline} then s.online_since end) as online_since,
      count(case when ${isOnline} then 1 end) as online, count(s.id) as total, ${limitOf(itself, 'stale_ms')} as stale_ms, ${limitOf(itself, 'offline_ms')} as offline_ms
    from ${sql.table(place)} p left join smibs s on s.${sql.ref(`${source}_id`)} = p.id and s.archived_at is null
    where p.id in (${sql.join([...ids])}) ${scoped} group by ${grouped}`.execute(db)
  return rows
}
