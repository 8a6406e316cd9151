/** Closing a location's day stores its figures with the readings that it opened and closed with. */
import { lookAgainFrom } from '../anomalies/marks.service'
import { recordChange } from '../../platform/audit/audit.service'
import { Problem } from '../../platform/contract/problem'
import { insertMany } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { storeDailyReports } from '../fiscal-reports/daily-reports.service'
import { isBeforeBooks, sealedThrough } from '../period-lock/fiscal-head.service'
import { isOutdated, recordLate } from '../fiscal-reports/late-movements.service'
import { withStoredEvidence } from '../days/stored-evidence.service'
import type { Actor } from '../../platform/request/actor'
import { keepWritersOut, markDay } from '../../telemetry/readings/day-marks.service'
import { storeDaySums } from '../days/day-sums.service'
import type { SlotDay } from '../days/days.contract'
import type { LocationDaysTable, SlotDayClosingsTable } from '../days/days.table'
import { nothingIn, qualityOf, totalsOf } from '../days/location-days.queries'
import { markNextClosed, storedDay } from '../days/stored-day.service'
import { demandOver, HAND_GRACE_MS, overDay, type Day } from '../../telemetry/gaming-days/place.service'
import { slotDays } from '../days/slot-days.queries'

interface Closing {
  by: string | null
  reason: string | null
}

/**
 * Closing by hand needs a reason and is recorded in the audit log. In a transaction. Throws 409 for a day that is not
 * over, is closed already, or is from before the location's first reading.
 */
export async function closeByHand(
  db: Db,
  place: Day,
  reason: string,
  actor: Actor,
  now: number,
): Promise<void> {
  if (now < place.to + HAND_GRACE_MS) throw new Problem(409, 'day_not_over')
  // From the first day of the books on every day has to be sealed, so a mistyped year would mean sealing day by day.
  if (await isBeforeBooks(db, place)) throw new Problem(409, 'day_before_books')
  if (!(await closeDay(db, place, { by: actor.name, reason }, now))) throw new Problem(409, 'day_closed')
  await recordChange(
    db,
    actor,
    {
      entity: 'location',
      id: place.locationId,
      tenantId: place.tenantId,
      action: 'close_day',
      before: null,
      after: { day: place.day, reason },
    },
    now,
  )
}

/**
 * In a transaction. False for a day that somebody else has closed meanwhile. Other closers wait for the day's mark.
 * Throws 409 `day_not_over`, whoever closes it.
 */
export async function closeDay(
  db: Db,
  which: Pick<Day, 'locationId' | 'day'>,
  { by, reason }: Closing,
  now: number,
): Promise<boolean> {
  await keepWritersOut(db, which.locationId)
  const place = await overDay(db, which, now)
  await markDay(db, place)
  if ((await storedDay(db, place)).length > 0) return false
  await lookAgainFrom(db, place.locationId, place.from)
  const revisionColumns = { closed_at: now, closed_by: by, reason, revision: 1, refreshed_at: null }
  const slots = await slotDays(db, place, now)
  const rows = rowsOf(place, slots, revisionColumns)
  await storeSums(db, place)
  // A SMIB may report readings from before its location's first report: such a day is older than the sealed ones, so
  // its figures go into a later report.
  const isPast = place.day <= ((await sealedThrough(db, place.locationId)) ?? '')
  if (!isPast) {
    await markNextClosed(db, place)
    await insertRows(db, rows)
    await storeDailyReports(db, place, slots, rows.days, now)
    return true
  }
  await insertRows(db, { ...rows, days: rows.days.map(row => ({ ...row, state: 'sealed' })) })
  await recordLate(db, place, slots, now)
  return true
}

/**
 * After late data: the day says that it changed, and when. In a transaction that holds the day's mark. One that nothing
 * has changed keeps its revision.
 * Of a sealed day the figures here follow what was played; its report stays, and what is new stands in that of the
 * first unsealed day. Answers whether it changed.
 */
export const refreshDay = (db: Db, place: Day, now: number): Promise<boolean> =>
  workOutAnew(db, place, now, false)

/**
 * Makes a further revision even where nothing has changed, as for a sealed day that is opened again. In a transaction
 * that holds the day's mark.
 */
export const reviseDay = (db: Db, place: Day, now: number): Promise<boolean> =>
  workOutAnew(db, place, now, true)

async function workOutAnew(db: Db, place: Day, now: number, isForced: boolean): Promise<boolean> {
  const stored = await storedDay(db, place)
  const [before] = stored
  if (!before) return false
  demandOver(
    stored.map(one => one.ends_at),
    now,
  )
  // The day's stored instants are used because the location's day rule may have changed since.
  const day = { ...place, from: before.starts_at, to: before.ends_at }
  const { closed_at, closed_by, reason, revision } = before
  const revisionColumns = { closed_at, closed_by, reason, revision: revision + 1, refreshed_at: now }
  const slots = await withStoredEvidence(db, day, await slotDays(db, day, now))
  const rows = rowsOf(day, slots, revisionColumns)
  // The sums are stored even where nothing has changed, because readers leave them out while the day is marked.
  await storeSums(db, day)
  const closings = await db
    .selectFrom('slot_day_closings')
    .selectAll()
    .where('tenant_id', '=', place.tenantId)
    .where('location_id', '=', place.locationId)
    .where('day', '=', place.day)
    .execute()
  const isSealed = before.state === 'sealed'
  const isSame = sameRows(rows.slots, closings) && rows.days.length === stored.length
  if (!isForced && isSame && (isSealed || !(await isOutdated(db, day)))) return false
  await lookAgainFrom(db, place.locationId, day.from)
  const first = new Map(stored.map(one => [one.currency, one.first_sums]))
  for (const table of ['location_days', 'slot_day_closings'] as const)
    await db
      .deleteFrom(table)
      .where('tenant_id', '=', place.tenantId)
      .where('location_id', '=', place.locationId)
      .where('day', '=', place.day)
      .execute()
  await insertRows(db, {
    ...rows,
    days: rows.days.map(row => ({
      ...row,
      first_sums: first.get(row.currency) ?? JSON.stringify(nothingIn(row.currency)),
      state: before.state,
    })),
  })
  if (isSealed) await recordLate(db, day, slots, now)
  else {
    await markNextClosed(db, day)
    await storeDailyReports(db, day, slots, rows.days, now)
  }
  return true
}

const storeSums = (db: Db, { tenantId, locationId, currency, day, from, to }: Day): Promise<void> =>
  storeDaySums(db, { tenantId, locationId, currency, days: [{ day, from, to }] })

type RevisionColumns = Pick<
  LocationDaysTable,
  'closed_at' | 'closed_by' | 'reason' | 'revision' | 'refreshed_at'
>
interface Rows {
  days: LocationDaysTable[]
  slots: SlotDayClosingsTable[]
}

function rowsOf(place: Day, slots: readonly SlotDay[], revisionColumns: RevisionColumns): Rows {
  const { locationId, tenantId, day, from, to } = place
  const totals = totalsOf(slots)
  // A day without any slot is closed, too: in the tenant's currency.
  const sums = totals.length > 0 ? totals : [nothingIn(place.currency)]
  return {
    days: sums.map(one => {
      const { hours, ...quality } = qualityOf(slots.filter(({ currency }) => currency === one.currency))
      return {
        location_id: locationId,
        day,
        currency: one.currency,
        tenant_id: tenantId,
        state: 'closed',
        sums: JSON.stringify(one),
        first_sums: JSON.stringify(one),
        starts_at: from,
        ends_at: to,
        hours_known: hours.known,
        hours_expected: hours.expected,
        ...quality,
        ...revisionColumns,
      }
    }),
    slots: slots.map(({ slot, currency, denomination_minor, opening, closing, moved, sums, quality }) => ({
      location_id: locationId,
      day,
      slot_id: slot._id,
      currency,
      tenant_id: tenantId,
      denomination_minor,
      opening: opening && JSON.stringify(opening),
      closing: closing && JSON.stringify(closing),
      moved: JSON.stringify(moved),
      sums: JSON.stringify(sums),
      quality: JSON.stringify(quality),
    })),
  }
}

const names = [
  'slot_id',
  'currency',
  'denomination_minor',
  'opening',
  'closing',
  'moved',
  'sums',
  'quality',
] as const
function sameRows(one: readonly SlotDayClosingsTable[], other: readonly SlotDayClosingsTable[]): boolean {
  const textOf = (rows: readonly SlotDayClosingsTable[]) =>
    rows
      .map(row => JSON.stringify(names.map(name => row[name])))
      .sort()
      .join('\n')
  return textOf(one) === textOf(other)
}

async function insertRows(db: Db, { days, slots }: Rows): Promise<void> {
  await insertMany(
    db,
    'location_days',
    {
      location_id: 'text',
      day: 'text',
      currency: 'text',
      tenant_id: 'text',
      state: 'text',
      sums: 'text',
      first_sums: 'text',
      starts_at: 'bigint',
      ends_at: 'bigint',
      slots: 'bigint',
      silent: 'bigint',
      hours_known: 'bigint',
      hours_expected: 'bigint',
      held: 'bigint',
      decided: 'bigint',
      late: 'bigint',
      carried: 'bigint',
      revision: 'bigint',
      closed_at: 'bigint',
      closed_by: 'text',
      reason: 'text',
      refreshed_at: 'bigint',
    },
    days,
  )
  await insertMany(
    db,
    'slot_day_closings',
    {
      location_id: 'text',
      day: 'text',
      slot_id: 'text',
      currency: 'text',
      tenant_id: 'text',
      denomination_minor: 'bigint',
      opening: 'text',
      closing: 'text',
      moved: 'text',
      sums: 'text',
      quality: 'text',
    },
    slots,
  )
}
