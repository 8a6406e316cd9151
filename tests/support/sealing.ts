/** A location in Cluj whose days are closed, sealed and opened again, and what all its reports must say. */
import { expect } from 'vitest'
import { ingest } from '../../backend/telemetry/ingestion/ingest.service'
import {
  fiscalDocument,
  type FormRow,
} from '../../backend/accounting/fiscal-reports/fiscal-document.contract'
import { nextToSeal, sealedThrough } from '../../backend/accounting/period-lock/fiscal-head.service'
import { unclosedBeforeBooks } from '../../backend/accounting/sealing/earlier-days.queries'
import { reopenFrom } from '../../backend/accounting/sealing/reopen.service'
import { sealDay } from '../../backend/accounting/sealing/sealing.service'
import { Problem } from '../../backend/platform/contract/problem'
import { dayOf, placeOf } from '../../backend/telemetry/gaming-days/place.service'
import { locations, slots } from '../people'
import type { TestBackend } from './backend'
import { closeAll as closeDays, forgetClosedDays } from './closed-days'
import { bookedIn, HOUR, reading, sunday } from './feed'
import { ana } from './seals'

export function sealedIn(backend: () => TestBackend) {
  const { clear } = bookedIn(backend)
  async function afresh(): Promise<void> {
    await clear()
    await forgetClosedDays(backend())
  }
  const closeAll = () => closeDays(backend().deps)
  /** The next day, where there is one to seal. Answers whether it was. */
  async function sealNext(): Promise<boolean> {
    const place = await placeOf(backend().db, { tenantId: null }, locations.cluj.id)
    const day = await nextToSeal(backend().db, place)
    if (day === null) return false
    const given = {
      reports: null,
      accepted: Object.values(slots).map(({ id }) => id),
      reason: 'Tried',
      // Readings from before the books may have come since days were closed last: the next report holds them.
      leave_out: await unclosedBeforeBooks(backend().db, place, day),
    }
    return backend()
      .db.transaction()
      .execute(tx => sealDay(tx, ana, dayOf(place, day), given, backend().clock()))
      .then(
        () => true,
        (error: unknown) => {
          if (error instanceof Problem && ['day_open', 'report_changed'].includes(error.code)) return false
          throw error
        },
      )
  }
  /** From one of the sealed days on, chosen by chance. */
  async function reopenSome(chance: number): Promise<void> {
    const place = await placeOf(backend().db, { tenantId: null }, locations.cluj.id)
    const through = await sealedThrough(backend().db, place.locationId)
    const sealed = await backend()
      .db.selectFrom('daily_reports')
      .select('day')
      .distinct()
      .where('location_id', '=', place.locationId)
      .where('is_latest', '=', 1)
      .where('state', '=', 'sealed')
      .orderBy('day')
      .execute()
    const day = sealed[chance % Math.max(1, sealed.length)]?.day
    if (!day || through === null) return
    await backend()
      .db.transaction()
      .execute(tx => reopenFrom(tx, ana, dayOf(place, day), { through, reason: 'Tried' }, backend().clock()))
  }
  async function reports() {
    const rows = await backend()
      .db.selectFrom('daily_reports')
      .select(['id', 'state', 'document', 'is_latest'])
      .where('location_id', '=', locations.cluj.id)
      .execute()
    return rows.map(row => ({ ...row, form: fiscalDocument.parse(JSON.parse(row.document)) }))
  }

  /**
   * The sealed closing is the next opening, and D is Sf − Si on each row that prints a movement: in every report that
   * stands, sealed or not.
   */
  async function demandIndexes(): Promise<void> {
    const ends = new Map<string, FormRow['closing']>()
    const through = (await sealedThrough(backend().db, locations.cluj.id)) ?? ''
    const forms = (await reports()).filter(({ is_latest }) => is_latest === 1).map(({ form }) => form)
    const next = await nextToSeal(
      backend().db,
      await placeOf(backend().db, { tenantId: null }, locations.cluj.id),
    )
    const waiting = await backend().db.selectFrom('days_to_refresh').select('day').execute()
    const marked = new Set(waiting.map(({ day }) => day))
    for (const { period, rows } of forms.sort((a, b) => (a.period < b.period ? -1 : 1)))
      for (const { slot, opening, closing, moved, breaks, began, earlier } of rows) {
        // One that late data waits for is about to get another revision.
        if (period > through && (period !== next || marked.has(period))) continue
        const key = `${period} ${slot.name}`
        const end = ends.get(slot._id)
        // Movement from before a slot's sealed readings has a row of its own, which says so.
        if (!began && opening && end) expect([key, opening]).toEqual([key, end])
        for (const name of ['in', 'premium', 'out'] as const)
          expect([key, (closing?.[name] ?? 0) - (opening?.[name] ?? 0)]).toEqual([key, moved[name]])
        expect(breaks).toBe(false)
        // Behind a day that was left out it begins somewhere else, and is still where the slot stands.
        if (closing && (!began || earlier.length === 0)) ends.set(slot._id, closing)
      }
  }
  /** A reading of the slot Bell Link, so many hours after Sunday morning. */
  const tell = (nr: number, hours: number, coinIn: number) =>
    ingest(backend().deps, { tenantId: null }, [
      reading(nr, sunday + hours * HOUR, { '0000': coinIn, '0001': 0, '0002': 0 }),
    ])
  return { afresh, closeAll, sealNext, reopenSome, reports, demandIndexes, tell }
}
