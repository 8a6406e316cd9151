/** What the fraud detector found: on two slots, each in another state. */
import { newId } from '../../backend/db/new-id'
import { locations, people, slots, tenants } from '../people'
import type { TestBackend } from './backend'

export async function fillAnomalies({ db, clock }: TestBackend): Promise<void> {
  const now = clock()
  for (const [nr, state] of (['open', 'acknowledged', 'cleared'] as const).entries())
    await db
      .insertInto('anomalies')
      .values({
        id: newId(now),
        tenant_id: tenants.carpathia.id,
        location_id: locations.cluj.id,
        slot_id: nr === 0 ? slots.bellLink.id : slots.novoline.id,
        version: 1,
        search: '',
        archived_at: null,
        created_at: now + nr,
        updated_at: now + nr,
        state,
        rule: (['bill_rejects_per_hour', 'max_door_open', 'max_handpay'] as const)[nr] ?? 'clock_drift',
        first_at: now - 3_600_000 + nr,
        last_at: now - 3_000_000 + nr,
        count: 37 - nr,
        value: 37,
        threshold: 20,
        currency: 'RON',
        acknowledged_by: state === 'open' ? null : people.mihai.fullName,
        acknowledged_at: state === 'open' ? null : now,
        cleared_by: state === 'cleared' ? people.ana.fullName : null,
        cleared_at: state === 'cleared' ? now : null,
        cleared_reason: state === 'cleared' ? 'The acceptor was cleaned' : null,
      })
      .execute()
}
