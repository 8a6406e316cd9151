/**
 * Opening sealed days again, from one of them up to the last that is sealed (figures.md section 6): a day's closing is
 * the next one's opening, so none in between can stay. Months first, then days, the newest first; each gets an entry in
 * the location's chain, and its sealed paper stays findable.
 */
import { Problem } from '../../platform/contract/problem'
import { refreshDay, reviseDay } from '../closing/closing.service'
import { markDay } from '../../telemetry/readings/day-marks.service'
import { dayOf, type Day } from '../../telemetry/gaming-days/place.service'
import { markNextClosed, storedDay } from '../days/stored-day.service'
import type { Db } from '../../platform/db/database'
import type { Actor } from '../../platform/request/actor'
import { demandReadings } from '../archives/archived.service'
import { sealReopening } from '../seals/seals.service'
import { fiscalDocument } from '../fiscal-reports/fiscal-document.contract'
import { demandUnlocked } from '../period-lock/period-lock.service'
import { holdFiscalHead, nextToSeal } from '../period-lock/fiscal-head.service'

/** Each day is worked out anew in one transaction. Convention. */
export const MOST_REOPENED = 62

export interface ToReopenNow {
  /** The last sealed day as the asker saw it; one that was sealed since is not opened unseen. */
  through: string
  reason: string
}

/**
 * Sealed days from this one on, with what stands sealed of each, oldest first; and the sealed months they belong to.
 */
export async function sealedFrom(
  db: Db,
  { tenantId, locationId, day }: Pick<Day, 'tenantId' | 'locationId' | 'day'>,
) {
  const [days, reports, months] = await Promise.all([
    db
      .selectFrom('location_days')
      .select('day')
      .distinct()
      .where('tenant_id', '=', tenantId)
      .where('location_id', '=', locationId)
      .where('day', '>=', day)
      .where('state', '=', 'sealed')
      .orderBy('day')
      .execute(),
    db
      .selectFrom('daily_reports')
      .select(['id', 'day', 'currency', 'revision', 'takings_minor', 'document'])
      .where('location_id', '=', locationId)
      .where('day', '>=', day)
      .where('is_latest', '=', 1)
      .where('state', '=', 'sealed')
      .orderBy('day')
      .orderBy('currency')
      .execute(),
    db
      .selectFrom('monthly_reports')
      .select(['month', 'currency'])
      .where('location_id', '=', locationId)
      .where('month', '>=', day.slice(0, 7))
      .where('state', '=', 'sealed')
      .orderBy('month')
      .orderBy('currency')
      .execute(),
  ])
  return { days: days.map(one => one.day), reports, months }
}

/**
 * In a transaction. Throws 409 `not_sealed`, `too_many_days`, `day_archived` for a day that could not be worked out
 * anew, and `report_changed` when another day was sealed or opened since the asker looked. The days are closed again
 * afterwards, each with a further revision of its reports.
 */
export async function reopenFrom(
  db: Db,
  actor: Actor,
  place: Day,
  { through, reason }: ToReopenNow,
  now: number,
): Promise<string[]> {
  await demandUnlocked(db, place, place.day)
  // Marks before the head, as everywhere; sorted, so that two writers do not wait for each other.
  const { days: marked } = await sealedFrom(db, place)
  if (marked[0] !== place.day) throw new Problem(409, 'not_sealed')
  if (marked.length > MOST_REOPENED) throw new Problem(409, 'too_many_days')
  const following = await nextToSeal(db, place)
  // One that is open has no report to be made again, and does not close for this.
  const isClosed = async () =>
    following !== null && (await storedDay(db, { ...place, day: following })).length > 0
  const next = (await isClosed()) ? following : null
  const last = next ?? marked.at(-1) ?? place.day
  for (const day of [...marked, ...(next ? [next] : [])]) await markDay(db, { ...place, day })
  await markNextClosed(db, { ...place, day: last })
  const held = await holdFiscalHead(db, place)
  const { days, reports, months } = await sealedFrom(db, place)
  if (held !== through || days.join() !== marked.join() || (await isClosed()) !== (next !== null))
    throw new Problem(409, 'report_changed')
  if (!reports.some(one => one.day === place.day)) throw new Problem(409, 'not_sealed')
  await demandReadings(db, { type: 'location', id: place.locationId }, place.day)
  const of = { tenantId: place.tenantId, locationId: place.locationId, reason }
  for (const { month: period, currency } of months.toReversed())
    await sealReopening(db, actor, { ...of, kind: 'monthly', period, currency }, now)
  for (const { day: period, currency } of reports.toReversed())
    await sealReopening(db, actor, { ...of, kind: 'daily', period, currency }, now)
  await db
    .updateTable('monthly_reports')
    .set(row => ({
      state: 'draft',
      seal_id: null,
      sealed_by: null,
      logo: null,
      document: null,
      updated_at: now,
      version: row('version', '+', 1),
    }))
    .where('location_id', '=', place.locationId)
    .where('month', '>=', place.day.slice(0, 7))
    .where('state', '=', 'sealed')
    .execute()
  await revertLate(db, place, reports)
  await db
    .updateTable('location_days')
    .set({ state: 'closed' })
    .where('tenant_id', '=', place.tenantId)
    .where('location_id', '=', place.locationId)
    .where('day', 'in', days)
    .execute()
  await db
    .updateTable('fiscal_heads')
    .set({ sealed_through: await lastSealedBefore(db, place) })
    .where('location_id', '=', place.locationId)
    .execute()
  for (const day of days) await reviseDay(db, dayOf(place, day), now)
  // What it held of days before it is theirs again.
  if (next) await refreshDay(db, dayOf(place, next), now)
  return days
}

async function lastSealedBefore(db: Db, { tenantId, locationId, day }: Day): Promise<string | null> {
  const { last } = await db
    .selectFrom('location_days')
    .select(row => row.fn.max('day').as('last'))
    .where('tenant_id', '=', tenantId)
    .where('location_id', '=', locationId)
    .where('day', '<', day)
    .where('state', '=', 'sealed')
    .executeTakeFirstOrThrow()
  return last
}

/**
 * What the opened reports held of days that stay sealed waits for a report again; what the opened days moved late is
 * simply theirs.
 */
async function revertLate(
  db: Db,
  { tenantId, locationId, day: from }: Day,
  reports: readonly { currency: string; document: string }[],
): Promise<void> {
  for (const { currency, document } of reports)
    for (const { slot, price, earlier } of fiscalDocument.parse(JSON.parse(document)).rows)
      for (const one of earlier)
        if (one.day < from)
          await db
            .updateTable('late_movements')
            .set(row => ({
              posted_in: row('posted_in', '-', one.in),
              posted_premium: row('posted_premium', '-', one.premium),
              posted_out: row('posted_out', '-', one.out),
            }))
            .where('tenant_id', '=', tenantId)
            .where('location_id', '=', locationId)
            .where('day', '=', one.day)
            .where('slot_id', '=', slot._id)
            .where('currency', '=', currency)
            .where('price', '=', price)
            .execute()
  await db
    .deleteFrom('late_movements')
    .where('tenant_id', '=', tenantId)
    .where('location_id', '=', locationId)
    .where('day', '>=', from)
    .execute()
}
