/** What the meters of each record moved, from the daily roll-ups, priced as each reading was. */
import { sql, type RawBuilder } from 'kysely'
import { rowsAsTable } from '../../platform/db/bulk'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import { daysOf } from '../period-reports/network-clock.service'
import {
  REMAINDER,
  UNSETTLED,
  ticketMeters,
  type TicketMeter,
} from '../../telemetry/readings/ticket-meters.contract'
import { reportedSince } from '../figures/reported-since.service'
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
   * Without days before the slot reported credits: there nothing is compared with its cents.
   */
  rounded: Record<TicketMeter, number>
  unsettled: Record<TicketMeter, number>
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
  const alone = await centsAlone(db, rows, { from, to, condition })
  return {
    days: days.map(({ day }) => day),
    sums: rows.map(row => ({
      slot: row.slot_id,
      place: row.location_id,
      currency: row.currency,
      // PostgreSQL returns sums of large integers as text.
      moved: Object.fromEntries(recordKinds.map(kind => [kind, Number(row[kind])])) as Metered['moved'],
      rounded: less(ticketsIn(row, 'rounded'), alone.get(keyOf(row))),
      unsettled: ticketsIn(row, 'unsettled'),
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

type Minors = Record<TicketMeter, number>
const less = (all: Minors, part: Minors | undefined): Minors =>
  Object.fromEntries(ticketMeters.map(name => [name, all[name] - (part?.[name] ?? 0)])) as Minors

const keyOf = ({ slot_id, location_id, currency }: Pick<Stored, 'slot_id' | 'location_id' | 'currency'>) =>
  `${slot_id} ${location_id} ${currency}`

/**
 * What cents moved on days before the one on which the slot first reported its credits. Decided day by day by the
 * readings of then, so that a period lists the same whenever it is requested.
 */
async function centsAlone(
  db: Db,
  rows: readonly Stored[],
  { from, to, condition }: { from: string; to: string; condition: RawBuilder<unknown> },
): Promise<Map<string, Minors>> {
  const inCents = (name: TicketMeter) =>
    new Set(rows.flatMap(row => (Number(row[`${name}_rounded`]) === 0 ? [] : row.slot_id)))
  const question = new Map(ticketMeters.map(name => [name, inCents(name)]))
  const reported = await reportedSince(db, question, { from, to })
  const alone = new Map<string, Minors>()
  const later = new Set<string>()
  for (const row of rows) {
    const since = reported.get(row.slot_id)?.since
    if (!since) continue
    const all = ticketsIn(row, 'rounded')
    const never = ticketMeters.filter(name => !since.has(name) || isAfter(since.get(name), to))
    alone.set(
      keyOf(row),
      Object.fromEntries(ticketMeters.map(name => [name, never.includes(name) ? all[name] : 0])) as Minors,
    )
    if (ticketMeters.some(name => !never.includes(name) && isAfter(since.get(name), from)))
      later.add(row.slot_id)
  }
  if (later.size === 0) return alone
  const { rows: days } = await sql<
    Pick<Stored, 'slot_id' | 'location_id' | 'currency' | TicketMeter> & { day: string }
  >`
    select d.slot_id, d.location_id, d.currency, d.gaming_day as day,
      ${sql.join(ticketMeters.map(name => sql`${sql.ref(`d.${name}`)} * d.denomination_minor as ${sql.ref(name)}`))}
    from counter_days d where ${condition} and d.game_nr = 0 and d.denomination_minor = ${sql.lit(REMAINDER)}
      and d.slot_id in (select b.id from ${rowsAsTable(
        db,
        { id: 'text' },
        [...later].map(id => ({ id })),
      )})`.execute(db)
  for (const row of days) {
    const since = reported.get(row.slot_id)?.since
    const sums = alone.get(keyOf(row))
    if (!sums || !since) continue
    for (const name of ticketMeters) {
      const first = since.get(name)
      if (first !== undefined && first <= to && row.day < first) sums[name] += Number(row[name])
    }
  }
  return alone
}

const isAfter = (day: string | undefined, other: string) => day !== undefined && day > other
