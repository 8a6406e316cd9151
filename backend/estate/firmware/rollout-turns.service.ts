/** The turns of running rollouts: what SMIBs answered and reported settles them, then the next wave is ordered. */
import { sql } from 'kysely'
import { recordChange } from '../../platform/audit/audit.service'
import { localTime } from '../../platform/contract/time-zone'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import { systemActor } from '../../platform/request/actor'
import { byChance, tenantByTenant, tenantsWith } from '../../platform/tasks/each-tenant.service'
import { startWatch } from '../../platform/tasks/watch.service'
import { announce, raise, type Raised } from '../../workflow/notifications/notifications.service'
import type { Tables } from '../../platform/db/tables'
import { orderCommand } from '../orders/orders.service'
import type { Selectable } from 'kysely'
import { REPORT_WITHIN_MS } from './firmware-rollouts.contract'

type Rollout = Selectable<Tables['firmware_rollouts']>

const FAILED = 'a rollout of firmware could not be looked at'

export const startFirmwareWatch = (deps: Deps): { stop(): Promise<void> } =>
  startWatch(deps, {
    name: 'firmware rollouts',
    everyMs: 5_000,
    leaseMs: 60_000,
    failed: FAILED,
    look: () => lookAtRollouts(deps),
  })

/** Answers how many rollouts had a turn. */
export async function lookAtRollouts(deps: Deps): Promise<number> {
  // A wave that has been ordered is settled also while its rollout is paused, or after it was stopped.
  const tenants = await tenantsWith(
    deps.db,
    sql`select tenant_id from firmware_rollouts where state in ('running', 'paused') group by tenant_id
      union select tenant_id from firmware_boards where result in ('ordered', 'taken') group by tenant_id`,
  )
  return tenantByTenant(deps, tenants, {
    failed: FAILED,
    work: async tenant => {
      // Each statement by itself: SMIBs report meanwhile, and two that hold rows would wait for each other.
      await settle(deps.db, tenant, deps.clock())
      const running = await deps.db
        .selectFrom('firmware_rollouts')
        .select('id')
        .where('tenant_id', '=', tenant)
        .where('state', '=', 'running')
        .execute()
      // One that fails ends its tenant's turn: it must not always be before the others.
      for (const { id } of byChance(running)) {
        const raised = await deps.db.transaction().execute(db => turn(db, tenant, id, deps.clock()))
        announce(deps, raised)
      }
      return running.length
    },
  })
}

/** By what is known, and by nothing else: a SMIB that says nothing has not been updated. */
async function settle(db: Db, tenant: string, now: number): Promise<void> {
  const set = (result: string, isSettled: boolean) => sql`update firmware_boards set result = ${result},
    ${isSettled ? sql`settled_at = cast(${now} as bigint), ` : sql``}updated_at = ${now}, version = version + 1`
  const open = sql`tenant_id = ${tenant} and result in ('ordered', 'taken')`
  const command = (condition: ReturnType<typeof sql>) => sql`exists (select 1 from machine_commands c
    where c.id = firmware_boards.command_id and c.tenant_id = ${tenant} and ${condition})`
  const reports = (condition: ReturnType<typeof sql>) => sql`exists (select 1 from smib_firmware f
    where f.smib_id = firmware_boards.smib_id and f.tenant_id = ${tenant} and ${condition})`
  await sql`${set('updated', true)} where ${open}
    and ${reports(sql`f.firmware = firmware_boards.firmware and f.reported_at >= firmware_boards.ordered_at`)}`.execute(
    db,
  )
  await sql`update firmware_boards set code = (select c.answer_code from machine_commands c
      where c.id = firmware_boards.command_id and c.tenant_id = ${tenant}),
    result = 'refused', settled_at = ${now}, updated_at = ${now}, version = version + 1
    where ${open} and ${command(sql`c.state = 'refused'`)}`.execute(db)
  await sql`${set('taken', false)} where tenant_id = ${tenant} and result in ('ordered', 'no_answer')
    and ${command(sql`c.state = 'done' and c.answered_at > ${now - REPORT_WITHIN_MS}`)}`.execute(db)
  await sql`${set('no_answer', true)} where tenant_id = ${tenant} and result = 'ordered'
    and ${command(sql`c.state in ('no_answer', 'cancelled')`)}`.execute(db)
  // It took the file, and its time to start it is over.
  const late = command(sql`c.state = 'done' and c.answered_at <= ${now - REPORT_WITHIN_MS}`)
  const spoke = reports(sql`exists (select 1 from machine_commands d where d.id = firmware_boards.command_id
    and d.tenant_id = ${tenant} and f.reported_at > d.answered_at)`)
  await sql`${set('other', true)} where ${open} and ${late} and ${spoke}`.execute(db)
  await sql`${set('no_answer', true)} where ${open} and ${late}`.execute(db)
}

async function turn(db: Db, tenant: string, id: string, now: number): Promise<Raised[]> {
  // Taken for this transaction: whoever pauses it at this moment waits, or has paused it already.
  const rollout = await db
    .updateTable('firmware_rollouts')
    .set(row => ({ wave: row.ref('wave') }))
    .where('id', '=', id)
    .where('tenant_id', '=', tenant)
    .where('state', '=', 'running')
    .returningAll()
    .executeTakeFirst()
  if (!rollout) return []
  const counts = await countsOf(db, rollout)
  if (rollout.wave > rollout.passed_wave) {
    const { failed, size } = counts
    if (failed * 100 > rollout.fail_percent * size) return pauseForFailures(db, rollout, counts, now)
    if (counts.open === 0) await set(db, rollout, { passed_wave: rollout.wave }, now)
  }
  if (counts.open > 0) return []
  if (counts.waiting === 0) {
    await set(db, rollout, { state: 'done', finished_at: now, next_wave_at: null }, now)
    await log(db, rollout, 'finish', { wave: rollout.wave }, now)
    return []
  }
  if (now >= (rollout.next_wave_at ?? 0)) await orderWave(db, rollout, counts.planned, now)
  return []
}

interface Counts {
  /** Of the present wave. */
  size: number
  failed: number
  open: number
  waiting: number
  /** All that were to be changed. */
  planned: number
}

async function countsOf(db: Db, { id, tenant_id, wave }: Rollout): Promise<Counts> {
  const rows = await db
    .selectFrom('firmware_boards')
    .select(['wave', 'result', row => row.fn.countAll<number>().as('count')])
    .where('rollout_id', '=', id)
    .where('tenant_id', '=', tenant_id)
    .groupBy(['wave', 'result'])
    .execute()
  const sum = (is: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(is).reduce((total, { count }) => total + Number(count), 0)
  const isFailure = (result: string) => ['refused', 'other', 'no_answer'].includes(result)
  return {
    size: sum(row => row.wave === wave),
    failed: sum(row => row.wave === wave && isFailure(row.result)),
    open: sum(({ result }) => result === 'ordered' || result === 'taken'),
    waiting: sum(({ result }) => result === 'waiting'),
    planned: sum(({ result }) => result !== 'left'),
  }
}

async function pauseForFailures(
  db: Db,
  rollout: Rollout,
  { failed, size }: Counts,
  now: number,
): Promise<Raised[]> {
  await set(db, rollout, { state: 'paused', pause: 'failures' }, now)
  await log(db, rollout, 'pause', { wave: rollout.wave, failed, smibs: size }, now)
  const { name: tenant_name } = await db
    .selectFrom('tenants')
    .select('name')
    .where('id', '=', rollout.tenant_id)
    .executeTakeFirstOrThrow()
  const one = await raise(
    db,
    {
      template: 'firmware_paused',
      tenantId: rollout.tenant_id,
      resourceType: 'tenant',
      resourceId: rollout.tenant_id,
      details: { tenant_id: rollout.tenant_id, tenant_name },
      data: {
        rollout: rollout.name,
        wave: String(rollout.wave),
        failed: String(failed),
        count: String(size),
      },
      folds: false,
    },
    now,
  )
  return one ? [one] : []
}

/** SMIBs that stand where the hour is one of the rollout's, in the order in which it was drafted. */
async function orderWave(db: Db, rollout: Rollout, planned: number, now: number): Promise<void> {
  const { id, tenant_id, wave_size, wave_unit } = rollout
  const size = wave_unit === 'percent' ? Math.max(1, Math.ceil((planned * wave_size) / 100)) : wave_size
  const places = await db
    .selectFrom('locations')
    .select(['id', 'time_zone'])
    .where('tenant_id', '=', tenant_id)
    .where('id', 'in', row =>
      row
        .selectFrom('firmware_boards')
        .select('location_id')
        .where('rollout_id', '=', id)
        .where('tenant_id', '=', tenant_id)
        .where('result', '=', 'waiting'),
    )
    .execute()
  const open = places.filter(({ time_zone }) => isAllowed(rollout, now, time_zone)).map(place => place.id)
  if (open.length === 0) return
  const { rows } = await sql<Due>`
    select b.id, b.smib_id, b.firmware, b.location_id, s.slot_id, s.archived_at, f.firmware as reported, v.sha256, v.size
    from firmware_boards b join smibs s on s.id = b.smib_id
    join firmware_versions v on v.id = b.firmware_id and v.tenant_id = b.tenant_id
    left join smib_firmware f on f.smib_id = b.smib_id
    where b.rollout_id = ${id} and b.tenant_id = ${tenant_id} and b.result = 'waiting'
      and b.location_id in (${sql.join(open)})
      and not exists (select 1 from machine_commands c where c.open_target = b.smib_id and c.lane = 'update_firmware')
    order by b.id limit ${size}`.execute(db)
  if (rows.length === 0) return
  const wave = rollout.wave + 1
  for (const due of rows) await orderOne(db, rollout, wave, due, now)
  await set(db, rollout, { wave, next_wave_at: now + rollout.gap * 60_000 }, now)
  await log(db, rollout, 'wave', { wave, smibs: rows.length }, now)
}

interface Due {
  id: string
  smib_id: string
  firmware: string
  location_id: string
  slot_id: string | null
  archived_at: number | null
  reported: string | null
  sha256: string
  size: number
}

async function orderOne(db: Db, rollout: Rollout, wave: number, due: Due, now: number): Promise<void> {
  const update = db
    .updateTable('firmware_boards')
    .where('id', '=', due.id)
    .where('tenant_id', '=', rollout.tenant_id)
  const code = due.archived_at !== null ? 'archived' : due.reported === due.firmware ? 'already' : null
  if (code !== null) {
    await update.set({ result: 'left', code, settled_at: now, updated_at: now }).execute()
    return
  }
  const command = await orderCommand(
    db,
    { id: rollout.started_by_id ?? systemActor.id, name: rollout.started_by ?? systemActor.name },
    {
      tenantId: rollout.tenant_id,
      locationId: due.location_id,
      slotId: due.slot_id,
      smibId: due.smib_id,
      kind: 'update_firmware',
      input: { version: due.firmware, size: Number(due.size), sha256: due.sha256 },
      reason: rollout.name,
    },
    now,
  )
  await update
    .set(row => ({
      result: 'ordered',
      wave,
      command_id: command,
      // What it runs before this order, which may differ from what it ran at the draft.
      firmware_before: due.reported,
      ordered_at: now,
      updated_at: now,
      version: row('version', '+', 1),
    }))
    .execute()
}

/** Both hours alike: all day. Over midnight they end on the next day. */
export function isAllowed(
  { hour_from: from, hour_to: to }: Pick<Rollout, 'hour_from' | 'hour_to'>,
  at: number,
  zone: string,
): boolean {
  const { hour } = localTime(at, zone)
  if (from === to) return true
  return from < to ? hour >= from && hour < to : hour >= from || hour < to
}

async function set(db: Db, { id, tenant_id }: Rollout, values: Partial<Rollout>, now: number): Promise<void> {
  await db
    .updateTable('firmware_rollouts')
    .set(row => ({ ...values, version: row('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .where('tenant_id', '=', tenant_id)
    .execute()
}

const log = (db: Db, { id, tenant_id, name }: Rollout, action: string, after: object, now: number) =>
  recordChange(
    db,
    systemActor,
    {
      entity: 'firmware-rollout',
      id,
      tenantId: tenant_id,
      action,
      before: null,
      after: { name, ...after },
    },
    now,
  )
