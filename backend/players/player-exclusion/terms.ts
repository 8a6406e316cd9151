/**
 * An exclusion holds from the day after it was registered, by the clock of the place where that was, until the end of
 * the last day.
 */
import { sql, type RawBuilder } from 'kysely'
import { invalidField } from '../../platform/contract/problem'
import {
  derived,
  plain,
  readOnly,
  readOnlyRefTo,
  refTo,
  type ColumnMap,
  type Stored,
} from '../../platform/store/columns'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import { canonicalZone, localTime, parseLocalTime } from '../../platform/contract/time-zone'

/**
 * How long an exclusion lasts at least, in months: Portugal's law says three, and for Romania the operators' rule is
 * six.
 */
export const MINIMUM_MONTHS = { PT: 3, RO: 6 } as const
/** In Portugal an exclusion without a last day ends this long after its end was requested. */
export const NOTICE_MONTHS = 1

/** The country whose rules hold where this clock is. */
export const countryOf = (zone: string): 'PT' | 'RO' =>
  ['Europe/Lisbon', 'Atlantic/Madeira', 'Atlantic/Azores'].includes(canonicalZone(zone)) ? 'PT' : 'RO'

/** 00:00 of the day after. Epoch milliseconds. */
export const dayAfter = (now: number, zone: string): number =>
  localTime(now, zone).startOf('day').plus({ days: 1 }).startOf('day').toMillis()

/** The end of a calendar day. Epoch milliseconds. */
export const endOf = (date: string, zone: string): number =>
  parseLocalTime(date, zone).plus({ days: 1 }).startOf('day').toMillis()

export const monthsAfter = (instant: number, months: number, zone: string): number =>
  localTime(instant, zone).plus({ months }).toMillis()

export const stateOf = ({ valid_from, valid_to, cancelled_at }: Stored, now: number): string => {
  if (valid_to !== null && Number(valid_to) <= now) return cancelled_at === null ? 'ended' : 'cancelled'
  return now < Number(valid_from) ? 'pending' : 'active'
}

export const stateFilter = (value: string, now: number): RawBuilder<boolean> => {
  const over = sql`(t.valid_to is not null and t.valid_to <= ${now})`
  if (value === 'cancelled') return sql<boolean>`${over} and t.cancelled_at is not null`
  if (value === 'ended') return sql<boolean>`${over} and t.cancelled_at is null`
  if (value === 'pending') return sql<boolean>`not ${over} and t.valid_from > ${now}`
  return sql<boolean>`not ${over} and t.valid_from <= ${now}`
}

/** In force now; `alias` is the table's. */
export const inForce = (alias: string, now: number): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.valid_from`)} <= ${now} and (${sql.ref(`${alias}.valid_to`)} is null or ${sql.ref(`${alias}.valid_to`)} > ${now}))`

export const termColumns = {
  tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
  player: refTo('player_id', 'players', 'name'),
  document: {
    column: 'player_id',
    of: ['player_document'],
    read: row => row.player_document ?? '',
  } satisfies ColumnMap,
  location: refTo('location_id', 'locations', 'name'),
  state: derived(['valid_from', 'valid_to', 'cancelled_at'], stateOf),
  reason: plain('reason'),
  valid_from: readOnly('valid_from'),
  until_date: plain('until_date'),
  valid_to: readOnly('valid_to'),
  cancelled_at: readOnly('cancelled_at'),
  cancelled_by: readOnly('cancelled_by'),
  cancel_reason: readOnly('cancel_reason'),
}

/** The document appears after the initials, because two people may have the same initials. */
export const termReads = {
  player_document: () => sql`(select p.document from players p where p.id = t.player_id)`,
}

export interface Place {
  tenantId: string
  zone: string
}

/**
 * Finds the tenant of an exclusion and its clock. Throws 422 for a player or a location that is not the asker's, or
 * not of one tenant.
 */
export async function placeOf(
  db: Db,
  scope: Scope,
  { player, location }: { player: string; location: string | null },
): Promise<Place> {
  const known = await db
    .selectFrom('players as p')
    .innerJoin('tenants as n', 'n.id', 'p.tenant_id')
    .select(['p.tenant_id', 'n.time_zone'])
    .where('p.id', '=', player)
    .executeTakeFirst()
  if (!known || (scope.tenantId !== null && known.tenant_id !== scope.tenantId))
    throw invalidField('player', 'unknown')
  if (location === null) return { tenantId: known.tenant_id, zone: known.time_zone }
  const place = await db
    .selectFrom('locations')
    .select(['tenant_id', 'time_zone'])
    .where('id', '=', location)
    .executeTakeFirst()
  if (place?.tenant_id !== known.tenant_id) throw invalidField('location', 'other_tenant')
  return { tenantId: known.tenant_id, zone: place.time_zone }
}
