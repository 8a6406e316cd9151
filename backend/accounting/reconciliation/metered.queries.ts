/** What the meters of each record moved, from the daily roll-ups, priced as each reading was. */
import { sql } from 'kysely'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import { daysOf } from '../period-reports/network-clock.service'
import {
  isWithoutCredits,
  REMAINDER,
  UNSETTLED,
  ticketMeters,
  type TicketMeter,
} from '../../telemetry/readings/ticket-meters.contract'
import { askLatest, readLatest } from '../../telemetry/judgement/latest.service'
import {
  recordKinds,
  type RecordAnswer,
  type RecordKind,
  type RecordRequest,
} from './reconciliation.contract'

/** Slots times days that one request sums up. */
const MOST_SLOT_DAYS = 400_000

export interface Metered {
  slot: string
  place: string
  currency: RecordAnswer['rows'][number]['currency']
  moved: Record<RecordKind, number>
  /**
   * What the cents meters of tickets say more than the credits meters: in `moved`, and beyond rounding, which is not.
   */
  rounded: Record<TicketMeter, number>
  unsettled: Record<TicketMeter, number>
  /** Meters of which the slot has never reported credits: nothing is compared with their cents. */
  withoutCredits: readonly TicketMeter[]
}

type Parts = `${TicketMeter}_${'rounded' | 'unsettled'}`
interface Stored extends Record<RecordKind | Parts, number | string> {
  slot_id: string
  location_id: string
  currency: Metered['currency']
}

/**
 * Of the slot's own counters; of a slot that reports none, its games'; and the days of which there is anything. A
 * month is summed where it is stored:
 * handed over day by day, it took four times as long. Throws 413 where that is too much at once.
 */
export async function meteredOf(
  db: Db,
  { tenantId }: Scope,
  { from, to, location }: Pick<RecordRequest, 'from' | 'to' | 'location'>,
): Promise<{ sums: Metered[]; days: string[] }> {
  const { slots } = await db
    .selectFrom('slots')
    .select(({ fn }) => fn.countAll<number>().as('slots'))
    .$if(tenantId !== null, query => query.where('tenant_id', '=', tenantId ?? ''))
    .$if(location !== null, query => query.where('location_id', '=', location ?? ''))
    .executeTakeFirstOrThrow()
  if (Number(slots) * daysOf(from, to).length > MOST_SLOT_DAYS)
    throw new Problem(413, 'report_too_wide', { details: { limit: MOST_SLOT_DAYS } })
  const condition = sql`${tenantId === null ? sql`1 = 1` : sql`d.tenant_id = ${tenantId}`} and d.gaming_day >= ${from} and d.gaming_day <= ${to}
    ${location === null ? sql`` : sql`and d.location_id = ${location}`}`
  const [{ rows }, { rows: days }] = await Promise.all([
    sql<Stored>`select d.slot_id, d.location_id, d.currency,
        ${sql.join(recordKinds.map(kind => sql`sum(${sql.ref(`d.${kind}`)} * d.denomination_minor) as ${sql.ref(kind)}`))},
        ${sql.join(ticketMeters.flatMap(partsOf))}
      from counter_days d
      where ${condition} and d.game_nr = 0
      group by d.slot_id, d.location_id, d.currency`.execute(db),
    sql<{ day: string }>`select distinct d.gaming_day as day from counter_days d where ${condition}`.execute(
      db,
    ),
  ])
  const inCents = await withoutCredits(db, rows)
  return {
    days: days.map(({ day }) => day),
    sums: rows.map(row => ({
      slot: row.slot_id,
      place: row.location_id,
      currency: row.currency,
      // PostgreSQL returns sums of large integers as text.
      moved: Object.fromEntries(recordKinds.map(kind => [kind, Number(row[kind])])) as Metered['moved'],
      rounded: ticketsIn(row, 'rounded'),
      unsettled: ticketsIn(row, 'unsettled'),
      withoutCredits: inCents.get(row.slot_id) ?? [],
    })),
  }
}

const partsOf = (name: TicketMeter) => {
  const meter = sql.ref(`d.${name}`)
  return [
    sql`sum(case when d.denomination_minor = ${sql.lit(REMAINDER)} then ${meter} * d.denomination_minor else 0 end) as ${sql.ref(`${name}_rounded`)}`,
    sql`sum(case when d.denomination_minor = ${sql.lit(UNSETTLED)} then ${meter} else 0 end) as ${sql.ref(`${name}_unsettled`)}`,
  ]
}

const ticketsIn = (row: Stored, part: 'rounded' | 'unsettled') =>
  Object.fromEntries(ticketMeters.map(name => [name, Number(row[`${name}_${part}`])])) as Record<
    TicketMeter,
    number
  >

/** By slot, for those alone in which only cents moved. */
async function withoutCredits(db: Db, rows: readonly Stored[]) {
  const ids = rows.flatMap(row =>
    ticketMeters.some(
      name => Number(row[`${name}_rounded`]) !== 0 && Number(row[name]) === Number(row[`${name}_rounded`]),
    )
      ? row.slot_id
      : [],
  )
  if (ids.length === 0) return new Map<string, readonly TicketMeter[]>()
  const { rows: latest } = await db.executeQuery(askLatest(db, [...new Set(ids)]))
  return new Map(
    [...readLatest(latest)].map(([slot, games]): [string, readonly TicketMeter[]] => {
      const state = games.get(0)?.state
      return [slot, ticketMeters.filter(name => state && isWithoutCredits(state, name))]
    }),
  )
}
