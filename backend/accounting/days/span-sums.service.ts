/**
 * What each game of each slot moved in a month and in ten days of it, so that a report adds up a few rows instead of
 * one for each day. A span is called by what its dates begin with: `2026-11` is a month, `2026-11-0` its days from the
 * 1st to the 9th. It holds days that are over. Whoever books something for one of them says so in the same transaction
 * (`markClosedDays`); until the watch has made its spans anew, readers (`moved.queries.ts`) leave them out.
 */
import { sql } from 'kysely'
import { HOUR_MS } from '../../platform/contract/durations'
import { insertMany } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import { dueByTenant, tenantByTenant, tenantsWith } from '../../platform/tasks/each-tenant.service'
import { startWatch, type Turn } from '../../platform/tasks/watch.service'
import { dateAfter, gamingDayIn } from '../../estate/locations/gaming-day.service'
import { allPlaces, type Place } from '../../telemetry/gaming-days/place.service'
import { keepWritersOut } from '../../telemetry/readings/day-marks.service'
import { movementNames } from '../../telemetry/readings/meters.contract'
import { daysOf, inMoney } from '../figures/aggregate.queries'
import { TOGETHER } from '../figures/moved.queries'

/** A month into which readings come again and again is not summed with each of them. */
const LOOK_EVERY_MS = 60_000
/** After a start SMIBs first send what they have stored meanwhile. */
const PATIENCE_MS = 3 * 60_000
const MOST_MONTHS = 50
const FAILED = 'months could not be summed'
/** For what comes late as a rule. */
const OVER_SINCE_MS = HOUR_MS

type Own = Pick<Deps, 'db' | 'clock' | 'log'>

export const startSpansWatch = (deps: Deps): { stop(): Promise<void> } =>
  startWatch(deps, {
    name: 'spans-watch',
    everyMs: LOOK_EVERY_MS,
    afterMs: PATIENCE_MS,
    leaseMs: 3 * LOOK_EVERY_MS,
    failed: FAILED,
    look: turn => sumSpans(deps, turn),
  })

const undisturbed: Turn = { signal: new AbortController().signal, isOurs: () => Promise.resolve(true) }

/** Answers how many months of locations were tried; the others wait for the next turn once this one has to end. */
export async function sumSpans(own: Own, turn: Turn = undisturbed): Promise<number> {
  const { signal, isOurs } = turn
  await addDays(own, signal)
  const tenants = await tenantsWith(
    own.db,
    sql`select tenant_id from span_days where changed = 1 group by tenant_id order by random()`,
  )
  return tenantByTenant(own, tenants, {
    most: MOST_MONTHS,
    failed: FAILED,
    isOver: async () => signal.aborted || !(await isOurs()),
    work: (tenant, most) => sumSpansOf(own, tenant, most, turn),
  })
}

async function sumSpansOf(
  { db, log }: Own,
  tenant: string,
  most: number,
  { signal, isOurs }: Turn,
): Promise<number> {
  // By chance, since one that fails each time would keep the others waiting for ever.
  const { rows } = await sql<Month>`
    select tenant_id, location_id, substr(day, 1, 7) as month from span_days
    where tenant_id = ${tenant} and changed = 1 group by 1, 2, 3 order by random() limit ${most}`.execute(db)
  let tried = 0
  for (const month of rows) {
    // The first one was begun with the tenant.
    if (tried > 0 && (signal.aborted || !(await isOurs()))) break
    tried++
    try {
      await db.transaction().execute(tx => sumMonth(tx, month))
    } catch (err) {
      log.warn({ err, ...month }, 'a month could not be summed')
    }
  }
  return tried
}

interface Known {
  id: string
  /** The first day with readings, and the first and last one that are in spans or wait for it. */
  since: string | null
  first: string | null
  last: string | null
}

/** Days that are over by now wait to be summed. */
async function addDays(own: Own, signal: AbortSignal): Promise<void> {
  const { db } = own
  const now = own.clock()
  const rows = await dueByTenant(
    db,
    sql<Known & { tenant_id: string }>`
    select l.tenant_id, l.id, (select min(c.gaming_day) from counter_days c where c.location_id = l.id) as since,
      (select min(d.day) from span_days d where d.location_id = l.id) as first,
      (select max(d.day) from span_days d where d.location_id = l.id) as last from locations l`,
  )
  const known = new Map([...rows.values()].flat().map(row => [row.id, row]))
  const places = await allPlaces(db)
  await tenantByTenant(own, [...places.keys()], {
    failed: FAILED,
    isOver: () => signal.aborted,
    async work(tenant) {
      const all = places.get(tenant) ?? []
      for (const place of all) {
        if (signal.aborted) break
        const days = await newDays(db, place, known.get(place.locationId), now)
        await insertMany(
          db,
          'span_days',
          { tenant_id: 'text', location_id: 'text', day: 'text', summed: 'bigint', changed: 'bigint' },
          days.map(day => ({ tenant_id: tenant, location_id: place.locationId, day, summed: 0, changed: 1 })),
          sql`(location_id, day, tenant_id) do nothing`,
        )
      }
      return all.length
    },
  })
}

async function newDays(
  db: Db,
  { locationId, rules }: Place,
  known: Known | undefined,
  now: number,
): Promise<string[]> {
  if (!known?.since) return []
  const { since, first, last } = known
  const through = dateAfter(gamingDayIn(rules, now - OVER_SINCE_MS), -1)
  const next = last === null || last >= through ? [] : daysOf(dateAfter(last, 1), through)
  const until = first ?? dateAfter(through, 1)
  if (since >= until) return next
  const earlier = await db
    .selectFrom('counter_days')
    .select('gaming_day')
    .distinct()
    .where('location_id', '=', locationId)
    .where('gaming_day', '<', until)
    .execute()
  return [...earlier.map(row => row.gaming_day), ...next]
}

interface Month {
  tenant_id: string
  location_id: string
  /** YYYY-MM. */
  month: string
}

/** What was booked before is in the sums; what is booked later waits for this, and marks its days again. */
async function sumMonth(db: Db, { tenant_id, location_id, month }: Month): Promise<void> {
  await keepWritersOut(db, location_id)
  const own = sql`tenant_id = ${tenant_id} and location_id = ${location_id}`
  const { rows } = await sql<{ day: string; changed: number }>`
    select day, changed from span_days where ${own} and day >= ${`${month}-01`} and day <= ${`${month}-31`}`.execute(
    db,
  )
  const tens = [...new Set(rows.filter(({ changed }) => Number(changed) === 1).map(({ day }) => tenOf(day)))]
  const days = rows.map(({ day }) => day).filter(day => tens.includes(tenOf(day)))
  if (days.length === 0) return
  await sql`delete from slot_spans where ${own} and span in (${sql.join([month, ...tens])})`.execute(db)
  const from = sql`${inMoney} from counter_days where ${own} and gaming_day in (${sql.join(days)})`
  await sql`insert into slot_spans (tenant_id, location_id, span, slot_id, game_nr, currency, ${meters})
    select tenant_id, location_id, substr(gaming_day, 1, 9), slot_id, game_nr, currency, ${from}
      and game_nr >= 0 group by 1, 2, 3, 4, 5, 6
    union all
    select tenant_id, location_id, substr(gaming_day, 1, 9), slot_id, ${sql.lit(TOGETHER)}, currency, ${from}
      and game_nr > 0 group by 1, 2, 3, 4, 5, 6`.execute(db)
  await sql`insert into slot_spans (tenant_id, location_id, span, slot_id, game_nr, currency, ${meters})
    select tenant_id, location_id, substr(span, 1, 7), slot_id, game_nr, currency, ${sums} from slot_spans
    where ${own} and span in (${sql.join(['0', '1', '2', '3'].map(ten => `${month}-${ten}`))}) group by 1, 2, 3, 4, 5, 6`.execute(
    db,
  )
  await sql`update span_days set summed = 1, changed = 0 where ${own} and day in (${sql.join(days)})`.execute(
    db,
  )
}

const tenOf = (day: string): string => day.slice(0, 9)
const meters = sql.raw(movementNames.map(name => `"${name}"`).join(', '))
const sums = sql.raw(movementNames.map(name => `sum("${name}")`).join(', '))
