/** A batch that was looked up before a change was backdated, and gets its turn after it. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { locations } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { queueOf } from '../../telemetry/ingestion/ingest-queue'
import { coins, evening, minutes, backdatingTests } from '../../../tests/support/backdating'

let backend: TestBackend
const { enter, fresh, money, send, backdate, slotBackdating } = backdatingTests(() => backend)
beforeAll(async () => {
  backend = await testBackend()
  await fresh()
})
afterAll(() => backend.close())

/** The change is backdated between the batch's look-up and its turn. */
function backdatingMeanwhile() {
  const queue = queueOf(backend.deps)
  const join = queue.join.bind(queue)
  return vi.spyOn(queue, 'join').mockImplementationOnce(async batch => {
    await backdate(await slotBackdating(minutes(60)))
    return join(batch)
  })
}

it('is booked where the slot stood in truth', async () => {
  await send(minutes(450), coins(1, 0, 1_000), coins(2, 60, 1_100))
  await enter(evening, { location_id: locations.braila.id })
  const joined = backdatingMeanwhile()
  await send(evening, coins(3, 120, 1_300))
  expect(joined).toHaveBeenCalledTimes(2)
  expect(await money()).toEqual(['2026-03-12 Brăila 200 × 1', '2026-03-12 Cluj 100 × 1'])
  joined.mockRestore()
})

it('is booked there as well when it is the first that is heard of its SMIB', async () => {
  await fresh()
  await backend.db.deleteFrom('smib_slots').execute()
  await enter(evening, { location_id: locations.braila.id })
  const joined = backdatingMeanwhile()
  await send(evening, coins(1, 120, 1_000), coins(2, 180, 1_300))
  expect(joined).toHaveBeenCalledTimes(2)
  expect(await money()).toEqual(['2026-03-12 Brăila 300 × 1'])
  joined.mockRestore()
})
