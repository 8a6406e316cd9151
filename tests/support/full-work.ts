/** What people say of records, and what is assigned to Ana. */
import { newId } from '../../backend/platform/db/new-id'
import { people, slots, tenants } from '../people'
import type { TestBackend } from './backend'

type Demand = (path: string, body: unknown) => Promise<Record<string, { _id: string }>>

export async function workOnFindings({ db, clock }: TestBackend, demand: Demand): Promise<void> {
  await db
    .updateTable('anomalies')
    .set({ assignee: 'ana', assignee_id: people.ana.id, due_on: '2026-12-01' })
    .execute()
  const { comment } = await demand('/api/comments/v1/comment', {
    about: 'slot',
    record: slots.bellLink.id,
    text: 'Jams',
  })
  await db
    .insertInto('comment_photos')
    .values({
      id: newId(clock()),
      tenant_id: tenants.carpathia.id,
      comment_id: comment?._id ?? '',
      slot_id: slots.bellLink.id,
      mark: 'mark',
      small: 'AAAA',
      whole: 'AAAA',
      added_at: clock(),
    })
    .execute()
}
