/**
 * A day's report is stored in the transaction that closes or recomputes the day: it says for good what was known then.
 */
import { sql } from 'kysely'
import { foldWords } from '../../platform/contract/fold'
import type { Db } from '../../platform/db/database'
import { sameId } from '../../platform/db/new-id'
import type { SlotDay } from '../days/days.contract'
import type { LocationDaysTable } from '../days/days.table'
import { demandOver, zoneOf, type Place } from '../../telemetry/gaming-days/place.service'
import { jackpotsOfDay } from '../../money/jackpots/day-figures.service'
import { keepSnapshots } from '../../money/jackpots/snapshots.service'
import { doorOfDay } from '../../players/player-exclusion/door-day.service'
import type { FiscalDocument } from './fiscal-document.contract'
import { demandGoingOn, withEarlier } from './earlier-rows'
import { formRows, totalsOf } from './fiscal-form'
import { holdFiscalHead } from '../period-lock/fiscal-head.service'
import { lateInto } from './late-movements.service'
import { rowsPrintedBefore } from './sealed-ends.service'
import { withGamesAlone } from './games-alone.service'
import { withBeyond } from './unusual-turnover.service'
import { refreshMonth } from './monthly-reports.service'

const reportId = (locationId: string, day: string, currency: string, revision: number): string =>
  sameId('daily-report', locationId, day, currency, revision)

type PlaceDay = Place & { day: string }

/**
 * One for each currency. Asking for the same revision twice stores it once. Throws 409 `day_not_over`, whoever asks for
 * it.
 */
export async function storeDailyReports(
  db: Db,
  place: PlaceDay,
  slots: readonly SlotDay[],
  days: readonly LocationDaysTable[],
  now: number,
): Promise<void> {
  demandOver(
    days.map(one => one.ends_at),
    now,
  )
  const through = await holdFiscalHead(db, place)
  const earlier = await lateInto(db, place, through)
  const parties = await partiesOf(db, place.locationId)
  const known = [...new Set(earlier.late.map(({ currency }) => currency))]
  for (const one of await withThoseGone(db, place, days, known)) {
    const own = slots.filter(({ currency }) => currency === one.currency).flatMap(formRows)
    const posted = await withEarlier(own, one.currency, earlier)
    const printed = demandGoingOn(posted, await rowsPrintedBefore(db, place, posted))
    const usual = await withBeyond(db, place, one.currency, printed)
    const rows = await withGamesAlone(db, place, one.currency, usual)
    const totals = totalsOf(rows)
    // Of the location as a whole: it stands in one of its reports.
    const door =
      one.currency === place.currency
        ? await doorOfDay(db, { ...place, from: one.starts_at, to: one.ends_at }, now)
        : undefined
    const document: FiscalDocument = {
      kind: 'day',
      period: place.day,
      revision: one.revision,
      ...parties,
      from: one.starts_at,
      to: one.ends_at,
      time_zone: zoneOf(place, place.day),
      currency: one.currency as FiscalDocument['currency'],
      indexes: 'electronic',
      rows,
      totals,
      made_at: now,
      days: [],
      accepted: [],
      jackpots: await jackpotsOfDay(db, {
        ...place,
        currency: one.currency,
        from: one.starts_at,
        to: one.ends_at,
      }),
      ...(door && { door }),
    }
    const first = await db
      .selectFrom('daily_reports')
      .select('takings_minor')
      .where('location_id', '=', place.locationId)
      .where('day', '=', place.day)
      .where('currency', '=', one.currency)
      .orderBy('revision')
      .executeTakeFirst()
    await db
      .updateTable('daily_reports')
      .set({ is_latest: 0 })
      .where('location_id', '=', place.locationId)
      .where('day', '=', place.day)
      .where('currency', '=', one.currency)
      .where('revision', '<', one.revision)
      .execute()
    await db
      .insertInto('daily_reports')
      .values({
        id: reportId(place.locationId, place.day, one.currency, one.revision),
        tenant_id: place.tenantId,
        location_id: place.locationId,
        currency: one.currency,
        revision: one.revision,
        state: 'draft',
        hours_known: one.hours_known,
        hours_expected: one.hours_expected,
        held: one.held,
        collected_minor: totals.collected,
        paid_minor: totals.paid,
        takings_minor: totals.takings,
        difference_minor: totals.difference,
        changed_minor: totals.takings - (first?.takings_minor ?? totals.takings),
        day: place.day,
        is_latest: 1,
        starts_at: one.starts_at,
        ends_at: one.ends_at,
        slots: one.slots,
        silent: one.silent,
        document: JSON.stringify(document),
        accepted: '[]',
        layout: null,
        logo: null,
        seal_id: null,
        sealed_by: null,
        version: 1,
        search: foldWords([place.locationName, place.day]),
        archived_at: null,
        created_at: now,
        updated_at: now,
      })
      .onConflict(on => on.columns(['location_id', 'day', 'currency', 'revision']).doNothing())
      .execute()
    if (document.jackpots)
      await keepSnapshots(
        db,
        {
          ...place,
          revision: one.revision,
          to: one.ends_at,
          figures: document.jackpots,
        },
        now,
      )
  }
  await refreshMonth(db, place, now)
}

/**
 * A currency in which late data has left no slot gets a report of nothing: its last figures must not stand on. So does
 * one in which only earlier days have something new (`others`).
 */
async function withThoseGone(
  db: Db,
  place: PlaceDay,
  days: readonly LocationDaysTable[],
  others: readonly string[],
): Promise<LocationDaysTable[]> {
  const [any] = days
  const known = await db
    .selectFrom('daily_reports')
    .select('currency')
    .distinct()
    .where('location_id', '=', place.locationId)
    .where('day', '=', place.day)
    .execute()
  const gone = [...new Set([...known.map(({ currency }) => currency), ...others])].filter(
    currency => !days.some(one => one.currency === currency),
  )
  const nothing = { slots: 0, silent: 0, hours_known: 0, hours_expected: 0, held: 0 }
  return [...days, ...(any ? gone.map(currency => ({ ...any, ...nothing, currency })) : [])]
}

/** As they are called now: a report keeps what it was made with. */
async function partiesOf(
  db: Db,
  locationId: string,
): Promise<Pick<FiscalDocument, 'organiser' | 'location'>> {
  const row = await db
    .selectFrom('locations as l')
    .innerJoin('tenants as t', 't.id', 'l.tenant_id')
    .select(['l.id', 'l.code', 'l.name', 'l.city', 'l.address', 'l.licence_no', 'l.work_point_no'])
    .select([
      sql<string>`coalesce(t.legal_name, t.name)`.as('organiser'),
      't.fiscal_code',
      't.trade_register_no',
      't.share_capital',
      't.address as organiser_address',
      't.licence_no as organiser_licence',
    ])
    .where('l.id', '=', locationId)
    .executeTakeFirstOrThrow()
  return {
    organiser: {
      name: row.organiser,
      fiscal_code: row.fiscal_code,
      trade_register_no: row.trade_register_no,
      share_capital: row.share_capital,
      address: row.organiser_address,
      licence_no: row.organiser_licence,
    },
    location: {
      _id: row.id,
      name: row.name,
      code: row.code,
      address: [row.address, row.city].filter(Boolean).join(', ') || null,
      licence_no: row.licence_no,
      work_point_no: row.work_point_no,
    },
  }
}
