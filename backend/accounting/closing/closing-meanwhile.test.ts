/** A day that is closed, and summed, while a batch of its readings is being stored. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, smibs } from '../../../tests/people'
import { closeAll } from '../../../tests/support/closed-days'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { expectMoved } from '../../../tests/support/moved'
import { sumSpans } from '../days/span-sums.service'
import { bookedIn, HOUR, reading, sunday } from '../../../tests/support/feed'
import { smibsByMac } from '../../telemetry/ingestion/smib-context'
import { carryOut, planBatches } from '../../telemetry/ingestion/ingest-batch'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import { readMessage } from '../../telemetry/ingestion/messages'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
  await bookedIn(() => backend).clear()
})
afterAll(() => backend.close())

it('has its figures, however long it takes to store them', async () => {
  const { deps, db } = backend
  const evening = sunday - 2 * HOUR
  backend.clock.set(evening + HOUR)
  const first = [
    reading(1, evening - HOUR, { '0000': 1_000 }, { smib_id: smibs.bellLink.mac }),
    reading(2, evening, { '0000': 1_100 }, { smib_id: smibs.bellLink.mac }),
  ]
  expect((await ingest(deps, { tenantId: null }, first)).refused).toBe(0)
  const message = readMessage(
    reading(3, evening + HOUR, { '0000': 1_300 }, { smib_id: smibs.bellLink.mac }),
    0,
  )
  const board = (await smibsByMac(db, [smibs.bellLink.mac])).get(smibs.bellLink.mac)
  if (typeof message === 'string' || !board) throw new Error('No message')
  backend.clock.set(sunday + 60 * HOUR)
  let release = () => {}
  const released = new Promise<void>(resolve => (release = resolve))
  let look = () => {}
  const looked = new Promise<void>(resolve => (look = resolve))
  const stored = db.transaction().execute(async tx => {
    await carryOut(
      tx,
      await planBatches(tx, [{ known: [{ smib: board, message }], now: backend.clock(), live: true }]),
    )
    look()
    await released
  })
  await looked
  const closed = Promise.all([closeAll(deps), sumSpans(deps)])
  // All that would be done without waiting is done by then.
  await Promise.race([closed, new Promise(resolve => setTimeout(resolve, 1_500))])
  release()
  await Promise.all([stored, closed])
  const days = await db
    .selectFrom('location_days')
    .select(['day', 'sums'])
    .where('location_id', '=', locations.cluj.id)
    .execute()
  const coinIn = days.map(({ sums }) => (JSON.parse(sums) as { coin_in: number }).coin_in)
  const marked = await db.selectFrom('days_to_refresh').selectAll().execute()
  expect([coinIn.reduce((sum, one) => sum + one, 0), marked]).toEqual([300, []])
  // Nor does the sum of the month leave it out.
  await expectMoved(db, 'meanwhile', { from: '2026-10-01', to: '2026-10-31', location: null })
})
