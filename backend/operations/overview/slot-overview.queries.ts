/** One slot: what it took today, this week and this month, and what happened to it. */
import { DAY_MS } from '../../platform/contract/durations'
import { allows } from '../../platform/contract/permissions'
import { Problem } from '../../platform/contract/problem'
import { byGamingDay } from '../../accounting/figures/aggregate.queries'
import { gamingDayOf } from '../../estate/locations/gaming-day.service'
import type { SlotOverview, TimelineKind, TimelineSpan } from './overview.contract'
import { listTakings } from './list-takings.queries'
import type { Reading } from './troubles.queries'
import { daysBefore } from './takings.queries'
import { timelineOf } from './timeline.queries'

export async function slotOverviewOf(
  reading: Reading,
  id: string,
  { days, kind }: { days: TimelineSpan; kind?: TimelineKind | undefined },
): Promise<SlotOverview> {
  const { db, scope, actor, now } = reading
  const slot = await db
    .selectFrom('slots as s')
    .innerJoin('locations as l', 'l.id', 's.location_id')
    .select(['s.id', 'l.time_zone', 'l.gaming_day_start'])
    .where('s.id', '=', id)
    .$if(scope.tenantId !== null, query => query.where('s.tenant_id', '=', scope.tenantId ?? ''))
    .executeTakeFirst()
  if (!slot) throw new Problem(404, 'not_found', { message: 'No such slot' })
  const today = gamingDayOf(now, slot.time_zone, slot.gaming_day_start)
  const [figures, timeline] = await Promise.all([
    allows(actor.permissions, 'slot::get') ? figuresOf(reading, id, today) : null,
    timelineOf(reading, id, { from: now - Number(days) * DAY_MS, to: now, kind }),
  ])
  return { as_of: now, figures, timeline }
}

/**
 * One reading of a month's gaming days; week and today are parts of it. A slot has one currency at a time: the newest
 * is shown.
 */
async function figuresOf(
  { db, scope, now }: Reading,
  id: string,
  today: string,
): Promise<NonNullable<SlotOverview['figures']>> {
  const ask = (from: string) => byGamingDay(db, scope, { entity: 'slot', ids: [id], from, to: today })
  const [month, week, taken] = await Promise.all([
    ask(daysBefore(today, 29)),
    ask(daysBefore(today, 6)),
    listTakings.slots(db, [id], now),
  ])
  const currency = month.rows.at(-1)?.currency
  const rows = month.rows.filter(row => row.currency === currency)
  const sameWeekday = rows.filter(
    row => row.day !== today && (Date.parse(today) - Date.parse(row.day)) % (7 * DAY_MS) === 0,
  )
  const own = <Row extends { currency: string }>(all: readonly Row[]) =>
    all.find(one => one.currency === currency) ?? null
  return {
    today: own(rows.filter(row => row.day === today)),
    net_win_today: taken.get(id) ?? null,
    week: own(week.totals),
    month: own(month.totals),
    net_win: Array.from(
      { length: 7 },
      (_, index) => rows.find(row => row.day === daysBefore(today, 6 - index))?.net_win ?? null,
    ),
    usual_coin_in:
      sameWeekday.length > 0
        ? Math.round(sameWeekday.reduce((sum, row) => sum + row.coin_in, 0) / sameWeekday.length)
        : null,
  }
}
