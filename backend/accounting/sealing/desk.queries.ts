/** The month's desk: what an accountant has to do before a location's month is handed over. */
import { secondPersonStatus } from './seal-requests.service'
import { daysToClose, isOver, reportedDays } from './close-days.service'
import { earlierMonths, unclosedBeforeBooks } from './earlier-days.queries'
import { gapsOfDay, gapsOfMonth } from './gaps'
import { readSealRun } from './seal-run.service'
import type { Db } from '../../platform/db/database'
import { zoneOf, type Day, type Place } from '../../telemetry/gaming-days/place.service'
import { dateAfter, gamingDayBoundsIn } from '../../estate/locations/gaming-day.service'
import { fiscalDocument, oncePerSlot } from '../fiscal-reports/fiscal-document.contract'
import { lockOf } from '../period-lock/period-lock.service'
import { nextToSeal, sealedThrough } from '../period-lock/fiscal-head.service'
import { moneyOf } from '../fiscal-reports/fiscal-form'
import type { MonthDesk, SealPreview } from './sealing.contract'
import { datesOf } from '../fiscal-reports/monthly-reports.service'
import { isIncomplete } from './sealing.service'

type DeskDay = MonthDesk['days'][number]
type Currency = MonthDesk['totals'][number]['currency']

export async function readDesk(db: Db, place: Place, month: string, now: number): Promise<MonthDesk> {
  const dates = datesOf(month)
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  const [
    days,
    reports,
    months,
    marks,
    next_to_seal,
    through,
    second_person,
    lock,
    run,
    earlier,
    reported,
    unclosed,
  ] = await Promise.all([
    db
      .selectFrom('location_days')
      .select(['day', 'state', 'ends_at'])
      .where('tenant_id', '=', place.tenantId)
      .where('location_id', '=', place.locationId)
      .where('day', '>=', first)
      .where('day', '<=', last)
      .execute(),
    db
      .selectFrom('daily_reports')
      .select(['id', 'day', 'currency', 'revision', 'takings_minor', 'difference_minor', 'document'])
      .where('location_id', '=', place.locationId)
      .where('day', '>=', first)
      .where('day', '<=', last)
      .where('is_latest', '=', 1)
      .orderBy('day')
      .orderBy('currency')
      .execute(),
    db
      .selectFrom('monthly_reports')
      .select('state')
      .where('location_id', '=', place.locationId)
      .where('month', '=', month)
      .execute(),
    db
      .selectFrom('days_to_refresh')
      .select('day')
      .where('location_id', '=', place.locationId)
      .where('day', '>=', first)
      .where('day', '<=', last)
      .execute(),
    nextToSeal(db, place),
    sealedThrough(db, place.locationId),
    secondPersonStatus(db, place, now),
    lockOf(db, place),
    readSealRun(db, place, month),
    earlierMonths(db, place, first, now),
    reportedDays(db, place, first, last),
    unclosedBeforeBooks(db, place, dateAfter(last, 1)),
  ])
  const states = new Map(days.map(({ day, state }) => [day, state]))
  const running = new Set(days.filter(({ ends_at }) => now < ends_at).map(({ day }) => day))
  const isOutside = (day: string) => through !== null && day <= through && reported.includes(day)
  const parsed = reports.map(one => ({ one, rows: fiscalDocument.parse(JSON.parse(one.document)).rows }))
  const rowsOf = (day: string) =>
    oncePerSlot(parsed.filter(({ one }) => one.day === day).flatMap(({ rows }) => rows))
  const shown = dates.map((day): DeskDay => {
    const own = parsed.filter(({ one }) => one.day === day)
    const rows = rowsOf(day)
    const state = stateOf(place, day, states.get(day), next_to_seal, now)
    return {
      day,
      // What was closed only after a later day was sealed has no report, either.
      state:
        (state === 'none' && isOutside(day)) || (state === 'sealed' && own.length === 0) ? 'outside' : state,
      reports: own.map(({ one, rows }) => {
        const currency = one.currency as Currency
        return {
          _id: one.id,
          currency,
          revision: one.revision,
          takings: { minor: one.takings_minor, currency },
          difference: { minor: one.difference_minor, currency },
          incomplete: oncePerSlot(rows).filter(isIncomplete).length,
        }
      }),
      gaps: gapsOfDay(rows),
      missing_hours: rows.reduce((sum, row) => sum + row.missing_hours, 0),
      held: rows.reduce((sum, row) => sum + row.held, 0),
      changing: marks.some(one => one.day === day),
    }
  })
  const isSealed = months.some(({ state }) => state === 'sealed')
  const ends_at = gamingDayBoundsIn(place.rules, last).to
  return {
    location: { _id: place.locationId, name: place.locationName },
    month,
    time_zone: zoneOf(place, last),
    days: shown,
    totals: totalsOf(shown),
    gaps: gapsOfMonth(shown.filter(({ state }) => state === 'closed').map(({ day }) => rowsOf(day))),
    earlier,
    run,
    to_close: await daysToClose(db, place, dates, new Set(states.keys()), next_to_seal, now),
    ready: readyIn(
      shown.filter(({ day }) => !running.has(day)),
      next_to_seal,
    ),
    next_to_seal,
    left_out: unclosed.filter(day => isOver(place, day, now)),
    state: isSealed ? 'sealed' : 'draft',
    month_ready: !isSealed && reports.length > 0 && now >= ends_at && through !== null && through >= last,
    second_person,
    lock,
    ends_at,
    as_of: now,
  }
}

export async function readPreview(db: Db, place: Day, now: number): Promise<SealPreview> {
  const [day, reports, next_to_seal, second_person, earlier_months, left_out] = await Promise.all([
    db
      .selectFrom('location_days')
      .select('state')
      .where('tenant_id', '=', place.tenantId)
      .where('location_id', '=', place.locationId)
      .where('day', '=', place.day)
      .executeTakeFirst(),
    db
      .selectFrom('daily_reports')
      .select(['id', 'document'])
      .where('location_id', '=', place.locationId)
      .where('day', '=', place.day)
      .where('is_latest', '=', 1)
      .orderBy('currency')
      .execute(),
    nextToSeal(db, place),
    secondPersonStatus(db, place, now),
    earlierMonths(db, place, place.day, now),
    unclosedBeforeBooks(db, place, place.day),
  ])
  return {
    location: { _id: place.locationId, name: place.locationName },
    day: place.day,
    time_zone: zoneOf(place, place.day),
    state: stateOf(place, place.day, day?.state, next_to_seal, now),
    next_to_seal,
    earlier_months,
    left_out,
    second_person,
    reports: reports.map(({ id, document }) => {
      const { currency, revision, made_at, rows, totals } = fiscalDocument.parse(JSON.parse(document))
      return {
        _id: id,
        currency,
        revision,
        made_at,
        slots: new Set(rows.map(({ slot }) => slot._id)).size,
        takings: { minor: totals.takings, currency },
        difference: { minor: totals.difference, currency },
        incomplete: oncePerSlot(rows)
          .filter(isIncomplete)
          .map(({ slot, missing_hours, held, beyond, games_alone }) => ({
            slot,
            missing_hours,
            held,
            beyond: beyond
              ? {
                  turnover: { minor: beyond.turnover, currency },
                  usual: { minor: beyond.usual, currency },
                  by: beyond.by ?? 'slot',
                  ...(beyond.meter && { meter: beyond.meter }),
                }
              : null,
            games_alone: games_alone === undefined ? null : { minor: games_alone, currency },
          })),
        earlier: rows.flatMap(({ slot, price, earlier }) =>
          earlier.map(({ day, ...moved }) => ({
            day,
            slot,
            takings: { minor: moneyOf(moved, price).takings, currency },
          })),
        ),
      }
    }),
  }
}

function stateOf(
  place: Place,
  day: string,
  stored: 'open' | 'closed' | 'sealed' | undefined,
  next: string | null,
  now: number,
): DeskDay['state'] {
  if (stored) return stored
  if (gamingDayBoundsIn(place.rules, day).to > now) return 'future'
  return next !== null && day < next ? 'none' : 'open'
}

/** From the next one on, as long as each is closed and nothing is missing. */
function readyIn(days: readonly DeskDay[], next: string | null): string[] {
  const from = days.findIndex(({ day }) => day === next)
  if (from === -1) return []
  const rest = days.slice(from)
  const end = rest.findIndex(
    ({ state, reports }) => state !== 'closed' || reports.some(({ incomplete }) => incomplete > 0),
  )
  return (end === -1 ? rest : rest.slice(0, end)).map(({ day }) => day)
}

function totalsOf(days: readonly DeskDay[]): MonthDesk['totals'] {
  const reports = days.flatMap(day => day.reports)
  return [...new Set(reports.map(({ currency }) => currency))].sort().map(currency => {
    const own = reports.filter(one => one.currency === currency)
    const sum = (name: 'takings' | 'difference') => ({
      minor: own.reduce((total, one) => total + one[name].minor, 0),
      currency,
    })
    return { currency, days: own.length, takings: sum('takings'), difference: sum('difference') }
  })
}
