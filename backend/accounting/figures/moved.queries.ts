/**
 * What each game of each slot moved in a period: from spans all of whose days lie in it and none of which has changed
 * since, otherwise from days.
 */
import { sql, type RawBuilder } from 'kysely'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { isOfSlots } from '../../platform/db/narrowed'
import type { Scope } from '../../platform/request/actor'
import { countMeters, movementNames, type MovementMeter } from '../../telemetry/readings/meters.contract'
import { daysOf } from './aggregate.queries'

/** In place of a game's number, in a span: all games of a slot together. */
export const TOGETHER = -2

interface Period {
  from: string
  to: string
  /** Of one location only. */
  location: string | null
}

const meters = sql.raw(movementNames.map(name => `v."${name}"`).join(', '))
const ofDays = sql.raw(
  [
    'v.slot_id, v.location_id, v.tenant_id, v.currency, v.game_nr, v.gaming_day',
    ...movementNames.map(name =>
      countMeters.has(name) ? `v."${name}"` : `v."${name}" * v.denomination_minor as "${name}"`,
    ),
  ].join(', '),
)

/**
 * Tables for `with`. The last one, `moved_wholes`, has one or more rows for each slot, location and currency, in money
 * and counts: of the slot's own counters, and (`of_games`) of its games together. All belong into one statement: a span
 * that is made meanwhile is in it or not, never twice.
 */
export const moved = (db: Db, scope: Scope, period: Period): RawBuilder<unknown> => sql`
    ${isOfSlots(db) ? daysAlone(scope, period) : spansAndDays(db, scope, period)},
    moved_wholes as (
      select v.slot_id, v.location_id, v.tenant_id, v.currency, case when v.game_nr = 0 then 0 else 1 end as of_games, ${meters}
      from ${inSpans} and v.game_nr in (0, ${sql.lit(TOGETHER)})
      union all
      select v.slot_id, v.location_id, v.tenant_id, v.currency, case when v.game_nr = 0 then 0 else 1 end, ${meters} from moved_apart v)`

function spansAndDays(db: Db, { tenantId }: Scope, { from, to, location }: Period): RawBuilder<unknown> {
  const own = sql`${tenantId === null ? sql`1 = 1` : sql`l.tenant_id = ${tenantId}`}
    ${location === null ? sql`` : sql`and l.id = ${location}`}`
  const days = daysOf(from, to).map(day => ({ day }))
  return sql`
    summed_days as (
      select v.tenant_id, v.location_id, v.day, substr(v.day, 1, 9) as ten, substr(v.day, 1, 7) as month,
        case when v.changed = 0 and v.day >= ${from} and v.day <= ${to} then 1 else 0 end as is_in
      from locations l cross join span_days v where ${own} and v.tenant_id = l.tenant_id and v.location_id = l.id
        and v.day >= ${`${from.slice(0, 7)}-01`} and v.day <= ${`${to.slice(0, 7)}-31`} and v.summed = 1),
    months as (select tenant_id, location_id, month as span from summed_days
      group by tenant_id, location_id, month having min(is_in) = 1),
    tens as (select s.tenant_id, s.location_id, s.ten as span from summed_days s
      left join months m on m.location_id = s.location_id and m.span = s.month where m.span is null
      group by s.tenant_id, s.location_id, s.ten having min(s.is_in) = 1),
    spans as (select * from months union all select * from tens),
    days_apart as (
      select l.id as location_id, b.day from ${rowsAsTable(db, { day: 'text' }, days)}
      cross join locations l
      left join summed_days s on s.location_id = l.id and s.day = b.day
      left join spans m on m.location_id = s.location_id and m.span in (s.month, s.ten)
      where ${own} and m.span is null),
    moved_apart as (
      select ${ofDays} from days_apart p cross join counter_days v
      where v.location_id = p.location_id and v.gaming_day = p.day
        ${tenantId === null ? sql`` : sql`and v.tenant_id = ${tenantId}`} and v.game_nr >= 0)`
}

/** Of single slots, which may have moved something in a location before they left it: its days cannot be looked up. */
const daysAlone = ({ tenantId }: Scope, { from, to, location }: Period): RawBuilder<unknown> => sql`
    spans as (select tenant_id, location_id, span from slot_spans where 1 = 0),
    moved_apart as (
      select ${ofDays} from counter_days v where v.gaming_day >= ${from} and v.gaming_day <= ${to}
        ${tenantId === null ? sql`` : sql`and v.tenant_id = ${tenantId}`}
        ${location === null ? sql`` : sql`and v.location_id = ${location}`} and v.game_nr >= 0)`

/** After these tables: months and ten days of slots and of each of their games, as `v`. */
export const inSpans = sql.raw(`spans p cross join slot_spans v
      where v.tenant_id = p.tenant_id and v.location_id = p.location_id and v.span = p.span`)

/**
 * After these tables: one or more rows for each game of a slot, with its location, its currency and these meters. Read
 * alone, a few of them take a third of the time of all.
 */
export function movedGames(names: readonly MovementMeter[]): RawBuilder<unknown> {
  const columns = ['slot_id', 'location_id', 'currency', 'game_nr', ...names]
  const own = sql.raw(columns.map(name => `v."${name}"`).join(', '))
  return sql`(select ${own} from ${inSpans} and v.game_nr > 0
    union all select ${own} from moved_apart v where v.game_nr > 0) as g`
}
