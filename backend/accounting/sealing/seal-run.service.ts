/** Starts the run that seals days of a month, and reads the last one. */
import { invalidField, Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Actor } from '../../platform/request/actor'
import { taskState } from '../../platform/tasks/tasks.contract'
import { enqueue } from '../../platform/tasks/tasks.service'
import type { Place } from '../../telemetry/gaming-days/place.service'
import { sealedThrough } from '../period-lock/fiscal-head.service'
import { fiscalDocument } from '../fiscal-reports/fiscal-document.contract'
import { datesOf } from '../fiscal-reports/monthly-reports.service'
import { demandNamed } from './earlier-days.queries'
import type { Acceptance } from './gaps.contract'
import { sealRunCheckpoint, sealRunTask } from './seal-run-task'
import { sealRunResult, type SealRun, type SealRunInput } from './seal-run.contract'
import { isIncomplete } from './sealing.service'

const NOTHING: Acceptance = { all: false, kinds: [], slots: [] }

/**
 * What is accepted of reports that are to be sealed. Throws 422 where it is left open although they have gaps, or may
 * have some once their days are closed: nobody who seals by mistake can take it back.
 */
export async function acceptedOf(
  db: Db,
  { locationId }: Place,
  { reports, close, accepted }: Pick<SealRunInput, 'reports' | 'close' | 'accepted'>,
): Promise<Acceptance> {
  if (accepted) return accepted
  if (close.length > 0) throw invalidField('accepted', 'nothing_accepted')
  if (reports.length === 0) return NOTHING
  const named = await db
    .selectFrom('daily_reports')
    .select(['day', 'document'])
    .where('location_id', '=', locationId)
    .where('day', '>', (await sealedThrough(db, locationId)) ?? '')
    .where('is_latest', '=', 1)
    .where('id', 'in', [...new Set(reports)])
    .orderBy('day')
    .execute()
  const lacking = named.find(({ document }) =>
    fiscalDocument.parse(JSON.parse(document)).rows.some(isIncomplete),
  )
  if (!lacking) return NOTHING
  // Before a gap on the first day nothing is sealed: accepting nothing is no way out there.
  const isFirst = lacking.day === named[0]?.day
  throw invalidField('accepted', isFirst ? 'first_day_not_accepted' : 'nothing_accepted')
}

const isOpen = (state: string): boolean => state === 'queued' || state === 'running'

/**
 * In a transaction. Answers the task's id. Throws 409 `seal_running` while another run of the month is not over,
 * `sealed_already` where all of it is sealed, and 422 for reports that are not of the month, days after it, and earlier
 * open days that are neither closed by this run nor named in `leave_out`; and what `acceptedOf` throws.
 */
export async function startSealRun(
  db: Db,
  actor: Actor,
  place: Place,
  month: string,
  body: SealRunInput,
  now: number,
): Promise<string> {
  const { reports, close, reason, leave_out } = body
  if (reports.length + close.length === 0)
    throw new Problem(422, 'invalid', { fields: { reports: [{ code: 'required' }] } })
  const days = await daysOf(db, place, month, reports, close)
  await demandNamed(db, place, days.at(-1)?.day ?? '', [...close, ...leave_out])
  const accepted = await acceptedOf(db, place, body)
  const gives = accepted.all || accepted.kinds.length + accepted.slots.length > 0
  if (!reason && (gives || close.length > 0))
    throw new Problem(422, 'invalid', { fields: { reason: [{ code: 'required' }] } })
  // The row is held until commit: of two that start at once the second finds the first one's task.
  const { task_id: earlier } = await db
    .insertInto('seal_runs')
    .values({ location_id: place.locationId, month, tenant_id: place.tenantId, task_id: '' })
    .onConflict(on => on.columns(['location_id', 'month']).doUpdateSet({ tenant_id: place.tenantId }))
    .returning('task_id')
    .executeTakeFirstOrThrow()
  const running = await db.selectFrom('tasks').select('state').where('id', '=', earlier).executeTakeFirst()
  if (running && isOpen(running.state)) throw new Problem(409, 'seal_running')
  const { id, name, tenantId } = actor
  const task = await enqueue(
    db,
    sealRunTask,
    {
      location: place.locationId,
      tenant: place.tenantId,
      days,
      reports,
      accepted,
      reason: reason ?? null,
      leave_out,
      actor: { id, name, tenantId, kind: actor.kind === 'token' ? 'token' : 'user' },
    },
    { tenantId: place.tenantId, createdBy: name, now },
  )
  await db
    .updateTable('seal_runs')
    .set({ task_id: task })
    .where('location_id', '=', place.locationId)
    .where('month', '=', month)
    .execute()
  return task
}

/** In order, without those that are sealed. */
async function daysOf(
  db: Db,
  { locationId }: Place,
  month: string,
  reports: readonly string[],
  close: readonly string[],
) {
  const known =
    reports.length === 0
      ? []
      : await db
          .selectFrom('daily_reports')
          .select(['id', 'day'])
          .where('location_id', '=', locationId)
          .where('id', 'in', [...new Set(reports)])
          .execute()
  if (known.length < new Set(reports).size || known.some(({ day }) => !day.startsWith(month)))
    throw new Problem(422, 'invalid', { fields: { reports: [{ code: 'invalid' }] } })
  if (close.some(day => day > (datesOf(month).at(-1) ?? '')))
    throw new Problem(422, 'invalid', { fields: { close: [{ code: 'invalid' }] } })
  const through = (await sealedThrough(db, locationId)) ?? ''
  const closed = new Set(close)
  const days = [...new Set([...known.map(({ day }) => day), ...close])].filter(day => day > through).sort()
  if (days.length === 0) throw new Problem(409, 'sealed_already')
  return days.map(day => ({ day, closes: closed.has(day) }))
}

/** The last one of a month, as far as it has come. */
export async function readSealRun(db: Db, { locationId }: Place, month: string): Promise<SealRun | null> {
  const row = await db
    .selectFrom('seal_runs as r')
    .innerJoin('tasks as t', 't.id', 'r.task_id')
    .select(['t.id', 't.state', 't.progress', 't.progress_note', 't.checkpoint', 't.result', 't.created_by'])
    .select('t.created_at')
    .where('r.location_id', '=', locationId)
    .where('r.month', '=', month)
    .executeTakeFirst()
  if (!row) return null
  return {
    task: {
      _id: row.id,
      state: taskState.parse(row.state),
      progress: row.progress,
      progress_note: row.progress_note,
    },
    by: row.created_by,
    at: row.created_at,
    result:
      row.result !== null
        ? sealRunResult.parse(JSON.parse(row.result))
        : row.checkpoint === null
          ? null
          : sealRunResult.parse(sealRunCheckpoint.parse(JSON.parse(row.checkpoint))),
  }
}
