/** Slots with all that decides whether a bulk action applies to them. */
import { sql, type RawBuilder } from 'kysely'
import type { Money } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { smallCreditsOf } from '../../platform/layered-settings/small-credits.service'
import type { Scope } from '../../platform/request/actor'
import type { Stored } from '../../platform/store/columns'
import { limitColumns, presenceOf, seenColumnsOf } from '../../platform/store/presence-limits'
import { newestOrder } from './bulk.queries'
import type { Judged } from './judge'

export interface Chosen extends Judged {
  tenant_id: string
  location_id: string
  serial: string
  position: string | null
  lock_reason: string | null
}

/** A statement takes at most 32,766 parameters. */
const CHUNK = 1_000

/** Returns the slots by location and serial. Throws 404 for an id that does not exist or is out of scope. */
export async function chosenSlots(
  db: Db,
  { tenantId }: Scope,
  ids: readonly string[],
  now: number,
): Promise<Chosen[]> {
  const found = await slotsById(db, ids, now)
  if (
    found.length !== new Set(ids).size ||
    found.some(slot => tenantId !== null && slot.tenant_id !== tenantId)
  )
    throw new Problem(404, 'not_found', { message: 'No such slot' })
  return found.sort(byPlace)
}

const byPlace = (a: Chosen, b: Chosen): number =>
  a.location_id < b.location_id ? -1 : a.location_id > b.location_id ? 1 : a.serial < b.serial ? -1 : 1

export async function slotsById(db: Db, ids: readonly string[], now: number): Promise<Chosen[]> {
  const found: Chosen[] = []
  for (let start = 0; start < ids.length; start += CHUNK)
    found.push(...(await slotsWhere(db, sql`s.id in (${sql.join(ids.slice(start, start + CHUNK))})`, now)))
  return found
}

/** All of a location that are not archived, by serial. */
export async function slotsOfLocation(db: Db, location: string, now: number): Promise<Chosen[]> {
  const found = await slotsWhere(db, sql`s.location_id = ${location} and s.archived_at is null`, now)
  return found.sort(byPlace)
}

/**
 * The bulk action that locked it; none where somebody locked it by itself, or ticked it with others in a list, or took
 * back its unlock there.
 */
const bulkLock = sql`(select b.id from bulk_jobs b left join bulk_jobs o on o.id = b.origin_id
  left join bulk_jobs r on r.id = o.root_id where b.id = ${newestOrder('bulk_id', sql`s.id`)}
  and coalesce(b.origin_kind, '') != 'ticked' and coalesce(r.origin_kind, '') != 'ticked')`

/** As `judge.ts` looks at them. */
async function slotsWhere(db: Db, where: RawBuilder<unknown>, now: number): Promise<Chosen[]> {
  const { rows } = await sql<
    Omit<Chosen, 'state' | 'denomination' | 'small_credits' | 'has_own_lock'> &
      Stored & { denomination_minor: number; currency: Money['currency']; own_lock: number }
  >`select s.id, s.tenant_id, s.location_id, s.serial, s.position, s.status, s.lock_reason, s.archived_at, s.credits, s.denomination_minor,
      s.currency, s.last_seen_at, s.protocol, case when s.status = 'locked' and ${bulkLock} is null then 1 else 0 end as own_lock,
      ${limitColumns(seenColumnsOf('slots', 's'), now)} from slots s where ${where}`.execute(db)
  const small = await smallCreditsOf(
    db,
    rows.map(row => row.location_id),
  )
  return rows.map(({ denomination_minor, currency, own_lock, ...row }) => ({
    ...row,
    denomination: { minor: Number(denomination_minor), currency },
    small_credits: small.get(row.location_id) ?? null,
    has_own_lock: Number(own_lock) === 1,
    state: presenceOf(row, now),
  }))
}
