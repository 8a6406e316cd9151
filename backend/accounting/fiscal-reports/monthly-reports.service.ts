/**
 * A month as its days stand: a row of sums for the list, updated with each of its days, and the form, made of their
 * reports.
 */
import { foldWords } from '../../platform/contract/fold'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { sameId } from '../../platform/db/new-id'
import type { Place } from '../../telemetry/gaming-days/place.service'
import { jackpotMonth } from '../../money/jackpots/day-figures.service'
import { doorMonth } from '../../players/player-exclusion/door-day.service'
import { gamingDayBoundsIn } from '../../estate/locations/gaming-day.service'
import { paperSeals } from '../seals/paper-seal.service'
import { fiscalDocument, type FiscalDocument } from './fiscal-document.contract'
import { layoutOfTenant } from './form-layout.service'
import { logoOfTenant, withPictures } from './form-logo.service'
import { monthRows, totalsOf } from './fiscal-form'
import type { MonthlyReport } from './monthly-reports.contract'

/** Every date of a month, YYYY-MM. */
export function datesOf(month: string): string[] {
  const [year = 0, nr = 1] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, nr, 0)).getUTCDate()
  return Array.from({ length: last }, (_, at) => `${month}-${String(at + 1).padStart(2, '0')}`)
}

/**
 * In the transaction that stored a day's report, and holds the location's head. A row for each currency that the month
 * has reports in. Days that are not over count nowhere.
 */
export async function refreshMonth(db: Db, place: Place & { day: string }, now: number): Promise<void> {
  const month = place.day.slice(0, 7)
  const dates = datesOf(month)
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  const reports = db
    .selectFrom('daily_reports')
    .where('location_id', '=', place.locationId)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .where('is_latest', '=', 1)
    .where('ends_at', '<=', now)
  // A day that is closed in one currency alone is closed: no other lacks it.
  const { days_closed } = await reports
    .select(row => row.fn.count('day').distinct().as('days_closed'))
    .executeTakeFirstOrThrow()
  const sums = await reports
    .select(row => [
      'currency',
      row.fn.sum('hours_known').as('hours_known'),
      row.fn.sum('hours_expected').as('hours_expected'),
      row.fn.sum('held').as('held'),
      row.fn.sum('collected_minor').as('collected_minor'),
      row.fn.sum('paid_minor').as('paid_minor'),
      row.fn.sum('takings_minor').as('takings_minor'),
      row.fn.sum('difference_minor').as('difference_minor'),
    ])
    .groupBy('currency')
    .execute()
  for (const { currency, ...sum } of sums) {
    const figures = {
      days_closed: Number(days_closed),
      hours_known: Number(sum.hours_known),
      hours_expected: Number(sum.hours_expected),
      held: Number(sum.held),
      collected_minor: Number(sum.collected_minor),
      paid_minor: Number(sum.paid_minor),
      takings_minor: Number(sum.takings_minor),
      difference_minor: Number(sum.difference_minor),
      updated_at: now,
    }
    await db
      .insertInto('monthly_reports')
      .values({
        id: monthId(place.locationId, month, currency),
        tenant_id: place.tenantId,
        location_id: place.locationId,
        currency,
        month,
        state: 'draft',
        starts_at: gamingDayBoundsIn(place.rules, first).from,
        ends_at: gamingDayBoundsIn(place.rules, last).to,
        days: dates.length,
        ...figures,
        document: null,
        logo: null,
        seal_id: null,
        sealed_by: null,
        version: 1,
        search: foldWords([place.locationName, month]),
        archived_at: null,
        created_at: now,
      })
      .onConflict(on =>
        on
          .columns(['location_id', 'month', 'currency'])
          .doUpdateSet(figures)
          .where('monthly_reports.state', '=', 'draft'),
      )
      .execute()
  }
}

export const monthId = (locationId: string, month: string, currency: string): string =>
  sameId('monthly-report', locationId, month, currency)

/** One form for each currency, made of the latest reports of its days. */
export async function readMonth(db: Db, place: Place, month: string, now: number): Promise<FiscalDocument[]> {
  const dates = datesOf(month)
  const stored = await db
    .selectFrom('daily_reports as r')
    .leftJoin('seals as s', 's.id', 'r.seal_id')
    .select(['r.id', 'r.day', 'r.document', 'r.accepted', 's.hash'])
    .where('r.location_id', '=', place.locationId)
    .where('r.day', '>=', dates[0] ?? '')
    .where('r.day', '<=', dates.at(-1) ?? '')
    .where('r.is_latest', '=', 1)
    .where('r.ends_at', '<=', now)
    .orderBy('r.day')
    .execute()
  const reports = stored.map(({ id, hash, document, accepted }) => ({
    id,
    hash,
    document: fiscalDocument.parse({ ...JSON.parse(document), accepted: JSON.parse(accepted) }),
  }))
  const layout = await layoutOfTenant(db, place.tenantId)
  const logo = await logoOfTenant(db, place.tenantId)
  const closed = new Set(reports.map(({ document }) => document.period))
  const span = {
    from: gamingDayBoundsIn(place.rules, dates[0] ?? '').from,
    to: gamingDayBoundsIn(place.rules, dates.at(-1) ?? '').to,
  }
  return [...new Set(reports.map(({ document }) => document.currency))].sort().flatMap(currency => {
    const own = reports.filter(({ document }) => document.currency === currency)
    const last = own.at(-1)?.document
    if (!last) return []
    const rows = monthRows(
      own.map(({ document }) => document.rows),
      own.map(({ document }) => document.period),
    )
    const days = dates.map(day => {
      const found = own.find(({ document }) => document.period === day)
      return {
        day,
        id: found?.id ?? null,
        revision: found?.document.revision ?? null,
        closed: closed.has(day),
        hash: found?.hash ?? null,
      }
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
        accepted: own.flatMap(({ document: { period: day, accepted } }) =>
          accepted.map(one => ({ ...one, day })),
        ),
        jackpots: jackpotMonth(own.map(({ document }) => document.jackpots)),
        door: doorMonth(own.map(({ document }) => document.door)),
        ...(layout && { layout }),
        ...(logo && { logo }),
      },
    ]
  })
}

/** A sealed month as it was sealed, any other as its days stand. Throws 404 for a month without a report. */
export async function monthOf(db: Db, place: Place, month: string, now: number): Promise<MonthlyReport> {
  const stored = await db
    .selectFrom('monthly_reports')
    .select(['document', 'seal_id', 'sealed_by'])
    .where('location_id', '=', place.locationId)
    .where('month', '=', month)
    .where('state', '=', 'sealed')
    .orderBy('currency')
    .execute()
  const documents =
    stored.length > 0
      ? stored.map(({ document }) => fiscalDocument.parse(JSON.parse(document ?? '')))
      : await readMonth(db, place, month, now)
  if (documents.length === 0) throw new Problem(404, 'not_found')
  const seals = await paperSeals(
    db,
    stored.flatMap(({ seal_id }) => seal_id ?? []),
  )
  return {
    location: { _id: place.locationId, name: place.locationName },
    month,
    state: stored.length > 0 ? 'sealed' : 'draft',
    documents: await withPictures(db, place.tenantId, documents),
    seals: documents.map((_, at) => {
      const seal = seals.get(stored[at]?.seal_id ?? '')
      return seal ? { ...seal, by: stored[at]?.sealed_by ?? null } : null
    }),
  }
}
