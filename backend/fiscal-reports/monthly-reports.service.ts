/** A month as its days stand: a row of sums for the list, kept with each of its days, and the form, made of their reports. */
import type { Db } from '../db/database'
import { sameId } from '../db/new-id'
import type { Place } from '../days/place.service'
import { gamingDayBoundsIn } from '../rawdata/gaming-day.service'
import { fiscalDocument, type FiscalDocument } from './fiscal-document.contract'
import { monthRows, totalsOf } from './fiscal-form'

/** Every date of a month, YYYY-MM. */
export function datesOf(month: string): string[] {
  const [year = 0, nr = 1] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, nr, 0)).getUTCDate()
  return Array.from({ length: last }, (_, at) => `${month}-${String(at + 1).padStart(2, '0')}`)
}

/** In the transaction that stored a day's report. */
export async function refreshMonth(
  db: Db,
  place: Place & { day: string },
  currency: string,
  now: number,
): Promise<void> {
  const month = place.day.slice(0, 7)
  const dates = datesOf(month)
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  const sums = await db
    .selectFrom('daily_reports')
    .select(row => [
      row.fn.countAll().as('days_closed'),
      row.fn.sum('hours_known').as('hours_known'),
      row.fn.sum('hours_expected').as('hours_expected'),
      row.fn.sum('held').as('held'),
      row.fn.sum('collected_minor').as('collected_minor'),
      row.fn.sum('paid_minor').as('paid_minor'),
      row.fn.sum('takings_minor').as('takings_minor'),
      row.fn.sum('difference_minor').as('difference_minor'),
    ])
    .where('location_id', '=', place.locationId)
    .where('currency', '=', currency)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .where('is_latest', '=', 1)
    .executeTakeFirstOrThrow()
  const figures = {
    days_closed: Number(sums.days_closed),
    hours_known: Number(sums.hours_known),
    hours_expected: Number(sums.hours_expected),
    held: Number(sums.held),
    collected_minor: Number(sums.collected_minor),
    paid_minor: Number(sums.paid_minor),
    takings_minor: Number(sums.takings_minor),
    difference_minor: Number(sums.difference_minor),
    updated_at: now,
  }
  await db
    .insertInto('monthly_reports')
    .values({
      id: sameId('monthly-report', place.locationId, month, currency),
      tenant_id: place.tenantId,
      location_id: place.locationId,
      currency,
      month,
      state: 'draft',
      starts_at: gamingDayBoundsIn(place.rules, first).from,
      ends_at: gamingDayBoundsIn(place.rules, last).to,
      days: dates.length,
      ...figures,
      version: 1,
      search: '',
      archived_at: null,
      created_at: now,
    })
    .onConflict(on => on.columns(['location_id', 'month', 'currency']).doUpdateSet(figures))
    .execute()
}

/** One form for each currency, made of the latest reports of its days. */
export async function readMonth(db: Db, place: Place, month: string, now: number): Promise<FiscalDocument[]> {
  const dates = datesOf(month)
  const stored = await db
    .selectFrom('daily_reports')
    .select(['id', 'day', 'document'])
    .where('location_id', '=', place.locationId)
    .where('day', '>=', dates[0] ?? '')
    .where('day', '<=', dates.at(-1) ?? '')
    .where('is_latest', '=', 1)
    .orderBy('day')
    .execute()
  const reports = stored.map(({ id, document }) => ({
    id,
    document: fiscalDocument.parse(JSON.parse(document)),
  }))
  const span = {
    from: gamingDayBoundsIn(place.rules, dates[0] ?? '').from,
    to: gamingDayBoundsIn(place.rules, dates.at(-1) ?? '').to,
  }
  return [...new Set(reports.map(({ document }) => document.currency))].sort().flatMap(currency => {
    const own = reports.filter(({ document }) => document.currency === currency)
    const last = own.at(-1)?.document
    if (!last) return []
    const rows = monthRows(own.map(({ document }) => document.rows))
    const days = dates.map(day => {
      const found = own.find(({ document }) => document.period === day)
      return { day, id: found?.id ?? null, revision: found?.document.revision ?? null }
    })
    return [
      {
        ...last,
        kind: 'month' as const,
        period: month,
        // How often any of its days has got a further one.
        revision: own.reduce((sum, { document }) => sum + document.revision - 1, 1),
        ...span,
        rows,
        totals: totalsOf(rows),
        made_at: now,
        days,
      },
    ]
  })
}
