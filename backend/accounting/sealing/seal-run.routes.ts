/** Accepting what days of a month lack and sealing them, by one press. */
import { z } from 'zod'
import { id } from '../../platform/contract/primitives'
import { allows } from '../../platform/contract/permissions'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Actor } from '../../platform/request/actor'
import { placeOf, type Place } from '../../telemetry/gaming-days/place.service'
import type { Api } from '../../platform/http/api'
import { attemptOf, once } from '../../platform/http/idempotency'
import { dailyReportsRule } from '../fiscal-reports/daily-reports.contract'
import { fiscalDocument } from '../fiscal-reports/fiscal-document.contract'
import { isoMonth } from '../fiscal-reports/monthly-reports.contract'
import { dayAfter, nextToSeal } from '../period-lock/fiscal-head.service'
import { demandNamed } from './earlier-days.queries'
import { LEAVE_OUT_SUMMARY } from './earlier-days.contract'
import { isAccepted } from './gaps'
import { askToSealDays, sealsNeedSecondPerson } from './seal-requests.service'
import { sealRunInput, type SealRunInput } from './seal-run.contract'
import { acceptedOf, startSealRun } from './seal-run.service'
import { isIncomplete } from './sealing.service'

const family = 'fiscal-reports'

export function register(api: Api): void {
  api.endpoint(
    {
      method: 'POST',
      path: `/api/${family}/v1/location/:id/month/:month/accept-and-seal`,
      family,
      permission: { all: [...dailyReportsRule.all, 'location::seal_report'] },
      summary: [
        'Accept what days of a month lack, close those that are over, and seal all of them in order: a task;',
        'where the tenant asks for it, a second person first.',
        LEAVE_OUT_SUMMARY,
      ].join(' '),
      params: z.object({ id, month: isoMonth }),
      body: sealRunInput,
      response: z.object({
        task: id.nullable(),
        /** The request that a second person has to answer first. */
        approval: id.nullable(),
      }),
      repeatable: true,
      refuses: [409],
    },
    async ({ params: { id, month }, body, db, scope, actor, deps, request, now }) => {
      const place = await placeOf(db, scope, id)
      if (body.close.length > 0 && !allows(actor.permissions, { all: ['slot::get', 'location::close_day'] }))
        throw new Problem(403, 'forbidden')
      return once(deps, attemptOf({ request, actor, body }), async tx => {
        return (await sealsNeedSecondPerson(tx, place))
          ? { task: null, approval: await requestRun(tx, actor, place, body, now) }
          : { task: await startSealRun(tx, actor, place, month, body, now), approval: null }
      })
    },
  )
}

/**
 * The closed days from the next one on, as far as all that they lack is accepted. Days are closed before they are
 * requested.
 */
async function requestRun(
  db: Db,
  actor: Actor,
  place: Place,
  body: SealRunInput,
  now: number,
): Promise<string> {
  const { reports: seen, close, reason, leave_out } = body
  if (close.length > 0) throw new Problem(422, 'invalid', { fields: { close: [{ code: 'invalid' }] } })
  if (seen.length === 0) throw new Problem(422, 'invalid', { fields: { reports: [{ code: 'required' }] } })
  const accepted = await acceptedOf(db, place, body)
  const latest = await db
    .selectFrom('daily_reports')
    .select(['id', 'day', 'document'])
    .where('location_id', '=', place.locationId)
    .where('id', 'in', [...seen])
    .where('is_latest', '=', 1)
    .where('state', '=', 'draft')
    .orderBy('day')
    .execute()
  const days: { day: string; reports: string[] }[] = []
  const slots = new Set<string>()
  for (let day = await nextToSeal(db, place); day !== null; day = dayAfter(place, day)) {
    const own = latest.filter(one => one.day === day)
    const rows = own
      .flatMap(({ document }) => fiscalDocument.parse(JSON.parse(document)).rows)
      .filter(isIncomplete)
    if (own.length === 0 || rows.some(row => !isAccepted(row, accepted))) break
    for (const { slot } of rows) slots.add(slot._id)
    days.push({ day, reports: own.map(({ id }) => id) })
  }
  const [first] = latest
  if (!first) throw new Problem(409, 'report_changed')
  if (days.length === 0) throw new Problem(422, 'invalid', { fields: { accepted: [{ code: 'required' }] } })
  if (slots.size > 0 && !reason)
    throw new Problem(422, 'invalid', { fields: { reason: [{ code: 'required' }] } })
  await demandNamed(db, place, days.at(-1)?.day ?? '', leave_out)
  const given = { accepted: [...slots], reason: reason ?? null, leave_out }
  return askToSealDays(db, actor, place, days, given, now)
}
