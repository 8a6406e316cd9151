/** The preview of a bulk action over 5,000 machines, through the whole HTTP surface in process: found, judged, and written down. */
import { newId } from '../../backend/db/new-id'
import { locations } from '../people'
import { testBackend } from '../support/backend'
import { slotRow } from '../support/network'
import { report, timeOf } from './report'

const backend = await testBackend()
const now = backend.clock()
for (let from = 0; from < 5_000; from += 1_000) {
  await backend.db.insertInto('slots').values(Array.from({ length: 1_000 }, (_, offset) => ({
    ...slotRow(newId(), `BULK-${String(from + offset).padStart(5, '0')}`, 'EGT', 'cluj', now), last_seen_at: (from + offset) % 10 === 0 ? null : now, credits: offset % 7 === 0 ? 40 : 0,
  }))).execute()
}
const token = await backend.login('mihai')
const matching = { query: 'BULK', exactFields: ['location'], exactValues: [locations.cluj.id] }

report({
  name: 'bulk preview of 5,000 slots', unit: 'ms', limit: 1_000,
  value: await timeOf(async () => {
    const { status, body: { data } } = await backend.json('/api/slotcontrol/v1/bulk-preview', { token, body: { action: 'lock', reason: 'Night closing', matching } })
    const { total } = data.job as { total: number }
    if (status !== 200 || total !== 5_000) throw new Error(`preview answered ${status} with ${total} slots`)
  }, 10),
})
await backend.close()
