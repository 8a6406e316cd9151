/**
 * Where the next report of a slot begins: the sealed closing is always the next opening (figures.md section 6). A slot that was silent on the last sealed
 * days ended where an earlier sealed report has it.
 */
import type { Db } from '../db/database'
import type { IndexReading } from '../days/days.contract'
import { fiscalDocument, type FormIndexes, type FormRow } from './fiscal-document.contract'
import { indexesOf, rowKey, type Late, type LateInto } from './fiscal-form'

/** Days whose reports are read at once. */
const AT_ONCE = 8

export async function sealedEnds(
  db: Db,
  locationId: string,
  through: string,
  late: readonly Late[],
): Promise<LateInto['ends']> {
  // As played by what is known now: these are the days on which a slot may have ended.
  const stored = await db
    .selectFrom('slot_day_closings')
    .select(['slot_id', 'currency', 'denomination_minor', 'day', 'opening', 'closing'])
    .where('location_id', '=', locationId)
    .where('day', '<=', through)
    .where('slot_id', 'in', [...new Set(late.map(one => one.slot._id))])
    .where('closing', 'is not', null)
    .orderBy('day', 'desc')
    .execute()
  const played = new Map<string, typeof stored>()
  for (const one of stored) {
    const key = rowKey({ slot: { _id: one.slot_id }, currency: one.currency, price: one.denomination_minor })
    played.set(key, [...(played.get(key) ?? []), one])
  }
  const sealed = await closingsBySlot(
    db,
    locationId,
    new Set(late.map(one => one.slot._id)),
    [...new Set([through, ...stored.map(({ day }) => day)])].sort().reverse(),
  )
  const read = (text: string | null | undefined) =>
    text ? indexesOf(JSON.parse(text) as IndexReading) : null
  return new Map(
    [...grouped(late, rowKey)].map(([key, own]) => {
      const [{ slot, price, currency, day }] = own as [Late, ...Late[]]
      const days = played.get(key) ?? []
      const rows = (sealed.get(slot._id) ?? []).filter(one => one.currency === currency)
      const row = rows.find(one => one.price === price) ?? rows.at(-1)
      // Of one that stands in no sealed report: what its first late day began with.
      const opening = row?.closing ?? read(days.findLast(one => one.day >= day)?.opening)
      return [key, { opening, closing: read(days[0]?.closing) }] as const
    }),
  )
}

function grouped<One>(all: readonly One[], keyOf: (one: One) => string): Map<string, One[]> {
  const groups = new Map<string, One[]>()
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return groups
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
    for (const [, ofDay] of grouped(reports, ({ day }) => day)) {
      const rows = ofDay
        .map(({ document }) => fiscalDocument.parse(JSON.parse(document)))
        .flatMap(({ currency, rows: all }) =>
          all.flatMap(row => (row.closing ? [{ ...row, closing: row.closing, currency }] : [])),
        )
        .filter(row => slots.has(row.slot._id) && !found.has(row.slot._id))
      for (const [slot, own] of grouped(rows, row => row.slot._id)) found.set(slot, own)
    }
  }
  return found
}
