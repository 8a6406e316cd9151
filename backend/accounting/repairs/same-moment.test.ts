import { afterAll, beforeAll, expect, it } from 'vitest'
import { slots } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, HOUR, reading, sunday } from '../../../tests/support/feed'

let backend: TestBackend
const { deliver } = bookedIn(() => backend)
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

it('a crossing stays in the list when late data end another one at the very same moment', async () => {
  const at = (hour: number) => sunday + hour * HOUR
  const cleared = [{ event_seq_nr: 1, code: '7A' }]
  await deliver([reading(1, at(0), { '0000': 4_088 }), reading(2, at(1), { '0001': 60_003_501 })])
  await deliver([{ ...reading(4, at(10), { '0000': 89 }), events: cleared }])
  const entered = await backend.json('/api/rawdata/v1/manual-reading', {
    as: 'mihai',
    body: {
      slot: slots.bellLink.id,
      at: at(10),
      values: { coin_in: 122 },
      reason: 'Read off the machine',
    },
  })
  expect(entered.status).toBe(200)
  const crossings = async () =>
    (
      await backend.db
        .selectFrom('repairs')
        .select('crossing')
        .where('slot_id', '=', slots.bellLink.id)
        .orderBy('crossing')
        .execute()
    ).map(({ crossing }) => crossing)
  const before = await crossings()
  expect(before).toEqual([at(10)])
  await deliver([reading(3, at(8), { '0000': 83, '0001': 188 })])
  expect(await crossings()).toEqual([at(8), at(10)])
})
