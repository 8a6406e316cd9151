/**
 * Silence is no message, so somebody must look: SMIBs that fell silent or came back become events and notifications.
 */
import { HOUR_MS, MINUTE_MS } from '../../platform/contract/durations'
import { sql } from 'kysely'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import {
  seenColumnsOf,
  isConnected,
  isIn,
  limitOf,
  longestSilence,
} from '../../platform/store/presence-limits'
import type { Deps } from '../../platform/deps'
import { raiseForSlots, type Slot } from '../../workflow/notifications/slot-notifications.service'
import { announce, type Raised } from '../../workflow/notifications/notifications.service'
import { writeMadeEvents } from '../ingestion/made-events.service'
import { dueByTenant, tenantByTenant } from '../../platform/tasks/each-tenant.service'
import { startWatch } from '../../platform/tasks/watch.service'

const LOOK_EVERY_MS = 15_000
const FAILED = 'presence could not be watched'
/** What no other look finds: a SMIB that was silent while it was archived. */
const LOOK_AT_ALL_EVERY_MS = HOUR_MS
/** After a start SMIBs get time to send again: that the backend was away says nothing about them. */
const PATIENCE_MS = 2 * MINUTE_MS

interface Change extends Slot {
  smibId: string
  slotId: string
  known: boolean
  onlineSince: number | null
  at: number
}

export function startPresenceWatch(deps: Deps): { stop(): Promise<void> } {
  let before: Look | undefined
  let wholeAt = 0
  return startWatch(deps, {
    name: 'presence-watch',
    everyMs: LOOK_EVERY_MS,
    afterMs: PATIENCE_MS,
    leaseMs: 4 * LOOK_EVERY_MS,
    failed: FAILED,
    async look() {
      const now = deps.clock()
      const isWhole = now - wholeAt >= LOOK_AT_ALL_EVERY_MS
      before = await watchPresence(deps, isWhole ? undefined : before)
      if (isWhole) wholeAt = now
    },
  })
}

/** A look at all SMIBs, epoch milliseconds. */
export interface Look {
  at: number
  /** SMIBs whose last message is later may have been connected. */
  after: number
  /** All that anybody has set; undefined where that is too much to compare. */
  limits: string | undefined
}

/** A message says when it arrived, and is stored up to so much later. */
const STORED_WITHIN_MS = 5 * 60_000
const MOST_LIMITS = 1_000
/** After a start all SMIBs of a network may have a first state to store at once. */
const MOST_AT_ONCE = 1_000

/**
 * A SMIB's first state is stored without an event, since nothing has changed. With the look before it only those are
 * read whose silence may have become too long since, and those that have sent since: a network that sends nothing is
 * not read again and again. Where a tenant's failed, the next look goes on from the same one.
 */
export async function watchPresence(deps: Deps, before?: Look): Promise<Look | undefined> {
  const now = deps.clock()
  const { rows } = await sql<{ longest: number }>`select ${longestSilence()} as longest`.execute(deps.db)
  const limits = await limitsNow(deps.db)
  const since = {
    offline: before?.after,
    // With the same limits as then one comes back by a message, or by moving to where a longer silence is allowed.
    online:
      before && limits !== undefined && limits === before.limits
        ? Math.min(before.after, before.at - STORED_WITHIN_MS)
        : undefined,
  }
  let isWhole = true
  for (const state of ['offline', 'online'] as const) {
    const changes = await changesTo(deps.db, state, now, since[state])
    const stored = new Set<string>()
    await tenantByTenant(deps, [...changes.keys()], {
      failed: FAILED,
      async work(tenant) {
        const own = changes.get(tenant) ?? []
        await storeChanges(deps, state, own, now)
        stored.add(tenant)
        return own.length
      },
    })
    isWhole &&= stored.size === changes.size
  }
  return isWhole ? { at: now, after: now - Number(rows[0]?.longest), limits } : before
}

async function storeChanges(
  deps: Deps,
  state: 'online' | 'offline',
  changes: readonly Change[],
  now: number,
): Promise<void> {
  const first = changes.filter(({ known }) => !known)
  // In pieces, so that after a start nobody waits until a whole network is stored.
  for (let from = 0; from < first.length; from += MOST_AT_ONCE)
    await deps.db.transaction().execute(db => store(db, state, first.slice(from, from + MOST_AT_ONCE)))
  const others = changes.filter(({ known }) => known)
  if (others.length > 0)
    announce(deps, await deps.db.transaction().execute(db => tell(db, state, others, now)))
}

async function limitsNow(db: Db): Promise<string | undefined> {
  const limits = await db
    .selectFrom('presence_limits')
    .selectAll()
    .orderBy('kind')
    .orderBy('owner_id')
    .limit(MOST_LIMITS + 1)
    .execute()
  return limits.length > MOST_LIMITS ? undefined : JSON.stringify(limits)
}

async function changesTo(
  db: Db,
  state: 'online' | 'offline',
  now: number,
  /** By last message; undefined: all. */
  since: number | undefined,
): Promise<Map<string, Change[]>> {
  const smib = seenColumnsOf('smibs', 's')
  const isInState = state === 'online' ? isConnected(smib, now) : isIn('offline', smib, now)
  const rows = await dueByTenant(
    db,
    sql<Row>`select s.id as smib_id, s.mac, s.slot_id, m.serial, s.tenant_id, s.location_id, l.name as location_name, s.last_seen_at, s.online_since, p.state as known, p.since, ${limitOf(smib, 'offline_ms')} as offline_ms
    from smibs s join locations l on l.id = s.location_id left join slots m on m.id = s.slot_id left join board_presence p on p.smib_id = s.id
    where s.archived_at is null and ${isInState} ${since === undefined ? sql`` : sql`and s.last_seen_at > ${since}`}
      and (p.state is null or p.state <> ${state}) order by s.id`,
  )
  return new Map([...rows].map(([tenant, all]) => [tenant, all.map(row => changeFrom(state, row))]))
}

interface Row {
  smib_id: string
  mac: string
  slot_id: string | null
  serial: string | null
  tenant_id: string
  location_id: string
  location_name: string
  last_seen_at: number
  online_since: number | null
  known: string | null
  since: number | null
  offline_ms: number
}

const changeFrom = (state: 'online' | 'offline', row: Row): Change => ({
  smibId: row.smib_id,
  slotId: row.slot_id ?? '',
  serial: row.serial ?? row.mac,
  tenantId: row.tenant_id,
  locationId: row.location_id,
  locationName: row.location_name,
  known: row.known !== null,
  onlineSince: row.online_since,
  at: state === 'offline' ? row.last_seen_at + Number(row.offline_ms) : backAt(row),
  data: { mac: row.mac },
})

/**
 * Ingestion counts a SMIB as away after the usual silence; where a shorter one is set, it is back since its first
 * message after that.
 */
const backAt = ({
  online_since,
  last_seen_at,
  known,
  since,
}: {
  online_since: number | null
  last_seen_at: number
  known: string | null
  since: number | null
}): number =>
  online_since === null || (known === 'offline' && since !== null && online_since < since)
    ? last_seen_at
    : online_since

async function tell(
  db: Db,
  state: 'online' | 'offline',
  changes: readonly Change[],
  now: number,
): Promise<Raised[]> {
  const stored = new Set<string>()
  for (let from = 0; from < changes.length; from += MOST_AT_ONCE)
    for (const id of await store(db, state, changes.slice(from, from + MOST_AT_ONCE))) stored.add(id)
  const news = changes.filter(({ smibId }) => stored.has(smibId))
  await writeMadeEvents(
    db,
    news.map(({ slotId, ...change }) => ({ ...change, slotId: slotId || null, code: `smib_${state}` })),
    now,
  )
  return raiseForSlots(
    db,
    news.filter(change => change.slotId),
    { one: `smib_${state}`, many: `smibs_${state}` },
    now,
  )
}

/** Answers the SMIBs of which it is news: the condition decides which of two watchers tells it. */
async function store(db: Db, state: 'online' | 'offline', changes: readonly Change[]): Promise<string[]> {
  const rows = changes.map(({ smibId, at }) => ({ smib_id: smibId, at }))
  const { rows: stored } = await sql<{ smib_id: string }>`
    insert into board_presence (smib_id, state, since)
    select b.smib_id, ${sql.lit(state)}, b.at from ${rowsAsTable(db, { smib_id: 'text', at: 'bigint' }, rows)} where true
    on conflict (smib_id) do update set state = excluded.state, since = excluded.since
    where board_presence.state <> excluded.state returning smib_id`.execute(db)
  if (state === 'online') await storeOnlineSince(db, changes)
  return stored.map(({ smib_id }) => smib_id)
}

async function storeOnlineSince(db: Db, changes: readonly Change[]): Promise<void> {
  const rows = changes
    .filter(({ at, onlineSince }) => onlineSince !== null && onlineSince < at)
    .map(({ smibId, at }) => ({ smib_id: smibId, at }))
  if (rows.length > 0)
    await sql`update smibs set online_since = b.at
      from ${rowsAsTable(db, { smib_id: 'text', at: 'bigint' }, rows)}
      where smibs.id = b.smib_id and smibs.online_since < b.at`.execute(db)
}
