import { z } from 'zod'
import { id, instant, isoDay } from '../../platform/contract/primitives'
import type { Api } from '../../platform/http/api'
import { once } from '../../platform/http/idempotency'
import { calendarAnswer, calendarPath, calendarQuery } from '../days/calendar.contract'
import { readCalendar } from '../days/calendar.queries'
import { closeByHand } from './closing.service'
import {
  closeDayInput,
  evidencePlace,
  hourAnswer,
  locationDayAnswer,
  slotDayAnswer,
} from '../days/days.contract'
import { readHour, readSlotDay, whereBooked } from '../days/evidence.queries'
import { readLocationDay } from '../days/location-days.queries'
import { begunDay, placeOf } from '../../telemetry/gaming-days/place.service'

const params = z.object({ id, day: isoDay })
/** Epoch milliseconds in an address; in years that can be written as a date. */
const moment = z.coerce.number().int().min(0).max(Date.UTC(9998, 0))

export function register(api: Api): void {
  api.endpoint(
    {
      method: 'GET',
      path: '/api/aggregate/v1/location/:id/day/:day',
      family: 'aggregate',
      permission: 'slot::get',
      summary:
        'A gaming day of a location, slot by slot: open or closed, its sums, how complete they are, and the readings behind them',
      params,
      response: locationDayAnswer,
    },
    async ({ params: { id, day }, db, scope, actor, now }) =>
      readLocationDay(db, begunDay(await placeOf(db, scope, id), day, now), now, actor.rules === undefined),
  )
  api.endpoint(
    {
      method: 'GET',
      path: '/api/aggregate/v1/location/:id/day/:day/slot/:slot',
      family: 'aggregate',
      permission: 'slot::get',
      summary: 'What a slot played in a location on a gaming day, hour by hour',
      params: params.extend({ slot: id }),
      response: slotDayAnswer,
    },
    async ({ params: { id, day, slot }, db, scope, actor, now }) => {
      const place = begunDay(await placeOf(db, scope, id), day, now)
      return readSlotDay(db, place, await readLocationDay(db, place, now, actor.rules === undefined), slot)
    },
  )
  api.endpoint(
    {
      method: 'GET',
      path: '/api/aggregate/v1/location/:id/day/:day/slot/:slot/hour/:hour',
      family: 'aggregate',
      permission: 'slot::get',
      summary: 'The readings of one hour, and the one before them: what its figures are the difference of',
      params: params.extend({ slot: id, hour: moment }),
      query: z.object({ game: z.coerce.number().int().min(0).max(65_535).optional() }),
      response: hourAnswer,
    },
    async ({ params: { id, day, slot, hour }, query: { game = 0 }, db, scope, actor, now }) => {
      const place = begunDay(await placeOf(db, scope, id), day, now)
      return readHour(
        db,
        place,
        await readLocationDay(db, place, now, actor.rules === undefined),
        slot,
        hour,
        game,
      )
    },
  )
  api.endpoint(
    {
      method: 'GET',
      path: '/api/aggregate/v1/slot/:slot/at/:at',
      family: 'aggregate',
      permission: 'slot::get',
      summary:
        'Where what a slot showed at an instant is booked: the location in which it stood then, the gaming day, the hour',
      params: z.object({ slot: id, at: moment }),
      response: evidencePlace,
    },
    ({ params: { slot, at }, db, scope }) => whereBooked(db, scope, slot, at),
  )
  api.endpoint(
    {
      method: 'GET',
      path: calendarPath,
      family: 'aggregate',
      permission: 'slot::get',
      summary:
        'Which readings are there: locations by gaming days of a month, closed or open, with what is missing',
      query: calendarQuery,
      response: calendarAnswer,
    },
    async ({ query: { month, page }, db, scope, actor, now }) =>
      readCalendar(
        db,
        scope,
        { month: month ?? new Date(now).toISOString().slice(0, 7), page },
        now,
        actor.rules === undefined,
      ),
  )
  api.endpoint(
    {
      method: 'POST',
      path: '/api/aggregate/v1/location/:id/day/:day/close',
      family: 'aggregate',
      permission: { all: ['slot::get', 'location::close_day'] },
      summary: 'Close a gaming day that is over before it closes automatically',
      params,
      body: closeDayInput,
      response: z.object({ day: isoDay, closed_at: instant }),
      repeatable: true,
      refuses: [409],
    },
    async ({ params: { id, day }, body, db, scope, actor, deps, request, now }) => {
      const place = begunDay(await placeOf(db, scope, id), day, now)
      // With every slot of the location: one that the asker may not see is closed with it.
      return once(
        deps,
        {
          key: request.headers.get('idempotency-key') ?? undefined,
          actor,
          method: 'POST',
          path: new URL(request.url).pathname,
          body,
        },
        async tx => {
          await closeByHand(tx, place, body.reason, actor, now)
          return { day, closed_at: now }
        },
      )
    },
  )
}
