/** SMIBs of the demo stay connected while others write their history. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { slots, smibs } from '../../tests/people'
import { testBackend, type TestBackend } from '../../tests/support/backend'
import { inCircle, touched } from '../../tests/support/lock-circle'
import { askFeeds } from '../telemetry/ingestion/feeds'
import { stayConnected } from './smib-state'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

it('waits for whoever ingests of its SMIBs, before it writes any row of theirs', async () => {
  const { db, clock } = backend
  await db.updateTable('slots').set({ last_seen_at: 1 }).where('id', '=', slots.bellLink.id).execute()
  await db.updateTable('smibs').set({ last_seen_at: 1 }).where('id', '=', smibs.bellLink.id).execute()
  const boards = [{ slot: { slotId: slots.bellLink.id, smib: { id: smibs.bellLink.id } } }]
  await inCircle(
    db,
    async tx => {
      await tx.executeQuery(askFeeds(tx, [smibs.bellLink.id]))
      await touched('slots', slots.bellLink.id)(tx)
    },
    () => stayConnected(db, boards as never, clock()),
    touched('smibs', smibs.bellLink.id),
  )
  const slot = await db
    .selectFrom('slots')
    .select('last_seen_at')
    .where('id', '=', slots.bellLink.id)
    .executeTakeFirstOrThrow()
  expect(slot.last_seen_at).toBe(clock())
})
