/** The SMIB of Bell Link, which is put on Novoline, or on no slot. */
import type { TestBackend } from './backend'
import { backdatingTests, type BackdatingRequest } from './backdating'
import { madeCodes } from '../../backend/telemetry/readings/sas-events'
import { slots, smibs } from '../people'

export function movingSmib(backend: () => TestBackend) {
  const { fresh } = backdatingTests(backend)
  const smib = smibs.bellLink
  const bell = slots.bellLink.id

  /** Nothing was told yet, and the SMIB has always stood on this slot. */
  async function anew(slot_id: string | null = bell): Promise<void> {
    await fresh()
    const { db } = backend()
    for (const table of ['smib_slots', 'slot_data', 'message_edits', 'ignored_messages'] as const)
      await db.deleteFrom(table).execute()
    await stand(1, smibs.novoline.id, null)
    await stand(1, smib.id, null)
    await stand(2, smib.id, slot_id)
    await db.deleteFrom('smib_history').where('valid_from', '>', 0).execute()
    await db.updateTable('smib_history').set({ slot_id }).where('smib_id', '=', smib.id).execute()
    await db
      .updateTable('smib_history')
      .set({ slot_id: null })
      .where('smib_id', '=', smibs.novoline.id)
      .execute()
    await db.updateTable('smibs').set({ held_since: 0 }).execute()
  }

  const stand = async (at: number, id: string, slot_id: string | null) => {
    await backend().db.updateTable('smibs').set({ slot_id, updated_at: at }).where('id', '=', id).execute()
  }
  const newest = async (): Promise<number> =>
    (
      await backend()
        .db.selectFrom('smib_history')
        .select(row => row.fn.max('valid_from').as('since'))
        .where('smib_id', '=', smib.id)
        .executeTakeFirstOrThrow()
    ).since
  const back = async (to: number): Promise<BackdatingRequest> => ({
    type: 'smib',
    id: smib.id,
    since: await newest(),
    to,
  })
  /** Everything that either slot is told to have done. */
  async function both() {
    const { db } = backend()
    const lines = (rows: object[]) => rows.map(row => JSON.stringify(row)).sort()
    return {
      days: lines(
        await db
          .selectFrom('counter_days')
          .select([
            'slot_id',
            'gaming_day',
            'location_id',
            'denomination_minor',
            'coin_in',
            'coin_out',
            'readings',
          ])
          .execute(),
      ),
      hours: lines(
        await db
          .selectFrom('counter_hours')
          .select(['slot_id', 'hour_start', 'location_id', 'coin_in', 'readings'])
          .execute(),
      ),
      readings: lines(
        await db
          .selectFrom('counter_readings')
          .select([
            'slot_id',
            'smib_id',
            'server_time',
            'location_id',
            'gaming_day',
            'coin_in',
            'held',
            'repairs',
          ])
          .execute(),
      ),
      latest: lines(
        (
          await db
            .selectFrom('counter_latest')
            .select(['slot_id', 'server_time', 'meters', 'standing'])
            .execute()
        ).map(row => {
          // When memory was last in doubt is a hint to look closer, and may stay.
          const { memoryAt: _, ...standing } = JSON.parse(row.standing ?? '{}') as Record<string, unknown>
          return { ...row, standing }
        }),
      ),
      messages: lines(
        await db.selectFrom('messages').select(['slot_id', 'message_seq_nr', 'location_id']).execute(),
      ),
      events: lines(
        await db
          .selectFrom('events')
          .select(['slot_id', 'code', 'server_time', 'location_id'])
          // What the system noticed of what did not fit stays where it was noticed.
          .where('code', 'not in', madeCodes)
          .execute(),
      ),
      counted: lines(
        await db.selectFrom('event_days').select(['slot_id', 'gaming_day', 'code', 'count']).execute(),
      ),
      money: lines(
        await db
          .selectFrom('event_sums')
          .select(['slot_id', 'gaming_day', 'kind', 'records', 'minor'])
          .execute(),
      ),
      doors: lines(
        await db.selectFrom('slot_doors').selectAll().where('opened_at', 'is not', null).execute(),
      ),
      handpays: lines(
        await db
          .selectFrom('pending_handpays')
          .select(['slot_id', 'location_id', 'since', 'amount_minor', 'kind', 'currency'])
          .execute(),
      ),
      data: lines(await db.selectFrom('slot_data').select(['slot_id', 'sent_at', 'location_id']).execute()),
      repairs: lines(
        await db.selectFrom('repairs').select(['slot_id', 'state', 'kind', 'crossing']).execute(),
      ),
    }
  }

  return { anew, stand, newest, back, both }
}
