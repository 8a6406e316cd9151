/** SMIBs of the demo stay connected while others write their history. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { slots, smibs } from '../../tests/people'
import { testBackend, type TestBackend } from '../../tests/support/backend'
import { inCircle, touched } from '../../tests/support/lock-circle'
import type { Db } from '../platform/db/database'
import { askFeeds } from '../telemetry/ingestion/feeds'
import { stayConnected } from './smib-state'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const [slot, smib] = [slots.bellLink.id, smibs.bellLink.id]
const rows = [
  ['slots', slot],
  ['smibs', smib],
] as const
const boards = [{ slot: { slotId: slot, smib: { id: smib } } }]

/** The SMIB stays connected while somebody else writes its slot and then the SMIB. */
async function meetsWhoeverWrites(first: (tx: Db) => Promise<unknown>): Promise<void> {
  const { db, clock } = backend
  for (const [table, id] of rows)
    await db.updateTable(table).set({ last_seen_at: 1 }).where('id', '=', id).execute()
  await inCircle(db, first, () => stayConnected(db, boards as never, clock()), touched('smibs', smib))
  for (const [table, id] of rows)
    expect(
      await db.selectFrom(table).select('last_seen_at').where('id', '=', id).executeTakeFirst(),
      table,
    ).toEqual({ last_seen_at: clock() })
}

it('waits for whoever ingests of its SMIBs, before it writes any row of theirs', () =>
  meetsWhoeverWrites(async tx => {
    await tx.executeQuery(askFeeds(tx, [smib]))
    await touched('slots', slot)(tx)
  }))

it('waits for whoever moves a slot, who takes no feeds, before it writes the SMIB of that slot', () =>
  meetsWhoeverWrites(touched('slots', slot)))
