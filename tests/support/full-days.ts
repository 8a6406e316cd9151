/** Closed days with their fiscal reports, of two locations and two months; one is sealed, one is archived. */
import { closeDay } from '../../backend/accounting/closing/closing.service'
import { dayOf, placeOf } from '../../backend/telemetry/gaming-days/place.service'
import { newId } from '../../backend/platform/db/new-id'
import { locations, people, slots, tenants } from '../people'
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
  // No meter was read in most of them: so that they can be put in order, each has taken something else.
  const reports = await db.selectFrom('daily_reports').select('id').orderBy('day').orderBy('id').execute()
  for (const [nr, { id }] of reports.entries())
    await db.updateTable('daily_reports').set({ takings_minor: nr }).where('id', '=', id).execute()
  const months = await db.selectFrom('monthly_reports').select('id').orderBy('month').orderBy('id').execute()
  for (const [nr, { id }] of months.entries())
    await db.updateTable('monthly_reports').set({ takings_minor: nr }).where('id', '=', id).execute()
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
  // What is asked of sealed days, each in another state.
  for (const [nr, answer] of [null, 'refused', 'withdrawn'].entries())
    await db
      .insertInto('approvals')
      .values({
        id: newId(clock()),
        tenant_id: tenants.carpathia.id,
        location_id: [locations.cluj.id, locations.braila.id, locations.cluj.id][nr] ?? '',
        version: 1,
        search: '',
        archived_at: null,
        created_at: clock() + nr,
        updated_at: clock() + nr,
        kind: 'reopening',
        about: `reopening ${nr}`,
        day: `2026-02-0${nr + 1}`,
        through: '2026-02-09',
        days: 9 - nr,
        months: '',
        cause: 'A meter was read wrongly',
        asked_by_id: people.mihai.id,
        asked_by: people.mihai.fullName,
        expires_at: clock() + nr + 86_400_000,
        answer: answer as 'refused' | null,
        answered_by: answer && people.ana.fullName,
        answered_at: answer === null ? null : clock() + nr,
        answer_reason: answer && 'Looked at together',
      })
      .execute()
  // What a second person is asked, besides.
  for (const [nr, answer] of ([null, 'approved'] as const).entries())
    await db
      .insertInto('approvals')
      .values({
        id: newId(clock()),
        tenant_id: tenants.carpathia.id,
        location_id: locations.cluj.id,
        slot_id: nr === 0 ? null : slots.bellLink.id,
        version: 1,
        search: '',
        archived_at: null,
        created_at: clock() + nr,
        updated_at: clock() + nr,
        kind: nr === 0 ? 'seal' : 'edit',
        about: `${nr}`,
        day: nr === 0 ? '2026-01-31' : null,
        through: nr === 0 ? '2026-01-31' : null,
        body: JSON.stringify({ days: [], accepted: [], reason: null }),
        effect: null,
        cause: 'A meter was read wrongly',
        asked_by_id: people.mihai.id,
        asked_by: people.mihai.fullName,
        expires_at: clock() + nr + 86_400_000,
        answer,
        answered_by: answer && people.ana.fullName,
        answered_at: answer && clock() + nr,
        answer_reason: answer && 'Looked at together',
      })
      .execute()
  // Raw rows of old days that are in files.
  for (const [nr, place] of [
    { tenant_id: tenants.carpathia.id, location_id: locations.cluj.id },
    { tenant_id: tenants.lusitania.id, location_id: locations.porto.id },
    { tenant_id: tenants.carpathia.id, location_id: locations.braila.id },
  ].entries())
    await db
      .insertInto('raw_archives')
      .values({
        ...place,
        id: newId(clock()),
        day: `2025-10-0${nr + 1}`,
        stream: nr === 1 ? 'messages' : 'readings',
        part: nr + 1,
        rows: 10 + nr,
        bytes: 1_000 + nr,
        sha256: `${nr}`.repeat(64),
        from_at: clock() - nr,
        to_at: clock() + nr,
        version: 1,
        search: `${nr}`.repeat(64),
        archived_at: nr === 2 ? clock() : null,
        created_at: clock() + nr,
        updated_at: clock() + nr,
      })
      .execute()
}
