/**
 * Validating a report is sealing it: from then on it never changes, and any altered byte of it is found (figures.md
 * sections 6 and 8).
 */
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { recordChange } from '../../platform/audit/audit.service'
import { refreshDay } from '../closing/closing.service'
import { markDay } from '../../telemetry/readings/day-marks.service'
import { storedDay } from '../days/stored-day.service'
import { demandOver, type Day, type Place } from '../../telemetry/gaming-days/place.service'
import type { Actor } from '../../platform/request/actor'
import { sealDocument, type Sealable } from '../seals/seals.service'
import {
  fiscalDocument,
  signedForm,
  type Accepted,
  type FiscalDocument,
  type FormRow,
  oncePerSlot,
} from '../fiscal-reports/fiscal-document.contract'
import { demandNamed } from './earlier-days.queries'
import { gapsOf } from './gaps'
import { gapKinds } from './gaps.contract'
import { layoutOfTenant } from '../fiscal-reports/form-layout.service'
import { logoOfTenant } from '../fiscal-reports/form-logo.service'
import { holdFiscalHead, nextToSeal } from '../period-lock/fiscal-head.service'
import { postLate } from '../fiscal-reports/late-movements.service'
import { datesOf, monthId, readMonth } from '../fiscal-reports/monthly-reports.service'

/** Rows that somebody has to accept with a reason before the day can be sealed. */
export const isIncomplete = ({
  missing_hours,
  held,
  beyond,
  games_alone,
}: Pick<FormRow, 'missing_hours' | 'held' | 'beyond' | 'games_alone'>): boolean =>
  missing_hours > 0 || held > 0 || beyond !== undefined || games_alone !== undefined

export interface Sealing {
  /** The reports as the asker saw them, one for each currency; null: as they stand. */
  reports: readonly string[] | null
  /** Slots whose missing hours, open repairs and unusual turnover are accepted. */
  accepted: readonly string[]
  reason: string | null
  /**
   * Earlier days with readings that are not closed and get no report of their own by this seal: a person names each,
   * so that none is lost unseen.
   */
  leave_out?: readonly string[]
}

/** What of a day is about to be sealed, its head held: see `sealDay` for what is thrown. In a transaction. */
export async function demandSealable(db: Db, place: Day, given: Sealing, now: number) {
  await markDay(db, place)
  const stored = await storedDay(db, place)
  const [first] = stored
  if (!first) throw new Problem(409, 'day_open')
  // By its instants as they were stored, and by the clock as it is now.
  demandOver([place.to, ...stored.map(one => one.ends_at)], now)
  // Readings that are waiting to be worked in change what is about to be signed.
  if (await refreshDay(db, place, now)) throw new Problem(409, 'report_changed')
  await holdFiscalHead(db, place)
  // So do those of days before it: what they move stands in its report.
  if (await isEarlierMarked(db, place)) throw new Problem(409, 'report_changed')
  if (first.state === 'sealed') throw new Problem(409, 'sealed_already')
  const next = await nextToSeal(db, place)
  if (next !== place.day) throw new Problem(409, 'earlier_unsealed', { details: { day: next } })
  const leftOut = await demandNamed(db, place, place.day, given.leave_out ?? [])
  const reports = await db
    .selectFrom('daily_reports')
    .select(['id', 'currency', 'revision', 'document'])
    .where('location_id', '=', place.locationId)
    .where('day', '=', place.day)
    .where('is_latest', '=', 1)
    .orderBy('currency')
    .execute()
  const ids = reports.map(({ id }) => id)
  if (given.reports && [...given.reports].sort().join() !== [...ids].sort().join())
    throw new Problem(409, 'report_changed')
  const layout = await layoutOfTenant(db, place.tenantId)
  const logo = await logoOfTenant(db, place.tenantId)
  const sealable = reports.map(({ document, ...report }) => {
    const form = fiscalDocument.parse(JSON.parse(document))
    const look = { ...(layout && { layout }), ...(logo && { logo }) }
    return { ...report, form: { ...form, accepted: acceptedIn(form.rows, given), ...look } }
  })
  return { reports: sealable, leftOut }
}

const isEarlierMarked = async (db: Db, { locationId, day }: Day): Promise<boolean> =>
  (await db
    .selectFrom('days_to_refresh as m')
    .innerJoin('location_days as d', join =>
      join.onRef('d.location_id', '=', 'm.location_id').onRef('d.day', '=', 'm.day'),
    )
    .select('m.day')
    .where('m.location_id', '=', locationId)
    .where('m.day', '<', day)
    .where('d.state', '=', 'sealed')
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * In a transaction. Throws 409 `day_open`, `day_not_over`, `sealed_already`, `earlier_unsealed` (with the `day` that
 * comes first) and `report_changed`, when late data is being worked in or has made another revision; 422 for an
 * incomplete row that is not accepted, and for earlier days that nobody named in `leave_out`.
 */
export async function sealDay(
  db: Db,
  actor: Actor,
  place: Day,
  given: Sealing,
  now: number,
): Promise<string[]> {
  const { reports, leftOut } = await demandSealable(db, place, given, now)
  for (const { id, currency, revision, form } of reports) {
    const { id: sealId } = await sealDocument(
      db,
      actor,
      {
        tenantId: place.tenantId,
        locationId: place.locationId,
        kind: 'daily',
        period: place.day,
        currency,
        revision,
        document: signedForm(form) as Sealable,
        totals: form.totals,
      },
      now,
    )
    await db
      .updateTable('daily_reports')
      .set(row => ({
        state: 'sealed',
        seal_id: sealId,
        sealed_by: actor.name,
        accepted: JSON.stringify(form.accepted),
        layout: form.layout ? JSON.stringify(form.layout) : null,
        logo: form.logo?.sha256 ?? null,
        updated_at: now,
        version: row('version', '+', 1),
      }))
      .where('id', '=', id)
      .execute()
  }
  await db
    .updateTable('location_days')
    .set({ state: 'sealed' })
    .where('tenant_id', '=', place.tenantId)
    .where('location_id', '=', place.locationId)
    .where('day', '=', place.day)
    .execute()
  await postLate(db, place)
  await db
    .updateTable('fiscal_heads')
    .set({ sealed_through: place.day })
    .where('location_id', '=', place.locationId)
    .execute()
  // What this transaction marked was looked at just now.
  await db
    .deleteFrom('days_to_refresh')
    .where('location_id', '=', place.locationId)
    .where('day', '=', place.day)
    .execute()
  const { locationId: id, tenantId } = place
  if (leftOut.length > 0)
    await recordChange(
      db,
      actor,
      {
        entity: 'location',
        id,
        tenantId,
        action: 'leave_out_days',
        before: null,
        after: { day: place.day, days: leftOut, reason: given.reason },
      },
      now,
    )
  return reports.map(({ id }) => id)
}

function acceptedIn(rows: readonly FormRow[], { accepted, reason }: Sealing): Accepted[] {
  const incomplete = oncePerSlot(rows).filter(isIncomplete)
  if (incomplete.length === 0) return []
  const left = incomplete.filter(({ slot }) => !accepted.includes(slot._id))
  if (left.length > 0)
    throw new Problem(422, 'invalid', {
      fields: {
        accepted: [
          {
            code: 'not_accepted',
            params: {
              count: left.length,
              name: left[0]?.slot.name ?? '',
              kinds: gapKinds.filter(kind => left.some(row => gapsOf(row).includes(kind))).join(','),
            },
          },
        ],
      },
    })
  if (!reason) throw new Problem(422, 'invalid', { fields: { reason: [{ code: 'required' }] } })
  return incomplete.map(({ slot, missing_hours, held, beyond, games_alone }) => ({
    slot,
    missing_hours,
    held,
    ...(beyond && { beyond }),
    ...(games_alone !== undefined && { games_alone }),
    reason,
  }))
}

/** Of its days, as they stand: what a month is made of. */
export async function monthReports(db: Db, { locationId }: Pick<Place, 'locationId'>, month: string) {
  const rows = await db
    .selectFrom('daily_reports')
    .select('id')
    .where('location_id', '=', locationId)
    .where('day', '>=', `${month}-01`)
    .where('day', '<=', `${month}-31`)
    .where('is_latest', '=', 1)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The documents of a month that can be sealed, its head held: see `sealMonth` for what is thrown. In a transaction. */
export async function demandSealableMonth(db: Db, place: Place, month: string, now: number) {
  const through = await holdFiscalHead(db, { ...place, day: datesOf(month)[0] ?? '' })
  const documents = await readMonth(db, place, month, now)
  const [one] = documents
  if (!one) throw new Problem(404, 'not_found')
  if (now < one.to) throw new Problem(409, 'month_not_over')
  const last = datesOf(month).at(-1) ?? ''
  if (through === null || through < last)
    throw new Problem(409, 'days_unsealed', { details: { day: await nextToSeal(db, place) } })
  const stored = await db
    .selectFrom('monthly_reports')
    .select('state')
    .where('location_id', '=', place.locationId)
    .where('month', '=', month)
    .execute()
  if (stored.some(({ state }) => state === 'sealed')) throw new Problem(409, 'sealed_already')
  return documents
}

/**
 * In a transaction: a month whose days are all sealed, from the first that the location ever closed. Throws 409
 * `month_not_over`, `days_unsealed` (with the first `day`), `sealed_already`, and 404 for a month without a report.
 */
export async function sealMonth(
  db: Db,
  actor: Actor,
  place: Place,
  month: string,
  now: number,
): Promise<void> {
  for (const document of await demandSealableMonth(db, place, month, now))
    await sealOneMonth(db, actor, place, document, now)
}

async function sealOneMonth(db: Db, actor: Actor, place: Place, document: FiscalDocument, now: number) {
  const { period, currency, revision, totals } = document
  const { id: sealId } = await sealDocument(
    db,
    actor,
    {
      tenantId: place.tenantId,
      locationId: place.locationId,
      kind: 'monthly',
      period,
      currency,
      revision,
      document: signedForm(document) as Sealable,
      totals,
    },
    now,
  )
  await db
    .updateTable('monthly_reports')
    .set(row => ({
      state: 'sealed',
      seal_id: sealId,
      sealed_by: actor.name,
      document: JSON.stringify(document),
      logo: document.logo?.sha256 ?? null,
      updated_at: now,
      version: row('version', '+', 1),
    }))
    .where('id', '=', monthId(place.locationId, period, currency))
    .execute()
}
