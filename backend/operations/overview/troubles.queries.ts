/**
 * Counts problems of slots by location: silent, locked or open slots are few among many, so each kind is read from an
 * index that holds little else.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/database'
import { plain } from '../../platform/db/plain-column'
import type { Actor, Scope } from '../../platform/request/actor'
import { isDoorOpen } from '../../estate/slots/doors.service'
import { silentSlotsIn } from '../../estate/slots/silent-slots.queries'
import { lockedStates, underWayStates, type Troubles } from './overview.contract'

export interface Reading {
  db: Db
  scope: Scope
  actor: Actor
  now: number
}

export type What = 'offline' | 'locked' | 'doors' | 'under_way'
export interface Trouble {
  location_id: string
  what: What
  n: number
  since: number | null
}

/** One of the statement's numbers: of a kind of trouble in a location, or of what a name says. */
export interface Tally {
  name: string
  location_id: string | null
  n: number
  since: number | null
}

/** Groups by location and kind of trouble, with the one that has lasted longest. */
export function troubleTallies({ db, scope, now }: Reading): RawBuilder<unknown>[] {
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
  const silent = silentSlotsIn(
    scope.tenantId === null ? sql`1 = 1` : sql`l.tenant_id = ${scope.tenantId}`,
    now,
  )
  return [
    sql`select ${sql.lit('offline')} as name, s.location_id, s.n, s.since from (${silent}) as s`,
    of('locked', 'lock_ordered_at', inLock(lockedStates)),
    of('doors', 'door_open_at', whileThere(isDoorOpen('t', now))),
    of('under_way', 'lock_ordered_at', inLock(underWayStates)),
  ]
}

/** In one statement: each is an index's few rows, and a statement's way to the database costs more than they do. */
export const together = (tallies: readonly RawBuilder<unknown>[]): RawBuilder<Tally> =>
  sql<Tally>`${sql.join([...tallies], sql` union all `)}`

export const counted = (rows: readonly Tally[]): Tally[] =>
  rows.map(({ name, location_id, n, since }) => ({
    name,
    location_id,
    n: Number(n),
    since: since === null ? null : Number(since),
  }))

/** The weights that rank a location. */
const weights: Record<What, number> = { doors: 8, offline: 4, under_way: 2, locked: 1 }

export const isTrouble = (name: string): name is What => name in weights
export const troublesIn = (found: readonly Tally[]): Trouble[] =>
  found.flatMap(({ name, location_id, n, since }) =>
    isTrouble(name) && location_id !== null ? [{ what: name, location_id, n, since }] : [],
  )

/** The weight of a kind of trouble, by its name in SQL. */
export const weighed = sql.join(
  Object.entries(weights).map(([name, weight]) => sql`when ${sql.lit(name)} then ${sql.lit(weight)}`),
  sql` `,
)

export function countsSince(found: readonly Trouble[]): Omit<Troubles, 'total'> {
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
