/** What was in effect for a slot, a location or a SMIB, interval by interval. */
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import { MOST_INTERVALS, type AssignmentHistory, type Interval } from './backdating.contract'

const BEGINNING = '0001-01-01'

/** Throws 404 for what is not there or not in scope. */
export async function historyOfSlot(db: Db, { tenantId }: Scope, id: string): Promise<AssignmentHistory> {
  const slot = await db
    .selectFrom('slots as s')
    .innerJoin('locations as l', 'l.id', 's.location_id')
    .select(['s.serial', 'l.time_zone'])
    .where('s.id', '=', id)
    .$if(tenantId !== null, query => query.where('s.tenant_id', '=', tenantId ?? ''))
    .executeTakeFirst()
  if (!slot) throw new Problem(404, 'not_found')
  const rows = await db
    .selectFrom('slot_history as h')
    // A location that whoever asks may not see has no name for them.
    .leftJoin('locations as l', 'l.id', 'h.location_id')
    .select(['h.valid_from', 'h.origin', 'h.currency', 'h.denomination_minor', 'l.id', 'l.name'])
    .select(['h.fastest_game_ms', 'h.highest_bet', 'h.top_award', 'h.highest_note'])
    .where('h.slot_id', '=', id)
    .orderBy('h.valid_from', 'desc')
    .limit(MOST_INTERVALS)
    .execute()
  return {
    subject: { _id: id, name: slot.serial },
    time_zone: slot.time_zone,
    intervals: rows.map((row): Interval => ({
      since: row.valid_from === 0 ? null : row.valid_from,
      origin: row.origin,
      location: row.id === null || row.name === null ? null : { _id: row.id, name: row.name },
      denomination: {
        minor: row.denomination_minor,
        currency: row.currency as NonNullable<Interval['denomination']>['currency'],
      },
      limits: {
        fastest_game_ms: row.fastest_game_ms,
        highest_bet: row.highest_bet,
        top_award: row.top_award,
        highest_note: row.highest_note,
      },
      time_zone: null,
      gaming_day_start: null,
      slot: null,
    })),
  }
}

export async function historyOfLocation(db: Db, { tenantId }: Scope, id: string): Promise<AssignmentHistory> {
  const location = await db
    .selectFrom('locations')
    .select(['name', 'time_zone'])
    .where('id', '=', id)
    .$if(tenantId !== null, query => query.where('tenant_id', '=', tenantId ?? ''))
    .executeTakeFirst()
  if (!location) throw new Problem(404, 'not_found')
  const rows = await db
    .selectFrom('location_rules')
    .select(['from_date', 'origin', 'time_zone', 'gaming_day_start'])
    .where('location_id', '=', id)
    .orderBy('from_date', 'desc')
    .limit(MOST_INTERVALS)
    .execute()
  return {
    subject: { _id: id, name: location.name },
    time_zone: location.time_zone,
    intervals: rows.map(({ from_date, ...row }) => ({
      since: from_date === BEGINNING ? null : from_date,
      location: null,
      denomination: null,
      limits: null,
      slot: null,
      ...row,
    })),
  }
}

export async function historyOfSmib(db: Db, { tenantId }: Scope, id: string): Promise<AssignmentHistory> {
  const smib = await db
    .selectFrom('smibs as s')
    .innerJoin('locations as l', 'l.id', 's.location_id')
    .select(['s.mac', 'l.time_zone'])
    .where('s.id', '=', id)
    .$if(tenantId !== null, query => query.where('s.tenant_id', '=', tenantId ?? ''))
    .executeTakeFirst()
  if (!smib) throw new Problem(404, 'not_found')
  const rows = await db
    .selectFrom('smib_history as h')
    // As above: one that they may not see has no name.
    .leftJoin('slots as s', 's.id', 'h.slot_id')
    .select(['h.valid_from', 'h.origin', 's.id', 's.serial'])
    .where('h.smib_id', '=', id)
    .orderBy('h.valid_from', 'desc')
    .limit(MOST_INTERVALS)
    .execute()
  return {
    subject: { _id: id, name: smib.mac },
    time_zone: smib.time_zone,
    intervals: rows.map(row => ({
      since: row.valid_from === 0 ? null : row.valid_from,
      origin: row.origin,
      location: null,
      denomination: null,
      limits: null,
      time_zone: null,
      gaming_day_start: null,
      slot: row.id === null || row.serial === null ? null : { _id: row.id, name: row.serial },
    })),
  }
}
