/** Closed days with their fiscal reports, of two locations and two months; one is sealed, one is archived. */
import { closeDay } from '../../backend/days/closing.service'
import { dayOf, placeOf } from '../../backend/days/place.service'
import { locations } from '../people'
import type { TestBackend } from './backend'

export async function closeSomeDays({ db, clock }: TestBackend): Promise<void> {
  for (const [location, day] of [
    [locations.cluj.id, '2026-01-31'],
    [locations.cluj.id, '2026-02-01'],
    [locations.cluj.id, '2026-03-01'],
    [locations.porto.id, '2026-02-01'],
    [locations.braila.id, '2026-02-02'],
  ] as const)
    await db.transaction().execute(async tx => {
      const place = dayOf(await placeOf(tx, { tenantId: null }, location), day)
      clock.advance(1_000)
      await closeDay(tx, place, { by: 'Ana Popescu', reason: 'The collector is here' }, clock())
    })
  for (const table of ['daily_reports', 'monthly_reports'] as const) {
    await db
      .updateTable(table)
      .set({ state: 'sealed' })
      .where('location_id', '=', locations.porto.id)
      .execute()
    await db
      .updateTable(table)
      .set({ archived_at: clock() })
      .where('location_id', '=', locations.braila.id)
      .execute()
  }
}
