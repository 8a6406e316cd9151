/** The start page's numbers, each read from an index that holds little else: what is silent, locked or open is few among many. */
import { sql, type RawBuilder } from 'kysely'
import { approvalsContract } from '../approvals/approvals.contract'
import { allows, type PermissionRule } from '../contract/permissions'
import type { Db } from '../db/database'
import { plain } from '../db/plain-column'
import { heardOf, isIn } from '../db/presence-limits'
import { conditions } from '../db/store-predicate'
import type { Store } from '../db/store'
import type { Actor, Scope } from '../http/actor'
import { listNotifications } from '../notifications/notifications.queries'
import { isDoorOpen } from '../rawdata/doors.service'
import {
  lockedStates,
  underWayStates,
  type BoardLocation,
  type ShiftBoard,
  type Troubles,
} from './board.contract'
import { firstStepsOf } from './first-steps.queries'
import { hourTakingsOf } from './hour-takings.queries'
import { takingsOf, type Place } from './takings.queries'

export interface Reading {
  db: Db
  scope: Scope
  actor: Actor
  now: number
}

const MOST_LOCATIONS = 12
const ALARMS_SHOWN = 5

export async function shiftBoardOf(
  reading: Reading,
  stores: ReadonlyMap<string, Store>,
  installation: object,
): Promise<ShiftBoard> {
  const { db, actor, scope, now } = reading
  const can = (rule: PermissionRule) => allows(actor.permissions, rule)
  const [{ slots, standing }, alarms, first_steps] = await Promise.all([
    standingsOf(reading, stores),
    can('slot::list') ? openAlarms(reading) : null,
    scope.tenantId === null && can('tenant::create') ? firstStepsOf(db, installation) : null,
  ])
  const sizes = Object.fromEntries(
    pages.flatMap(([page]) => {
      const found = standing.get(page)
      return found ? [[page, found.count]] : []
    }),
  )
  const tasks = standing.get('tasks')
  return {
    as_of: now,
    slots: slots && { total: sizes.slots ?? 0, ...standings(slots) },
    alarms,
    tasks: tasks ? { count: tasks.count } : null,
    repairs: standing.get('repairs') ?? null,
    approvals: standing.get('approvals') ?? null,
    anomalies: standing.get('anomalies') ?? null,
    first_steps,
    locations:
      slots && can('location::list')
        ? {
            rows: await worstFirst(reading, slots, can('slot::get')),
            total: sizes.locations ?? 0,
          }
        : null,
    pages: sizes,
  }
}

/** Pages that say how many they hold: page, its list's store, who may. */
const pages: readonly (readonly [page: string, store: string, rule: PermissionRule])[] = [
  ['tenants', 'configuration/tenants', 'tenant::list'],
  ['locations', 'configuration/locations', 'location::list'],
  ['slots', 'configuration/slots', 'slot::list'],
  ['smibs', 'configuration/smibs', 'smib::list'],
]

type What = 'offline' | 'locked' | 'doors' | 'under_way'
export interface Trouble {
  location_id: string
  what: What
  n: number
  since: number | null
}

/** One of the statement's numbers: of a kind of trouble in a location, or of what a name says. */
interface Tally {
  name: string
  location_id: string | null
  n: number
  since: number | null
}

/** By location and kind of trouble, with the one that has lasted longest. */
function troubleTallies({ db, scope, now }: Reading): RawBuilder<unknown>[] {
  const [archived, tenant, location] = ['t.archived_at', 't.tenant_id', 't.location_id'].map(column =>
    plain(db, column),
  )
  const own = scope.tenantId === null ? sql`` : sql`and ${tenant} = ${scope.tenantId}`
  const of = (what: What, since: string, where: RawBuilder<unknown>) => sql`
    select ${sql.lit(what)} as name, t.location_id, count(*) as n, min(${sql.ref(`t.${since}`)}) as since from slots t
    where ${where} ${own} group by ${location}`
  const whileThere = (where: RawBuilder<unknown>) => sql`${where} and ${archived} is null`
  const inLock = (states: readonly string[]) =>
    sql`t.lock_state in (${sql.join([...states])}) and t.archived_at is null`
  return [
    of('offline', 'last_seen_at', whileThere(isIn('offline', heardOf('slots'), now))),
    of('locked', 'lock_ordered_at', inLock(lockedStates)),
    of('doors', 'door_open_at', whileThere(isDoorOpen('t', now))),
    of('under_way', 'lock_ordered_at', inLock(underWayStates)),
  ]
}

/** In one statement: each is an index's few rows, and a statement's way to the database costs more than they do. */
async function counted(db: Db, tallies: readonly RawBuilder<unknown>[]): Promise<Tally[]> {
  if (tallies.length === 0) return []
  const { rows } = await sql<Tally>`${sql.join(tallies, sql` union all `)}`.execute(db)
  return rows.map(row => ({
    ...row,
    n: Number(row.n),
    since: row.since === null ? null : Number(row.since),
  }))
}

const isTrouble = (name: string): name is What => name in weights
const troublesIn = (found: readonly Tally[]): Trouble[] =>
  found.flatMap(({ name, location_id, n, since }) =>
    isTrouble(name) && location_id !== null ? [{ what: name, location_id, n, since }] : [],
  )

export const troubles = async (reading: Reading): Promise<Trouble[]> =>
  troublesIn(await counted(reading.db, troubleTallies(reading)))

export function standings(found: readonly Trouble[]): Omit<Troubles, 'total'> {
  const of = (what: What) => {
    const own = found.filter(one => one.what === what)
    const times = own.flatMap(one => one.since ?? [])
    return {
      count: own.reduce((sum, one) => sum + one.n, 0),
      since: times.length > 0 ? Math.min(...times) : null,
    }
  }
  return { offline: of('offline'), locked: of('locked'), doors: of('doors'), under_way: of('under_way') }
}

type Standing = NonNullable<ShiftBoard['repairs']>

/**
 * How many there are of each page's records and of what waits, by name, for whoever may know; with since when, where that says something. What is wrong
 * with slots is counted with them. Each is found as its list finds it.
 */
async function standingsOf(
  reading: Reading,
  stores: ReadonlyMap<string, Store>,
): Promise<{ slots: Trouble[] | null; standing: Map<string, Standing> }> {
  const { db, actor, scope, now } = reading
  const can = (rule: PermissionRule) => allows(actor.permissions, rule)
  const withSlots = can('slot::list')
  const tallies = withSlots ? troubleTallies(reading) : []
  const add = (name: string, count: RawBuilder<unknown>, since = sql`cast(null as bigint)`, rows = sql``) =>
    tallies.push(
      sql`select ${sql.lit(name)} as name, cast(null as text) as location_id, ${count} as n, ${since} as since ${rows}`,
    )
  const own = scope.tenantId === null ? sql`` : sql`and t.tenant_id = ${scope.tenantId}`
  for (const [page, name, rule] of pages) {
    const store = can(rule) && stores.get(name)
    if (store) add(page, await store.total(db, scope, nothingAsked, now))
  }
  if (can('task_current::list'))
    add(
      'tasks',
      sql`count(*)`,
      undefined,
      sql`from tasks t where t.state in ('queued', 'running') and t.archived_at is null ${own}`,
    )
  if (can('slot::get'))
    add(
      'repairs',
      sql`count(*)`,
      sql`min(t.crossing)`,
      sql`from repairs t where t.state in ('open', 'contested') ${own}`,
    )
  if (can('slot::decide_repair'))
    add(
      'anomalies',
      sql`count(*)`,
      sql`min(t.first_at)`,
      sql`from anomalies t where t.state <> 'cleared' ${own}`,
    )
  const approvals = can(approvalsContract.actions.approve.permission) && stores.get('approvals/approvals')
  if (approvals)
    add(
      'approvals',
      sql`count(*)`,
      sql`min(t.created_at)`,
      sql`from ${sql.table(approvals.machinery.spec.table)} t where ${await conditions(
        approvals.machinery,
        db,
        scope,
        { query: '', exactFields: ['state', 'part'], exactValues: [['waiting'], ['answers']] },
        now,
      )}`,
    )
  const found = await counted(db, tallies)
  const standing = new Map<string, Standing>()
  for (const { name, n, since } of found) if (!isTrouble(name)) standing.set(name, { count: n, since })
  return { slots: withSlots ? troublesIn(found) : null, standing }
}

const nothingAsked = { query: '', exactFields: [], exactValues: [] }

async function openAlarms({ db, actor, now }: Reading): Promise<ShiftBoard['alarms']> {
  const { rows, total, capped } = await listNotifications(
    db,
    actor,
    { severity: ['alarm'], confirmed: [false] },
    { limit: ALARMS_SHOWN, offset: 0, now },
  )
  return { count: total, capped, rows }
}

/** An open door is worse than a silent slot, and that is worse than a locked one. */
const weights: Record<What, number> = { doors: 8, offline: 4, under_way: 2, locked: 1 }

type Stored = Place & { name: string; tenant_id: string; tenant: string; total: number; never: number }

/** Locations with trouble, the worst first; where there are few of them, some that have none, by name. */
export async function worstFirst(
  reading: Reading,
  found: readonly Trouble[],
  withFigures: boolean,
): Promise<BoardLocation[]> {
  const { db, now, scope } = reading
  const score = new Map<string, number>()
  for (const { location_id, what, n } of found)
    score.set(location_id, (score.get(location_id) ?? 0) + weights[what] * n)
  const worst = [...score]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MOST_LOCATIONS)
    .map(([id]) => id)
  const scoped =
    scope.tenantId === null
      ? sql`l.archived_at is null`
      : sql`l.archived_at is null and l.tenant_id = ${scope.tenantId}`
  const isWorst = worst.length > 0 ? sql`l.id in (${sql.join(worst)})` : sql`1 = 0`
  // Where all are among the worst, no other is looked at. Slots are counted of those alone that are shown.
  const { rows } = await sql<Stored>`
    select l.id, l.name, l.time_zone, l.gaming_day_start, l.tenant_id, o.name as tenant,
      (select count(*) from slots t where t.location_id = l.id and t.archived_at is null) as total,
      (select count(*) from slots t where t.location_id = l.id and t.archived_at is null and t.last_seen_at is null) as never
    from (select l.*, case when ${isWorst} then 0 else 1 end as place from locations l
      where ${scoped} ${worst.length === MOST_LOCATIONS ? sql`and ${isWorst}` : sql``}
      order by place, l.name, l.id limit ${MOST_LOCATIONS}) as l join tenants o on o.id = l.tenant_id
    order by l.place, l.name, l.id`.execute(db)
  const places = rows.toSorted((a, b) => (score.get(b.id) ?? 0) - (score.get(a.id) ?? 0))
  if (places.length === 0) return []
  const [taken, hours] = await Promise.all([
    withFigures ? takingsOf(db, places, now) : null,
    withFigures ? hourTakingsOf(db, places, now) : null,
  ])
  return places.map(({ id, name, tenant, tenant_id, total, never }) => {
    const of = (what: What) =>
      found.reduce((sum, one) => sum + (one.location_id === id && one.what === what ? one.n : 0), 0)
    return {
      location: { _id: id, name },
      tenant: { _id: tenant_id, name: tenant },
      total: Number(total),
      never: Number(never),
      offline: of('offline'),
      locked: of('locked'),
      doors: of('doors'),
      under_way: of('under_way'),
      takings: taken && (taken.get(id) ?? []),
      hours: hours && (hours.get(id) ?? []),
    }
  })
}
