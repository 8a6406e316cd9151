/** Many small batches of one sender: they are looked up together, and stored in the order of their arrival. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { smibs } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { ingest } from './ingest.service'
import type { IngestMessage } from './ingest.contract'
import { lookUpSmibs } from './smib-look-ups'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const message = (seq: number): IngestMessage => ({
  smib_id: smibs.bellLink.mac,
  message_seq_nr: seq,
  server_time_nano: `${backend.clock() - 3_600_000 + seq * 1_000}000000`,
  counters: [{ game_nr: 0, meters: { '0000': 1_000 + seq } }],
})

it('the sender of a hundred batches asks for their SMIBs a few times, and none overtakes another', async () => {
  let asked = 0
  let release = () => {}
  const released = new Promise<void>(resolve => (release = resolve))
  const db = backend.deps.db.withPlugin({
    transformQuery: ({ node }) => {
      if (JSON.stringify(node).includes('as placed_since')) asked++
      return node
    },
    // The first answer comes when all batches are there.
    transformResult: async ({ result }) => {
      await released
      return result
    },
  })
  let waiting = 0
  const queued = () => {
    if (++waiting === 100) release()
  }
  const sent = Array.from({ length: 100 }, (_, nr) =>
    ingest({ ...backend.deps, db }, { tenantId: null }, [message(nr + 1)], { token: 'gateway', queued }),
  )
  const answers = await Promise.all(sent)
  expect(answers.every(one => one.accepted === 1)).toBe(true)
  expect(asked).toBeLessThan(20)
  // A message that was overtaken would have left a gap, though for a moment.
  expect(await backend.db.selectFrom('sequence_breaks').selectAll().execute()).toEqual([])
})

it('each sender finds the SMIBs that it speaks for, whoever asks at the same moment', async () => {
  const macs = [smibs.bellLink.mac, smibs.ribeira.mac, 'ffffffffffff']
  const tenantOf = async (mac: string) =>
    (
      await backend.db
        .selectFrom('smibs')
        .select('tenant_id')
        .where('mac', '=', mac)
        .executeTakeFirstOrThrow()
    ).tenant_id
  const [one, other] = [await tenantOf(smibs.bellLink.mac), await tenantOf(smibs.ribeira.mac)]
  expect(one).not.toBe(other)
  const found = await Promise.all(
    [one, other, null].map(tenantId => lookUpSmibs(backend.db, macs, { tenantId })),
  )
  expect(found.map(all => [...all.keys()])).toEqual([
    [smibs.bellLink.mac],
    [smibs.ribeira.mac],
    [smibs.bellLink.mac, smibs.ribeira.mac],
  ])
})
