import { z } from 'zod'
import { id } from '../../platform/contract/primitives'
import { hoursOfSlot } from '../days/expected-hours.service'
import { qualityOfDays } from '../days/quality.service'
import { openSpans } from '../days/stored-sums.service'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import type { Api } from '../../platform/http/api'
import { aggregateEntity } from '../figures/aggregate.contract'
import { daysOf } from '../figures/aggregate.queries'
import { daysAnswer, daysRequest } from './days-report.contract'
import { closedAndOpen } from './closed-sums.queries'
import { hoursOfPlaces, openDaysOf, withinOf, type Within } from './location-hours.queries'
import { byGroup, figuresOf, knownDays, placeOf } from './days-report.queries'
import { knownOfDays } from './known-rows.queries'
import { gamingDayBoundsIn } from '../../estate/locations/gaming-day.service'
import { dayRules } from '../../telemetry/readings/slot-history.queries'

export function registerDaysReport(api: Api): void {
  api.endpoint(
    {
      method: 'POST',
      path: '/api/aggregate/v1/:entityType/:id/report',
      reads: true,
      mayLag: true,
      family: 'aggregate',
      permission: 'slot::get',
      summary:
        'Gaming days of a tenant, a location or a slot: by day, month, location or slot, with totals and what is missing',
      params: z.object({ entityType: aggregateEntity, id }),
      body: daysRequest,
      response: daysAnswer,
    },
    async ({ params: { entityType: entity, id }, body: { from, to, by }, db, scope, now, actor }) => {
      const within: Within =
        entity === 'slot' ? await ofSlot(db, scope, id) : await withinOf(db, scope, { entity, id })
      const { place, places, rules } = within
      const { furthest: open, first: running } = openDaysOf(entity === 'tenant' ? places : [place], now)
      // Days to come are no missing days.
      const last = to < open ? to : open
      const period = { from, to: last < from ? from : last }
      const query = { entity, ids: [id], ...period }
      const isAhead = from > open
      const isWhole = actor.rules === undefined
      // The two run at the same time because each is a chain of statements. A user who sees only some of the slots
      // gets the sums of those.
      const [closed, quality] = await Promise.all([
        isWhole && (by === 'day' || by === 'month') && entity !== 'slot'
          ? closedAndOpen(db, scope, query, { by, places })
          : undefined,
        (by === 'day' || entity === 'location') && !isAhead
          ? qualityOfDays(db, scope, { entity, id, ...period, rules, now, isWhole })
          : undefined,
      ])
      const grouped = closed?.rows ?? (await byGroup(db, scope, query, by))
      const { rows: summed, totals } = figuresOf(grouped)
      const known =
        closed?.known ??
        (by === 'day' ? new Set(summed.map(row => row.key)) : await knownDays(db, scope, query))
      const days = daysOf(period.from, period.to)
      const missing_days = isAhead ? [] : days.filter(day => !known.has(day))
      const hours = isAhead
        ? null
        : entity === 'slot'
          ? await hoursOfSlot(db, id, boundsOf(days, rules), now)
          : entity === 'location'
            ? (quality?.hours ?? null)
            : await hoursOfPlaces(
                db,
                places,
                closed?.open ?? openSpans(places, period, new Map()),
                closed?.hours ?? new Map(),
                now,
              )
      const rows = await knownOfDays(db, summed, { entity, id, by, ...period })
      const sum = (of: 'known' | 'expected') =>
        [...(hours?.values() ?? [])].reduce((total, one) => total + one[of], 0)
      return {
        rows: rows.map(row => {
          return Object.assign(row, {
            hours: (by === 'day' && hours?.get(row.key)) || null,
            quality: (by === 'day' && quality?.notes.get(row.key)) || null,
          })
        }),
        totals,
        ...period,
        open_day: running,
        missing_days,
        hours: hours && { known: sum('known'), expected: sum('expected') },
        time_zone: place.time_zone,
        as_of: now,
      }
    },
  )
}

async function ofSlot(db: Db, scope: Scope, id: string): Promise<Within> {
  const place = await placeOf(db, scope, { entity: 'slot', id })
  const { location_id } = await db
    .selectFrom('slots')
    .select('location_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { place, places: [], rules: (await dayRules(db, [location_id])).get(location_id) ?? [] }
}

const boundsOf = (days: readonly string[], rules: Within['rules']) =>
  days.map(day => ({ day, ...gamingDayBoundsIn(rules, day) }))
