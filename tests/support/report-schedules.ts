/** Three reports that are sent by themselves, each with a sending; the last of both is archived. */
import { newId } from '../../backend/platform/db/new-id'
import { locations, people, tenants } from '../people'
import type { TestBackend } from './backend'

export async function scheduleReports(
  { db, clock }: TestBackend,
  demand: (path: string, body: unknown) => Promise<Record<string, { _id: string }>>,
): Promise<void> {
  for (const [nr, kind] of (['daily', 'weekly', 'monthly'] as const).entries()) {
    const location = nr === 1 ? locations.braila.id : locations.cluj.id
    const made = await demand('/api/report-schedules/v1/report-schedule', {
      ...{ name: `Report ${nr}`, location, kind, hour: 8 + nr },
      recipients: [people.mihai.id],
      formats: ['pdf'],
    })
    await db
      .insertInto('report_sendings')
      .values({
        id: newId(clock()),
        tenant_id: tenants.carpathia.id,
        location_id: location,
        schedule_id: made['report-schedule']?._id ?? '',
        version: 1,
        search: `report ${nr}`,
        archived_at: nr === 2 ? clock() : null,
        created_at: clock() + nr,
        updated_at: clock() + nr,
        kind,
        period: ['2026-01-31', '2026-W05', '2026-01'][nr] ?? '',
        state: (['sent', 'waiting', 'not_sealed'] as const)[nr] ?? 'sent',
        due_at: clock() + nr,
        wait_until: clock() + nr,
        next_at: clock(),
        attempts: 0,
        told_at: null,
        sent_at: nr === 1 ? null : clock() + nr,
        sent_to: nr === 0 ? 'Mihai Ionescu' : '',
        files: 0,
        problem: null,
      })
      .execute()
  }
  await db
    .updateTable('report_schedules')
    .set({ archived_at: clock() })
    .where('kind', '=', 'monthly')
    .execute()
}
