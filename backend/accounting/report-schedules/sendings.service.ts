/**
 * Each sending, from the hour at which it is due to its e-mails. Every step is one transaction that begins with taking
 * the sending from the state it was in: whoever is killed between two steps leaves it where the next one goes on, and
 * nobody sends it twice.
 */
import { DAY_MS, MINUTE_MS } from '../../platform/contract/durations'
import { groupBy } from '../../platform/contract/group-by'
import { newId } from '../../platform/db/new-id'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import { allPlaces, placeOf, type Place } from '../../telemetry/gaming-days/place.service'
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

/** Stores what is due by now. A second call, or one by another backend, stores nothing twice. */
export async function putDown(db: Db, now: number): Promise<void> {
  await stopArchived(db, now)
  let byTenant: ReadonlyMap<string, Place[]> | undefined
  let after = ''
  for (;;) {
    const schedules = await db
      .selectFrom('report_schedules')
      .selectAll()
      .where('archived_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(PIECE)
      .execute()
    if (schedules.length > 0) byTenant ??= await placesByTenant(db)
    for (const schedule of schedules)
      await putDownFor(db, schedule, byTenant?.get(schedule.tenant_id) ?? [], now)
    if (schedules.length < PIECE) return
    after = schedules.at(-1)?.id ?? ''
  }
}

const placesByTenant = async (db: Db): Promise<ReadonlyMap<string, Place[]>> =>
  groupBy(await allPlaces(db), ({ tenantId }) => tenantId)

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

/** What waits for an archived schedule is not sent; used again, the schedule owes what is due from then on. */
async function stopArchived(db: Db, now: number): Promise<void> {
  const archived = db.selectFrom('report_schedules').select('id').where('archived_at', 'is not', null)
  await db
    .updateTable('report_sendings')
    .set({ state: 'stopped', updated_at: now })
    .where('state', 'in', ['waiting', 'making'])
    .where('schedule_id', 'in', archived)
    .execute()
  await db
    .updateTable('report_schedules')
    .set({ since: now })
    .where('archived_at', 'is not', null)
    .where('since', '<', now - 60 * MINUTE_MS)
    .execute()
}

/**
 * Of each that waits: it is sealed by now, was not sealed in time, or its recipients are notified that it waits.
 * Answers how many were looked at.
 */
export async function lookAtWaiting(deps: Deps): Promise<number> {
  const { db } = deps
  const now = deps.clock()
  const waiting = await db
    .selectFrom('report_sendings')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .orderBy('id')
    .limit(PIECE)
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
