/**
 * Each sending, from the hour at which it is due to its e-mails. Every step is one transaction that begins with taking
 * the sending from the state it was in: whoever is killed between two steps leaves it where the next one goes on, and
 * nobody sends it twice.
 */
import { sql } from 'kysely'
import { DAY_MS, MINUTE_MS } from '../../platform/contract/durations'
import { newId } from '../../platform/db/new-id'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import { placeOf, placesOfTenant, type Place } from '../../telemetry/gaming-days/place.service'
import { tenantByTenant, tenantsWith } from '../../platform/tasks/each-tenant.service'
import { queueMail } from '../../identity/mail/mail.service'
import type { MailKind } from '../../identity/mail/mail.contract'
import { recipientsOf } from './recipients.service'
import { owedPeriods } from './schedule-periods'
import { sealedReports } from './sealed-reports.queries'
import type { ReportSchedulesTable, ReportSendingsTable } from './report-schedules.table'

/** Schedules that are looked at together, and sendings in one turn; the next turn takes the rest. */
const PIECE = 200
/** One that waits is looked at so often. */
const LOOK_AGAIN_MS = MINUTE_MS
/** For the log. */
export const FAILED = 'scheduled reports could not be looked after'

type Own = Pick<Deps, 'db' | 'clock' | 'log'>

/** Stores what is due by now. A second call, or one by another backend, stores nothing twice. */
export async function putDown(deps: Own): Promise<void> {
  const now = deps.clock()
  await stopArchived(deps, now)
  const tenants = await tenantsWith(deps.db, sql`select distinct tenant_id from report_schedules`)
  await tenantByTenant(deps, tenants, { failed: FAILED, work: tenant => putDownOf(deps.db, tenant, now) })
}

/** Answers how many schedules the tenant has. */
async function putDownOf(db: Db, tenant: string, now: number): Promise<number> {
  await moveArchived(db, tenant, now)
  let places: readonly Place[] | undefined
  let [after, all] = ['', 0]
  for (;;) {
    const schedules = await db
      .selectFrom('report_schedules')
      .selectAll()
      .where('tenant_id', '=', tenant)
      .where('archived_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(PIECE)
      .execute()
    if (schedules.length > 0) places ??= await placesOfTenant(db, tenant)
    for (const schedule of schedules) await putDownFor(db, schedule, places ?? [], now)
    all += schedules.length
    if (schedules.length < PIECE) return all
    after = schedules.at(-1)?.id ?? ''
  }
}

async function putDownFor(
  db: Db,
  schedule: ReportSchedulesTable,
  places: readonly Place[],
  now: number,
): Promise<void> {
  const owed = places
    .filter(({ locationId }) => schedule.location_id === null || schedule.location_id === locationId)
    .flatMap(place => owedPeriods(place, schedule, now).map(one => ({ ...one, place })))
  if (owed.length === 0) return
  const known = await db
    .selectFrom('report_sendings')
    .select(['location_id', 'period'])
    .where('schedule_id', '=', schedule.id)
    .where('period', 'in', [...new Set(owed.map(({ period }) => period))])
    .execute()
  const there = new Set(known.map(({ location_id, period }) => `${location_id} ${period}`))
  for (const { period, due, place } of owed.filter(
    one => !there.has(`${one.place.locationId} ${one.period}`),
  ))
    await db
      .insertInto('report_sendings')
      .values({
        id: newId(now),
        tenant_id: schedule.tenant_id,
        location_id: place.locationId,
        schedule_id: schedule.id,
        version: 1,
        search: period.toLowerCase(),
        archived_at: null,
        created_at: now,
        updated_at: now,
        kind: schedule.kind,
        period,
        state: 'waiting',
        due_at: due,
        wait_until: due + schedule.waits_days * DAY_MS,
        next_at: now,
        attempts: 0,
        told_at: null,
        sent_at: null,
        sent_to: '',
        files: 0,
        problem: null,
      })
      .onConflict(on => on.columns(['schedule_id', 'location_id', 'period']).doNothing())
      .execute()
}

/** What waits for an archived schedule is not sent. Tenants without any are not looked at. */
async function stopArchived(deps: Own, now: number): Promise<void> {
  const tenants = await tenantsWith(
    deps.db,
    sql`select distinct o.tenant_id from report_sendings o join report_schedules s on s.id = o.schedule_id
      where o.state in ('waiting', 'making') and s.archived_at is not null`,
  )
  await tenantByTenant(deps, tenants, {
    failed: FAILED,
    async work(tenant) {
      const { numUpdatedRows } = await deps.db
        .updateTable('report_sendings')
        .set({ state: 'stopped', updated_at: now })
        .where('tenant_id', '=', tenant)
        .where('state', 'in', ['waiting', 'making'])
        .where('schedule_id', 'in', own =>
          own
            .selectFrom('report_schedules')
            .select('id')
            .where('tenant_id', '=', tenant)
            .where('archived_at', 'is not', null),
        )
        .executeTakeFirstOrThrow()
      return Number(numUpdatedRows)
    },
  })
}

/** Used again, an archived schedule owes what is due from then on. */
async function moveArchived(db: Db, tenant: string, now: number): Promise<void> {
  await db
    .updateTable('report_schedules')
    .set({ since: now })
    .where('tenant_id', '=', tenant)
    .where('archived_at', 'is not', null)
    .where('since', '<', now - 60 * MINUTE_MS)
    .execute()
}

/**
 * Of each that waits: it is sealed by now, was not sealed in time, or its recipients are notified that it waits.
 * Answers how many were looked at.
 */
export async function lookAtWaiting(deps: Deps): Promise<number> {
  const now = deps.clock()
  const tenants = await tenantsWith(
    deps.db,
    sql`select tenant_id from report_sendings where state = 'waiting' and next_at <= ${now}
      group by tenant_id order by min(next_at)`,
  )
  return tenantByTenant(deps, tenants, {
    most: PIECE,
    failed: FAILED,
    work: (tenant, most) => lookAtWaitingOf(deps, tenant, most, now),
  })
}

async function lookAtWaitingOf(deps: Deps, tenant: string, most: number, now: number): Promise<number> {
  const { db } = deps
  const waiting = await db
    .selectFrom('report_sendings')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('state', '=', 'waiting')
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .orderBy('id')
    .limit(most)
    .execute()
  for (const sending of waiting)
    await db.transaction().execute(tx => lookAt({ ...deps, db: tx }, sending, now))
  return waiting.length
}

async function lookAt(deps: Deps, sending: ReportSendingsTable, now: number): Promise<void> {
  const { db } = deps
  if ((await sealedReports(db, sending)) !== null) {
    await step(db, sending, { state: 'making', next_at: now, attempts: 0 }, now)
    return
  }
  if (now >= sending.wait_until) {
    if (await step(db, sending, { state: 'not_sealed' }, now))
      await tell(deps, sending, 'fiscal_report_not_sealed', now)
    return
  }
  const isNotified = sending.told_at !== null
  const taken = await step(
    db,
    sending,
    { next_at: now + LOOK_AGAIN_MS, ...(!isNotified && { told_at: now }) },
    now,
  )
  if (taken && !isNotified) await tell(deps, sending, 'fiscal_report_waits', now)
}

/** False when somebody else has taken this step. */
export async function step(
  db: Db,
  { id, state, next_at }: Pick<ReportSendingsTable, 'id' | 'state' | 'next_at'>,
  change: Partial<ReportSendingsTable>,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('report_sendings')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .where('state', '=', state)
    .where('next_at', '=', next_at)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Puts an e-mail to each who may read it now into the queue. Answers their names. */
export async function tell(
  deps: Deps,
  sending: ReportSendingsTable,
  kind: MailKind,
  now: number,
  more: Readonly<Record<string, string | number>> = {},
): Promise<string[]> {
  const { db } = deps
  const schedule = await db
    .selectFrom('report_schedules')
    .selectAll()
    .where('id', '=', sending.schedule_id)
    .executeTakeFirstOrThrow()
  const place = await placeOf(db, { tenantId: sending.tenant_id }, sending.location_id)
  const readers = await recipientsOf(db, schedule, sending)
  for (const reader of readers)
    await queueMail(
      db,
      {
        kind,
        address: reader.address,
        language: schedule.language,
        user: { id: reader.id, tenantId: reader.tenantId },
        data: {
          name: reader.name,
          schedule: schedule.name,
          location: place.locationName,
          kind: sending.kind,
          period: sending.period,
          until: sending.wait_until,
          zone: reader.zone,
          link: `${deps.env.consoleOrigin}${pageOf(sending)}`,
          sending: sending.id,
          ...more,
        },
      },
      now,
    )
  return readers.map(({ name }) => name)
}

/** Where somebody who may read the report finds it. */
const pageOf = ({ kind, period, location_id }: ReportSendingsTable): string =>
  kind === 'monthly'
    ? `/reports/monthly-report/${location_id}-${period}`
    : `/reports/daily-reports?location=${location_id}`
