/** What holds on each form of a location's days. */
import { expect } from 'vitest'
import {
  fiscalDocument,
  type FiscalDocument,
  type FormRow,
} from '../../backend/accounting/fiscal-reports/fiscal-document.contract'
import { isAt } from '../../backend/accounting/fiscal-reports/fiscal-form'
import type { Db } from '../../backend/platform/db/database'
import { printedRows } from './printed-rows'

/** Of each day of a location the newest. */
export async function formsOf(db: Db, location: string): Promise<FiscalDocument[]> {
  const rows = await db
    .selectFrom('daily_reports')
    .select('document')
    .where('location_id', '=', location)
    .where('is_latest', '=', 1)
    .orderBy('day')
    .execute()
  return rows.map(({ document }) => fiscalDocument.parse(JSON.parse(document)))
}

export const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)
const meters = { in: 'I', premium: 'Ej', out: 'Ei' } as const

/**
 * Of one form: D is (Sf − Si) × F on each row, as it is stored and as its CSV says it, and nothing where one of both is
 * not known.
 */
export async function demandRows(document: FiscalDocument): Promise<void> {
  const { rows, totals, lines } = await printedRows(document)
  const where = `${document.period}: ${JSON.stringify(document.rows)}`
  expect(rows, where).toHaveLength(document.rows.length)
  for (const [at, { figures, mark, serial }] of rows.entries()) {
    const row = document.rows[at] as FormRow
    expect(row.breaks, where).toBe(false)
    for (const [name, head] of Object.entries(meters)) {
      const [from, to, d, f] = ['Si', 'Sf', 'D', 'F'].map(part => figures[`${part} ${head}`] ?? null)
      const gained = row.over?.[name as keyof typeof meters] ?? 0
      if (from === null || from === undefined || to === null || to === undefined)
        expect([row.correction ?? d === null, where]).toEqual([true, where])
      else expect([d, where]).toEqual([(to - from + gained) * (f ?? 0), where])
      if (gained !== 0) expect(lines.join('\n'), where).toContain(`${serial} – ${head}: D is Sf − Si + `)
    }
    if (row.began)
      expect(lines.filter(line => line.includes(`${serial} – `)).length, where).toBeGreaterThan(0)
    // One of a slot's rows at a price goes on; each other one says why it is there.
    const own = document.rows.filter(one => one.slot._id === row.slot._id && one.price === row.price)
    const explained = own.filter(one => one.began ?? one.correction).length
    expect(explained, where).toBeGreaterThanOrEqual(own.length - 1)
    if (own.length > 1 && (row.began ?? row.correction)) expect(mark, where).not.toBe('')
  }
  expect(Number(totals.Takings), where).toBeCloseTo(sum(rows.map(({ figures }) => figures.Takings ?? 0)), 2)
  expect(document.totals.takings, where).toBe(sum(document.rows.map(row => row.takings)))
}

/** Days in their order: each row begins where the slot's last one ended, or says that it does not. */
export function demandGoingOn(forms: readonly FiscalDocument[]): void {
  const ended = new Map<string, FormRow[]>()
  for (const { period, rows } of forms) {
    for (const row of rows) {
      const before = ended.get(row.slot._id)
      if (!before || row.began || !row.opening) continue
      const others = rows.filter(one => one !== row && one.slot._id === row.slot._id)
      const where = `${period}: ${JSON.stringify([row, before, others])}`
      expect(
        [...before, ...others].some(one => one.closing && isAt(row.opening, one.closing)),
        where,
      ).toBe(true)
    }
    for (const row of rows.filter(one => one.closing)) {
      const own = rows.filter(one => one.closing && one.slot._id === row.slot._id)
      ended.set(row.slot._id, [
        ...(ended.get(row.slot._id) ?? []).filter(one => own.every(other => other.price !== one.price)),
        ...own,
      ])
    }
  }
}
