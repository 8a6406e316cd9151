/** Whose shift is handed over, and since when it runs. */
import { DAY_MS, HOUR_MS } from '../../platform/contract/durations'
import { sql } from 'kysely'
import { invalidField, Problem } from '../../platform/contract/problem'
import { parseLocalTime } from '../../platform/contract/time-zone'
import { isPostgres } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import type { Actor, Scope } from '../../platform/request/actor'
import type { HandoverSheet } from './shift-handovers.contract'
import { gamingDayBounds, gamingDayOf } from '../../estate/locations/gaming-day.service'

/** Longer is no shift: two gaming days. Convention. */
const LONGEST_SHIFT_MS = 48 * HOUR_MS
/** After a longer pause the shift began with the gaming day. */
const FOLLOWS_WITHIN_MS = DAY_MS

const refuse = (code: string) => invalidField('began_at', code)

/** Throws 403 for a program, and for whoever sees some of a location's slots: the sheet is of all of them. */
export function demandWholeLocation({ kind, rules = [] }: Pick<Actor, 'kind' | 'rules'>): void {
  if (kind !== 'user') throw new Problem(403, 'handover_person')
  if (rules.some(({ model }) => model === 'slot')) throw new Problem(403, 'handover_part')
}

interface Begun {
  now: number
  /** By the location's clock; null: where the shift before ended, or with the gaming day. */
  beganAt: string | null
  /** Throws 409 while another sheet waits to be taken over. */
  demandsNoneWaiting?: boolean
}

export async function shiftOf(db: Db, scope: Scope, locationId: string, begun: Begun) {
  const location = await db
    .selectFrom('locations')
    .select(['id', 'tenant_id', 'code', 'name', 'time_zone', 'gaming_day_start'])
    .where('id', '=', locationId)
    .where('archived_at', 'is', null)
    .$if(scope.tenantId !== null, query => query.where('tenant_id', '=', scope.tenantId ?? ''))
    .executeTakeFirst()
  if (!location) throw new Problem(404, 'not_found')
  if (begun.demandsNoneWaiting) await waitForOthers(db, location.id)
  const sheets = db.selectFrom('shift_handovers').where('location_id', '=', location.id)
  const waiting = await sheets.select(['id', 'number']).where('state', '=', 'waiting').executeTakeFirst()
  if (waiting && begun.demandsNoneWaiting) throw new Problem(409, 'handover_waits')
  const last = await sheets
    .select(['to_at', 'sheet'])
    .where('state', '<>', 'withdrawn')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const newest = await sheets.select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst()
  const { time_zone: zone, gaming_day_start: start } = location
  const earlier = last ? Number(last.to_at) : null
  const follows = earlier !== null && begun.now - earlier <= FOLLOWS_WITHIN_MS ? earlier : null
  const from =
    instantOf(begun.beganAt, zone) ??
    follows ??
    gamingDayBounds(gamingDayOf(begun.now, zone, start), zone, start).from
  if (from >= begun.now) throw refuse(begun.beganAt === null ? 'shift_too_short' : 'in_the_future')
  if (earlier !== null && from < earlier) throw refuse('before_last_handover')
  if (begun.now - from > LONGEST_SHIFT_MS) throw refuse('shift_too_long')
  return {
    location,
    from,
    /** The sheet before, and when its shift ended. */
    before: last && earlier !== null ? { to: earlier, sheet: JSON.parse(last.sheet) as HandoverSheet } : null,
    seq: Number(newest?.seq ?? 0) + 1,
    waiting: waiting ? { _id: waiting.id, name: waiting.number } : null,
  }
}

/**
 * Of two people who hand over in one instant the second sees the sheet of the first. The embedded database has one
 * writer at a time.
 */
async function waitForOthers(db: Db, locationId: string): Promise<void> {
  if (isPostgres(db))
    await sql`select pg_advisory_xact_lock(hashtextextended(${`handover ${locationId}`}, 0))`.execute(db)
}

/** Undefined when it was left out. Throws 422 for a time that the clock skipped. */
function instantOf(clock: string | null, zone: string): number | undefined {
  if (clock === null) return undefined
  const at = parseLocalTime(clock, zone)
  if (!at.isValid || at.toFormat("yyyy-MM-dd'T'HH:mm") !== clock) throw refuse('invalid')
  return at.toMillis()
}
