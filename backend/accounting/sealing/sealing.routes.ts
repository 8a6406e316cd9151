/** The month's desk, and the seals of days and months. */
import { z } from 'zod'
import { id, isoDay } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import { dayOf, placeOf } from '../../telemetry/gaming-days/place.service'
import type { Api } from '../../platform/http/api'
import { attemptOf, once } from '../../platform/http/idempotency'
import { askToSealDays, askToSealMonth, sealsNeedSecondPerson } from './seal-requests.service'
import { LEAVE_OUT_SUMMARY } from './earlier-days.contract'
import { demandNamed } from './earlier-days.queries'
import { closeDays } from './close-days.service'
import { dailyReportsRule } from '../fiscal-reports/daily-reports.contract'
import { readDesk, readPreview } from './desk.queries'
import { dayAfter } from '../period-lock/fiscal-head.service'
import { isoMonth, monthlyReportsRule } from '../fiscal-reports/monthly-reports.contract'
import { LOCK_PERMISSION, lockInput, periodLocks } from '../period-lock/period-lock.contract'
import { lockOf, setLock } from '../period-lock/period-lock.service'
import { closeDaysInput, deskAnswer, sealDayInput, sealDaysInput, sealPreview } from './sealing.contract'
import { demandSealable, demandSealableMonth, sealDay, sealMonth } from './sealing.service'
import { remarkingChanged } from './changed-days.service'

const family = 'fiscal-reports'
const path = `/api/${family}/v1/location/:id`
/** The request that a second person has to answer first; null: it is sealed. */
const pendingRequestId = id.nullable()
const sealsDays = { all: [...dailyReportsRule.all, 'location::seal_report'] } as const
const sealsMonths = { all: [...monthlyReportsRule.all, 'location::seal_report'] } as const

export function register(api: Api): void {
  registerLock(api)
  registerClosing(api)
  api.endpoint(
    {
      method: 'GET',
      path: `${path}/month/:month/desk`,
      family,
      permission: monthlyReportsRule,
      summary: 'State of each day of a location’s month, what it lacks, and what can be sealed',
      params: z.object({ id, month: isoMonth }),
      response: deskAnswer,
    },
    async ({ params: { id, month }, db, scope, now }) =>
      readDesk(db, await placeOf(db, scope, id), month, now),
  )
  api.endpoint(
    {
      method: 'GET',
      path: `${path}/day/:day/seal`,
      family,
      permission: dailyReportsRule,
      summary: 'What would be sealed of a day, and what is missing in it',
      params: z.object({ id, day: isoDay }),
      response: sealPreview,
    },
    async ({ params: { id, day }, db, scope, now }) =>
      readPreview(db, dayOf(await placeOf(db, scope, id), day), now),
  )
  api.endpoint(
    {
      method: 'POST',
      path: `${path}/day/:day/seal`,
      family,
      permission: sealsDays,
      summary: [
        'Seal the reports of a closed day, in the order of days.',
        'What is missing in it has to be accepted with a reason.',
        LEAVE_OUT_SUMMARY,
      ].join(' '),
      params: z.object({ id, day: isoDay }),
      body: sealDayInput,
      response: z.object({ day: isoDay, reports: z.array(id), asked: pendingRequestId }),
      repeatable: true,
      refuses: [409],
    },
    async ({ params: { id, day }, body, db, scope, actor, deps, request, now }) => {
      const place = dayOf(await placeOf(db, scope, id), day)
      const { reports, reason } = body
      const given = { ...body, reason: reason ?? null }
      return remarkingChanged(deps.db, place, () =>
        once(deps, attemptOf({ request, actor, body }), async tx => {
          if (!(await sealsNeedSecondPerson(tx, place)))
            return { day, reports: await sealDay(tx, actor, place, given, now), asked: null }
          await demandSealable(tx, place, given, now)
          return {
            day,
            reports: [],
            asked: await askToSealDays(tx, actor, place, [{ day, reports }], given, now),
          }
        }),
      )
    },
  )
  api.endpoint(
    {
      method: 'POST',
      path: `${path}/month/:month/seal-days`,
      family,
      permission: sealsDays,
      summary: [
        'Seal every day of a month that is closed and lacks nothing, in order, up to the first that is not.',
        'Called again it goes on from there.',
        LEAVE_OUT_SUMMARY,
      ].join(' '),
      params: z.object({ id, month: isoMonth }),
      body: sealDaysInput,
      response: z.object({ sealed: z.array(isoDay), next: isoDay.nullable(), asked: pendingRequestId }),
      refuses: [409],
    },
    async ({ params: { id, month }, body, db, scope, actor, deps, now }) => {
      const place = await placeOf(db, scope, id)
      const { ready, days, next_to_seal } = await readDesk(db, place, month, now)
      const seen = new Set(body.reports)
      const { leave_out } = body
      if (ready.length > 0 && (await sealsNeedSecondPerson(db, place))) {
        const wanted = ready.map(day => ({
          day,
          reports: (days.find(one => one.day === day)?.reports ?? []).map(({ _id }) => _id),
        }))
        if (wanted.some(({ reports }) => reports.some(one => !seen.has(one))))
          throw new Problem(409, 'report_changed')
        await demandNamed(db, place, ready.at(-1) ?? '', leave_out)
        const given = { accepted: [], reason: null, leave_out }
        const sealRequest = await deps.db
          .transaction()
          .execute(tx => askToSealDays(tx, actor, place, wanted, given, now))
        return { sealed: [], next: next_to_seal, asked: sealRequest }
      }
      const sealed: string[] = []
      // Each in a transaction of its own: others write between, and what was sealed stays when a later one cannot be.
      for (const day of ready) {
        const reports = (days.find(one => one.day === day)?.reports ?? []).map(({ _id }) => _id)
        try {
          if (reports.some(one => !seen.has(one))) throw new Problem(409, 'report_changed')
          const given = { reports, accepted: [], reason: null, leave_out }
          const one = dayOf(place, day)
          await remarkingChanged(deps.db, one, () =>
            deps.db.transaction().execute(tx => sealDay(tx, actor, one, given, now)),
          )
        } catch (error) {
          // Somebody else was faster, or late data has come: the answer names the days that are sealed, and a person
          // looks at the rest.
          if (!(error instanceof Problem) || sealed.length === 0) throw error
          return { sealed, next: day, asked: null }
        }
        sealed.push(day)
      }
      const last = sealed.at(-1)
      return { sealed, next: last ? dayAfter(place, last) : next_to_seal, asked: null }
    },
  )
  api.endpoint(
    {
      method: 'POST',
      path: `${path}/month/:month/seal`,
      family,
      permission: sealsMonths,
      summary: 'Seal a month that is over and whose days are all sealed',
      params: z.object({ id, month: isoMonth }),
      body: z.strictObject({}),
      response: z.object({ month: isoMonth, asked: pendingRequestId }),
      repeatable: true,
      refuses: [409],
    },
    async ({ params: { id, month }, body, db, scope, actor, deps, request, now }) => {
      const place = await placeOf(db, scope, id)
      return once(deps, attemptOf({ request, actor, body }), async tx => {
        if (await sealsNeedSecondPerson(tx, place)) {
          await demandSealableMonth(tx, place, month, now)
          return { month, asked: await askToSealMonth(tx, actor, place, month, now) }
        }
        await sealMonth(tx, actor, place, month, now)
        return { month, asked: null }
      })
    },
  )
}

function registerClosing(api: Api): void {
  api.endpoint(
    {
      method: 'POST',
      path: `${path}/month/:month/close-days`,
      family,
      permission: { all: [...monthlyReportsRule.all, 'slot::get', 'location::close_day'] },
      summary:
        'Close days of a month that are over, one after the other. Called again it continues with the rest',
      params: z.object({ id, month: isoMonth }),
      body: closeDaysInput,
      response: z.object({ closed: z.array(isoDay) }),
      refuses: [409],
    },
    async ({ params: { id, month }, body, db, scope, actor, deps }) => {
      const place = await placeOf(db, scope, id)
      if (body.days.some(day => !day.startsWith(month)))
        throw new Problem(422, 'invalid', { fields: { days: [{ code: 'invalid' }] } })
      return { closed: await closeDays(deps, place, body, actor) }
    },
  )
}

/** The desk shows the lock, so its route is registered with the desk. */
function registerLock(api: Api): void {
  api.endpoint(
    {
      method: 'POST',
      path: `${path}/lock-period`,
      family,
      permission: LOCK_PERMISSION,
      summary:
        'Lock a location’s figures, or all of its tenant’s, up to a day, or move that day: they cannot be changed any more',
      params: z.object({ id }),
      body: lockInput,
      response: z.object({ lock: periodLocks }),
      write: true,
    },
    async ({ params: { id }, body, db, scope, actor, now }) => {
      const place = await placeOf(db, scope, id)
      await setLock(db, actor, place, body, now)
      return { lock: await lockOf(db, place) }
    },
  )
}
