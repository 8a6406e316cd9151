/** Makes checkpoints: what each slot's meters were at a moment, of readings that nobody doubts. */
import { sql } from 'kysely'
import { MINUTE_MS } from '../../platform/contract/durations'
import { insertMany } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'
import { newId } from '../../platform/db/new-id'
import type { Deps } from '../../platform/deps'
import { dateAfter, gamingDayBoundsIn, gamingDayIn } from '../../estate/locations/gaming-day.service'
import { dayRules } from '../../telemetry/readings/slot-history.queries'
import { mainNames, type MainMeter } from '../../telemetry/readings/meters.contract'
import type { CounterReadingsTable } from '../../telemetry/readings/rawdata.table'
import { byChance, dueByTenant, tenantByTenant } from '../../platform/tasks/each-tenant.service'
import { startWatch } from '../../platform/tasks/watch.service'
import type { CheckpointsTable } from './checkpoints.table'

/** A SMIB's last message of a day may be under way when it ends. */
const WAITS_MS = 15 * MINUTE_MS
const LOOK_EVERY_MS = 60_000
/**
 * After a start SMIBs first send the readings that they have stored meanwhile, and a checkpoint never changes later.
 */
const PATIENCE_MS = 3 * 60_000
const MOST_AT_ONCE = 20
const FAILED = 'checkpoints could not be made'
/** A reading may leave meters out: they are taken from up to so many earlier readings. */
const LOOKED_THROUGH = 50

export interface Moment {
  at: number
  kind: CheckpointsTable['kind']
  gamingDay: string
  reason: string | null
  madeBy: string | null
}

export interface MetersAt {
  newest: CounterReadingsTable
  /** By meter: its value, and the time of the reading it is from. */
  meters: Readonly<Partial<Record<MainMeter, readonly [value: number, at: number]>>>
}

/** A slot's meters at a moment; undefined for a slot without a reading by then. */
export async function metersAt(db: Db, slot: string, at: number): Promise<MetersAt | undefined> {
  const readings = await db
    .selectFrom('counter_readings')
    .selectAll()
    .where('slot_nr', '=', numberOf(slot))
    .where('game_nr', '=', 0)
    // To the nanosecond: a reading at the boundary itself closes the day.
    .where(is =>
      is.or([is('server_time', '<', at), is.and([is('server_time', '=', at), is('server_nano', '=', 0)])]),
    )
    .where('held', 'is', null)
    .orderBy('server_time', 'desc')
    .orderBy('server_nano', 'desc')
    .orderBy('message_seq_nr', 'desc')
    .limit(LOOKED_THROUGH)
    .execute()
  const [newest] = readings
  if (!newest) return undefined
  const meters = Object.fromEntries(
    mainNames.flatMap(name => {
      const source = readings.find(reading => reading[name] !== null)
      return source ? [[name, [source[name], source.server_time]]] : []
    }),
  )
  return { newest, meters }
}

/** Makes checkpoints of the slots that have a reading by then. Returns how many that are. */
export async function checkpoint(
  db: Db,
  slots: readonly string[],
  { at, kind, gamingDay, reason, madeBy }: Moment,
  now: number,
): Promise<number> {
  const rows: CheckpointsTable[] = []
  for (const slot of slots) {
    const known = await metersAt(db, slot, at)
    if (!known) continue
    const { newest, meters } = known
    const { smib_id, location_id, tenant_id, run, message_seq_nr, denomination_minor, currency } = newest
    rows.push({
      id: newId(now),
      slot_id: slot,
      smib_id,
      location_id,
      tenant_id,
      kind,
      gaming_day: gamingDay,
      reason,
      made_by: madeBy,
      server_time: at,
      server_nano: 0,
      received_at: now,
      reading_time: newest.server_time,
      run,
      message_seq_nr,
      denomination_minor,
      currency,
      meters: JSON.stringify(meters),
    })
  }
  await insertMany(db, 'checkpoints', columns, rows)
  return rows.length
}

const columns = {
  id: 'text',
  slot_id: 'text',
  smib_id: 'text',
  location_id: 'text',
  tenant_id: 'text',
  kind: 'text',
  gaming_day: 'text',
  reason: 'text',
  made_by: 'text',
  server_time: 'bigint',
  server_nano: 'bigint',
  received_at: 'bigint',
  reading_time: 'bigint',
  run: 'bigint',
  message_seq_nr: 'bigint',
  denomination_minor: 'bigint',
  currency: 'text',
  meters: 'text',
} as const

/** The last ended gaming day of each location that has none of it yet; answers how many locations that were. */
export async function closeDays(deps: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<number> {
  const now = deps.clock()
  const due = await endedDays(deps.db, now)
  return tenantByTenant(deps, byChance([...due.keys()]), {
    most: MOST_AT_ONCE,
    failed: FAILED,
    async work(tenant, most) {
      const some = due.get(tenant)?.splice(0, most) ?? []
      for (const one of some) await deps.db.transaction().execute(tx => closeDay(tx, one, now))
      return some.length
    },
  })
}

interface EndedDay {
  location: string
  day: string
  /** Its end, epoch milliseconds. */
  at: number
}

/** By tenant, the days without a checkpoint. */
async function endedDays(db: Db, now: number): Promise<Map<string, EndedDay[]>> {
  const locations = await dueByTenant(
    db,
    sql<{ tenant_id: string; id: string; gaming_day: string | null }>`
      select l.tenant_id, l.id, d.gaming_day from locations l
      left join checkpoint_days d on d.location_id = l.id where l.archived_at is null`,
  )
  // A clock that holds from a coming date on ends no day before.
  const clocks = await dayRules(
    db,
    [...locations.values()].flat().map(({ id }) => id),
  )
  const ended = [...locations].map(([tenant, all]): [string, EndedDay[]] => [
    tenant,
    all.flatMap(({ id, gaming_day }) => {
      const rules = clocks.get(id) ?? []
      const day = dateAfter(gamingDayIn(rules, now - WAITS_MS), -1)
      if (gaming_day !== null && gaming_day >= day) return []
      return [{ location: id, day, at: gamingDayBoundsIn(rules, day).to }]
    }),
  ])
  return new Map(
    ended.filter(([, days]) => days.length > 0).map(([tenant, days]) => [tenant, byChance(days)]),
  )
}

/** In a transaction. Nothing where another backend was faster. */
async function closeDay(db: Db, { location, day, at }: EndedDay, now: number): Promise<void> {
  const { numInsertedOrUpdatedRows: taken } = await db
    .insertInto('checkpoint_days')
    .values({ location_id: location, gaming_day: day })
    .onConflict(conflict =>
      conflict
        .column('location_id')
        .doUpdateSet({ gaming_day: day })
        .where('checkpoint_days.gaming_day', '<', day),
    )
    .executeTakeFirstOrThrow()
  if (taken !== 1n) return
  const slots = await db
    .selectFrom('slots')
    .select('id')
    .where('location_id', '=', location)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .execute()
  const moment = { at, kind: 'day', gamingDay: day, reason: null, madeBy: null } as const
  await checkpoint(
    db,
    slots.map(slot => slot.id),
    moment,
    now,
  )
}

/**
 * A checkpoint of a day's end that was made before all of its readings had arrived does not show how the day ended,
 * so the next look makes it again.
 */
export async function renewDayCheckpoints(db: Db, tenant: string): Promise<void> {
  await db.deleteFrom('checkpoints').where('tenant_id', '=', tenant).where('kind', '=', 'day').execute()
  await db
    .deleteFrom('checkpoint_days')
    .where('location_id', 'in', own =>
      own.selectFrom('locations').select('id').where('tenant_id', '=', tenant),
    )
    .execute()
}

export const startCheckpoints = (deps: Deps): { stop(): Promise<void> } =>
  startWatch(deps, {
    name: 'checkpoints',
    everyMs: LOOK_EVERY_MS,
    afterMs: PATIENCE_MS,
    leaseMs: 2 * LOOK_EVERY_MS,
    failed: FAILED,
    look: () => closeDays(deps),
  })
