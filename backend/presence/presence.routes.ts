/** Who is online (specification, section 7: smib-realtime): state, since when, and for places how many of their boards. */
import { z } from 'zod'
import { sql } from 'kysely'
import type { Permission } from '../contract/permissions'
import { presence, presenceAt, STALE_AFTER_MS } from '../contract/presence'
import { id, instant } from '../contract/primitives'
import { Problem } from '../contract/problem'
import type { Db } from '../db/database'
import type { Api } from '../http/api'
import type { Scope } from '../http/actor'

export const MAX_IDS = 500

export const status = z.object({
  state: presence,
  /** Online: since when. Stale or offline: silent since. */
  since: instant.nullable(),
  last_seen_at: instant.nullable(),
  /** Of a location or tenant: its boards. */
  online: z.number().int().optional(), total: z.number().int().optional(),
})
export type Status = z.infer<typeof status>

const sources = { location: 'location::list', slot: 'slot::list', smib: 'smib::list', tenant: 'tenant::list' } as const satisfies Record<string, Permission>
type Source = keyof typeof sources

export function register(api: Api): void {
  for (const [source, permission] of Object.entries(sources) as [Source, Permission][]) {
    api.endpoint({
      method: 'GET', path: `/api/smib-realtime/v1/${source}/status/:idsList`, family: 'smib-realtime', permission,
      summary: `Online state of ${source}s by their ids, joined by commas; ids that do not exist for the caller are left out`,
      params: z.object({ idsList: z.string() }), response: z.object({ statuses: z.record(id, status) }),
    }, async ({ params, db, scope, now }) => {
      const ids = [...new Set(params.idsList.split(','))]
      if (ids.length > MAX_IDS) throw new Problem(413, 'too_many_ids', { message: `At most ${MAX_IDS} ids`, details: { limit: MAX_IDS } })
      return { statuses: await statusesOf(db, scope, source, ids.filter(one => id.safeParse(one).success), now) }
    })
  }
}

interface Heard { id: string; last_seen_at: number | null; online_since: number | null; online?: number; total?: number }

export async function statusesOf(db: Db, scope: Scope, source: Source, ids: readonly string[], now: number): Promise<Record<string, Status>> {
  if (ids.length === 0) return {}
  const rows = await heard(db, scope, source, ids, now)
  return Object.fromEntries(rows.map(({ id: _id, last_seen_at, online_since, ...count }) => {
    const state = presenceAt(last_seen_at, now)
    return [_id, { state, since: state === 'online' ? online_since ?? last_seen_at : last_seen_at, last_seen_at, ...count }]
  }))
}

async function heard(db: Db, { tenantId }: Scope, source: Source, ids: readonly string[], now: number): Promise<Heard[]> {
  if (source === 'smib') {
    return db.selectFrom('smibs').select(['id', 'last_seen_at', 'online_since']).where('id', 'in', [...ids])
      .$if(tenantId !== null, query => query.where('tenant_id', '=', tenantId ?? '')).execute()
  }
  if (source === 'slot') {
    return db.selectFrom('slots').leftJoin('smibs', 'smibs.slot_id', 'slots.id').select(['slots.id', 'slots.last_seen_at', 'smibs.online_since'])
      .where('slots.id', 'in', [...ids]).$if(tenantId !== null, query => query.where('slots.tenant_id', '=', tenantId ?? '')).execute()
  }
  const place = source === 'location' ? 'locations' as const : 'tenants' as const
  const isOnline = sql`s.last_seen_at > ${now - STALE_AFTER_MS}`
  const scoped = tenantId === null ? sql`` : source === 'location' ? sql`and p.tenant_id = ${tenantId}` : sql`and p.id = ${tenantId}`
  const { rows } = await sql<Required<Heard>>`
    select p.id, max(s.last_seen_at) as last_seen_at, min(case when ${isOnline} then s.online_since end) as online_since,
      count(case when ${isOnline} then 1 end) as online, count(s.id) as total
    from ${sql.table(place)} p left join smibs s on s.${sql.ref(`${source}_id`)} = p.id and s.archived_at is null
    where p.id in (${sql.join([...ids])}) ${scoped} group by p.id`.execute(db)
  return rows
}
