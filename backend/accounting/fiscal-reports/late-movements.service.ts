/**
 * What a sealed day has moved beyond its seal. The sealed report stays; the movement stands in the report of the first
 * day that is not sealed, "of which earlier days", so that no credit is lost and none counted twice (figures.md section
 * 6).
 */
import { sql } from 'kysely'
import { markDay } from '../../telemetry/readings/day-marks.service'
import type { SlotDay } from '../days/days.contract'
import { markNextClosed, storedDay } from '../days/stored-day.service'
import type { Day, Place } from '../../telemetry/gaming-days/place.service'
import { isPostgres } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { fiscalDocument, type FormRow } from './fiscal-document.contract'
import { demandGoingOn, type LateInto } from './earlier-rows'
import { formRows, rowKey, sumOf } from './fiscal-form'
import { rowsPrintedBefore, sealedEnds, sealedRowsOf } from './sealed-ends.service'
import { holdFiscalHead, nextToSeal, sealedThrough } from '../period-lock/fiscal-head.service'

const nothing: LateInto = {
  late: [],
  ends: new Map(),
  sealedRows: () => Promise.resolve({ printed: [], otherPrices: [], played: [] }),
}

const pending = sql<boolean>`(l.moved_in <> l.posted_in or l.moved_premium <> l.posted_premium or l.moved_out <> l.posted_out)`

/** What belongs into a day's report: nothing but for the one that is sealed next. */
export async function lateInto(
  db: Db,
  place: Pick<Place, 'tenantId' | 'locationId' | 'rules'> & { day: string },
  sealedThrough: string | null,
): Promise<LateInto> {
  if (sealedThrough === null || (await nextToSeal(db, place)) !== place.day) return nothing
  const rows = await db
    .selectFrom('late_movements as l')
    .innerJoin('slots as s', 's.id', 'l.slot_id')
    .selectAll('l')
    .select('s.serial')
    .where('l.tenant_id', '=', place.tenantId)
    .where('l.location_id', '=', place.locationId)
    .where(pending)
    .orderBy('l.day')
    .orderBy('l.slot_id')
    .orderBy('l.price')
    .execute()
  if (rows.length === 0) return nothing
  const late = rows.map(row => ({
    day: row.day,
    slot: { _id: row.slot_id, name: row.serial },
    currency: row.currency,
    price: row.price,
    in: row.moved_in - row.posted_in,
    premium: row.moved_premium - row.posted_premium,
    out: row.moved_out - row.posted_out,
  }))
  return {
    late,
    ends: await sealedEnds(db, place, sealedThrough, late),
    sealedRows: own => sealedRowsOf(db, place, sealedThrough, own),
  }
}

/**
 * Whether a day's report has to be made again although the day itself is as it was: of days before it something is new,
 * or no longer so, or its rows no longer go on where the forms before it end.
 */
export async function isOutdated(
  db: Db,
  place: Pick<Place, 'tenantId' | 'locationId' | 'rules'> & { day: string },
): Promise<boolean> {
  const through = await sealedThrough(db, place.locationId)
  const { late } = await lateInto(db, place, through)
  const documents = await latestDocuments(db, place)
  const documented = documents.flatMap(({ currency, rows }) =>
    rows.flatMap(({ slot, price, earlier }) =>
      earlier.map(one => lineOf({ ...one, slot: slot._id, currency, price })),
    ),
  )
  const due = late.map(one => lineOf({ ...one, slot: one.slot._id }))
  if (documented.sort().join('\n') !== due.sort().join('\n')) return true
  // Rows with something of earlier days are made from the forms that are sealed.
  if (due.length > 0) return false
  for (const { rows } of documents) {
    const plain: FormRow[] = rows.map(({ began, ...row }) =>
      began && began.why !== 'gap' ? { ...row, began } : row,
    )
    const printed = demandGoingOn(plain, await rowsPrintedBefore(db, place, plain))
    if (printed.some((row, at) => row.began?.why !== rows[at]?.began?.why)) return true
  }
  return false
}
const lineOf = (one: Omit<LateInto['late'][number], 'slot'> & { slot: string }): string =>
  [one.day, one.slot, one.currency, one.price, one.in, one.premium, one.out].join(' ')

async function latestDocuments(db: Db, { locationId, day }: { locationId: string; day: string }) {
  const stored = await db
    .selectFrom('daily_reports')
    .select('document')
    .where('location_id', '=', locationId)
    .where('day', '=', day)
    .where('is_latest', '=', 1)
    .execute()
  return stored.map(({ document }) => fiscalDocument.parse(JSON.parse(document)))
}

/**
 * Of a sealed day, as it was played by what is known now, in a transaction that holds the day's mark. The first
 * unsealed day is looked at next, if it is closed: its mark is taken before the location's head, as everywhere. Throws
 * an Error when it was closed or sealed at the same moment: the mark of this day stands then, and it is tried again.
 */
export async function recordLate(db: Db, day: Day, slots: readonly SlotDay[], now: number): Promise<void> {
  const through = await sealedThrough(db, day.locationId)
  const next = {
    tenantId: day.tenantId,
    locationId: day.locationId,
    day: (await nextToSeal(db, day)) ?? day.day,
  }
  const isClosed = async () => (await storedDay(db, next)).length > 0
  const wasClosed = await isClosed()
  if (wasClosed) {
    await markDay(db, next)
    // Its report changes with this, and so may where the one behind it begins.
    await markNextClosed(db, next)
  }
  if ((await holdFiscalHead(db, day)) !== through || (await isClosed()) !== wasClosed)
    throw new Error('the next day was closed or sealed meanwhile')
  await writeLate(db, day, slots, now)
}

async function writeLate(
  db: Db,
  { locationId, tenantId, day }: Day,
  slots: readonly SlotDay[],
  now: number,
): Promise<void> {
  const played = new Map(
    slots.map(slot => {
      return [
        rowKey({ slot: slot.slot, currency: slot.currency, price: slot.denomination_minor }),
        sumOf(formRows(slot).map(row => row.moved)),
      ] as const
    }),
  )
  const sealed = new Map<string, FormRow['moved']>()
  const facts = new Map<string, { slot: string; currency: string; price: number }>()
  for (const { slot, currency, denomination_minor: price } of slots)
    facts.set(rowKey({ slot, currency, price }), { slot: slot._id, currency, price })
  for (const { currency, rows } of await latestDocuments(db, { locationId, day }))
    for (const { slot, price, moved, earlier } of rows) {
      const key = rowKey({ slot, currency, price })
      facts.set(key, { slot: slot._id, currency, price })
      // Its own, of all its rows: what they hold of days before is theirs.
      sealed.set(
        key,
        earlier.reduce(
          (own, one) => ({ in: own.in - one.in, premium: own.premium - one.premium, out: own.out - one.out }),
          sumOf([sealed.get(key) ?? none, moved]),
        ),
      )
    }
  const known = await db
    .selectFrom('late_movements')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('location_id', '=', locationId)
    .where('day', '=', day)
    .execute()
  for (const [key, { slot, currency, price }] of facts) {
    const [is, was] = [played.get(key) ?? none, sealed.get(key) ?? none]
    const moved = {
      moved_in: is.in - was.in,
      moved_premium: is.premium - was.premium,
      moved_out: is.out - was.out,
    }
    const before = known.find(one => one.slot_id === slot && one.currency === currency && one.price === price)
    const isSame = (Object.keys(moved) as (keyof typeof moved)[]).every(
      name => moved[name] === (before?.[name] ?? 0),
    )
    if (isSame) continue
    await db
      .insertInto('late_movements')
      .values({
        location_id: locationId,
        tenant_id: tenantId,
        day,
        slot_id: slot,
        currency,
        price,
        ...moved,
        posted_in: 0,
        posted_premium: 0,
        posted_out: 0,
        updated_at: now,
      })
      .onConflict(on =>
        on
          .columns(isPostgres(db) ? [...keyColumns, 'tenant_id'] : keyColumns)
          .doUpdateSet({ ...moved, updated_at: now }),
      )
      .execute()
  }
}
/** Without its tenant, which stands in PostgreSQL's keys of large tables (`tenant-keys.test.ts`). */
const keyColumns = ['location_id', 'day', 'slot_id', 'currency', 'price'] as const

const none = { in: 0, premium: 0, out: 0 }

/** In the transaction that seals the report which they stand in: from now on they are nobody else's. */
export const postLate = (db: Db, { tenantId, locationId }: Pick<Place, 'tenantId' | 'locationId'>) =>
  db
    .updateTable('late_movements')
    .set(row => ({
      posted_in: row.ref('moved_in'),
      posted_premium: row.ref('moved_premium'),
      posted_out: row.ref('moved_out'),
    }))
    .where('tenant_id', '=', tenantId)
    .where('location_id', '=', locationId)
    .execute()
