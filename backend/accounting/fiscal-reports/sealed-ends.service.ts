/**
 * Where the next report of a slot begins: the sealed closing is always the next opening (figures.md section 6). A slot
 * that was silent on the last sealed days ended where an earlier sealed report has it.
 */
import { groupBy } from '../../platform/contract/group-by'
import type { Db } from '../../platform/db/database'
import { dateAfter } from '../../estate/locations/gaming-day.service'
import type { Place } from '../../telemetry/gaming-days/place.service'
import type { IndexReading, SlotDay } from '../days/days.contract'
import { type Late, type LateInto, type SealedRows } from './earlier-rows'
import { fiscalDocument, type FormIndexes, type FormRow } from './fiscal-document.contract'
import { formRows, rowKey } from './fiscal-form'

/** Days whose reports are read at once. */
const AT_ONCE = 8

export async function sealedEnds(
  db: Db,
  { tenantId, locationId }: Pick<Place, 'tenantId' | 'locationId'>,
  through: string,
  late: readonly Late[],
): Promise<LateInto['ends']> {
  // As played by what is known now: these are the days on which a slot may have ended.
  const stored = await db
    .selectFrom('slot_day_closings')
    .select(['slot_id', 'currency', 'denomination_minor', 'day', 'opening', 'closing', 'moved', 'quality'])
    .where('tenant_id', '=', tenantId)
    .where('location_id', '=', locationId)
    .where('day', '<=', through)
    .where('slot_id', 'in', [...new Set(late.map(one => one.slot._id))])
    .where('closing', 'is not', null)
    .orderBy('day', 'desc')
    .execute()
  const played = groupBy(stored, one =>
    rowKey({ slot: { _id: one.slot_id }, currency: one.currency, price: one.denomination_minor }),
  )
  const sealed = await closingsBySlot(
    db,
    locationId,
    new Set(late.map(one => one.slot._id)),
    [...new Set([through, ...stored.map(({ day }) => day)])].sort().reverse(),
  )
  return new Map(
    [...groupBy(late, rowKey)].map(([key, own]) => {
      const [{ slot, price, currency, day }] = own as [Late, ...Late[]]
      const days = played.get(key) ?? []
      const rows = (sealed.get(slot._id) ?? []).filter(one => one.currency === currency)
      const row = rows.findLast(one => one.price === price) ?? rows.at(-1)
      const since = days.findLast(one => one.day >= day)
      // Of one that stands in no sealed report: what its first late day began with.
      const opening = row?.closing ?? (since && rowsOf(slot, since)[0]?.opening) ?? null
      const closing = (days[0] && rowsOf(slot, days[0]).at(-1)?.closing) ?? null
      return [key, { opening, closing }] as const
    }),
  )
}

/**
 * Of the slots of these rows: with what their last form before a day ended, sealed or not, so far as that is one of the
 * last.
 */
export async function rowsPrintedBefore(
  db: Db,
  { locationId, day }: { locationId: string; day: string },
  rows: readonly FormRow[],
): Promise<FormRow[]> {
  const slots = new Set(rows.flatMap(row => (row.opening ? [row.slot._id] : [])))
  const last = dateAfter(day, -1)
  const newest = await closingsBySlot(db, locationId, slots, [last])
  const others = new Set([...slots].filter(id => !newest.has(id)))
  const days = Array.from({ length: AT_ONCE }, (_, at) => dateAfter(last, -1 - at))
  const before = others.size > 0 ? await closingsBySlot(db, locationId, others, days) : new Map()
  return [...newest.values(), ...before.values()].flat()
}

/**
 * Of one slot and price. What a sealed form has of days before it belongs to those days, and is looked at with them.
 */
export async function sealedRowsOf(
  db: Db,
  { tenantId, locationId }: Pick<Place, 'tenantId' | 'locationId'>,
  through: string,
  late: readonly Late[],
): Promise<SealedRows> {
  const [{ slot, currency, price }] = late as readonly [Late, ...Late[]]
  const first = (days: readonly string[]) => days.reduce((one, other) => (other < one ? other : one), through)
  const printedSince = async (since: string) => {
    const reports = await db
      .selectFrom('daily_reports')
      .select('document')
      .where('location_id', '=', locationId)
      .where('currency', '=', currency)
      .where('day', '>=', since)
      .where('day', '<=', through)
      .where('is_latest', '=', 1)
      .orderBy('day')
      .execute()
    return reports
      .flatMap(({ document }) => fiscalDocument.parse(JSON.parse(document)).rows)
      .filter(row => row.slot._id === slot._id)
  }
  const since = first(late.map(({ day }) => day))
  const known = await printedSince(since)
  const before = first(
    known.filter(row => row.price === price).flatMap(row => row.earlier.map(({ day }) => day)),
  )
  const isBefore = before < since
  const played = await db
    .selectFrom('slot_day_closings')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('location_id', '=', locationId)
    .where('slot_id', '=', slot._id)
    .where('currency', '=', currency)
    .where('denomination_minor', '=', price)
    .where('day', '>=', isBefore ? before : since)
    .where('day', '<=', through)
    .orderBy('day')
    .execute()
  const all = isBefore ? await printedSince(before) : known
  return {
    printed: all.filter(row => row.price === price),
    otherPrices: all.filter(row => row.price !== price),
    played: played.flatMap(one => rowsOf(slot, one)),
  }
}

const columns = [
  'slot_id',
  'currency',
  'denomination_minor',
  'day',
  'opening',
  'closing',
  'moved',
  'quality',
] as const

interface StoredDay {
  denomination_minor: number
  opening: string | null
  closing: string | null
  moved: string
  quality: string
}
function rowsOf(slot: FormRow['slot'], { denomination_minor, ...stored }: StoredDay): FormRow[] {
  const read = (text: string | null) => (text ? (JSON.parse(text) as IndexReading) : null)
  return formRows({
    slot,
    denomination_minor,
    opening: read(stored.opening),
    closing: read(stored.closing),
    moved: JSON.parse(stored.moved) as SlotDay['moved'],
    quality: JSON.parse(stored.quality) as SlotDay['quality'],
  })
}

type Row = FormRow & { currency: string; closing: FormIndexes }

/** Of each slot the rows of the last sealed day that knows where it ended. `days`: newest first. */
async function closingsBySlot(
  db: Db,
  locationId: string,
  slots: ReadonlySet<string>,
  days: readonly string[],
): Promise<Map<string, Row[]>> {
  const found = new Map<string, Row[]>()
  for (let at = 0; at < days.length && found.size < slots.size; at += AT_ONCE) {
    const reports = await db
      .selectFrom('daily_reports')
      .select(['document', 'day'])
      .where('location_id', '=', locationId)
      .where('day', 'in', days.slice(at, at + AT_ONCE))
      .where('is_latest', '=', 1)
      .orderBy('day', 'desc')
      .execute()
    for (const [, ofDay] of groupBy(reports, ({ day }) => day)) {
      const rows = ofDay
        .map(({ document }) => fiscalDocument.parse(JSON.parse(document)))
        .flatMap(({ currency, rows: all }) =>
          all.flatMap(row => (row.closing ? [{ ...row, closing: row.closing, currency }] : [])),
        )
        .filter(row => slots.has(row.slot._id) && !found.has(row.slot._id))
      for (const [slot, own] of groupBy(rows, row => row.slot._id)) found.set(slot, own)
    }
  }
  return found
}
