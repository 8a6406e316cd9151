import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { smibs } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { putOffCompaction } from '../../platform/process/compaction'
import { ingest } from './ingest.service'

vi.mock('../../platform/process/compaction', () => ({ putOffCompaction: vi.fn() }))

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

/** So many counter rows of one SMIB, a second apart. */
function deliver(rows: number, first: number) {
  const start = backend.clock() - 3_600_000
  const messages = Array.from({ length: rows }, (_, nr) => ({
    smib_id: smibs.bellLink.mac,
    message_seq_nr: first + nr,
    server_time_nano: `${start + (first + nr) * 1000}000000`,
    counters: [{ game_nr: 0, meters: { '0000': first + nr } }],
  }))
  return ingest(backend.deps, { tenantId: null }, messages)
}

it('puts compaction off when more waits than is written at once, and not before', async () => {
  await deliver(10, 1)
  expect(putOffCompaction).not.toHaveBeenCalled()
  await deliver(2_500, 100)
  expect(putOffCompaction).toHaveBeenCalled()
})
