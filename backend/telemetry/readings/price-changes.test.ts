/** Meters that count on across a change of what a credit is worth. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { slots } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, reading, sunday } from '../../../tests/support/feed'
import { pricing } from '../../../tests/support/pricing'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const { clear, deliver, crossings } = bookedIn(() => backend)
const price = pricing(() => backend)
const minutes = (count: number) => sunday + count * 60_000
const booked = async () =>
  (
    await backend.db
      .selectFrom('counter_days')
      .select(['denomination_minor', 'coin_in'])
      .where('slot_id', '=', slots.bellLink.id)
      .where('coin_in', '>', 0)
      .execute()
  ).map(row => [row.denomination_minor, row.coin_in])

beforeEach(async () => {
  await clear()
  backend.clock.set(sunday)
  await backend.db
    .updateTable('slots')
    .set({ denomination_minor: 1 })
    .where('id', '=', slots.bellLink.id)
    .execute()
  await backend.db
    .deleteFrom('slot_history')
    .where('slot_id', '=', slots.bellLink.id)
    .where('valid_from', '>', 0)
    .execute()
})

it('proposes all that a meter moved over its end across a change of price, and the others with it', async () => {
  await deliver([reading(1, minutes(0), { '0000': 99_999_950, '0001': 1_000 })])
  await price(minutes(20), 5)
  await deliver([reading(2, minutes(30), { '0000': 40, '0001': 1_060 })])
  expect(await crossings()).toMatchObject([{ kind: 'repriced', state: 'open', proposed_minor: 90 * 5 }])
  const rows = await backend.db
    .selectFrom('repairs')
    .select(['id', 'meters'])
    .where('slot_id', '=', slots.bellLink.id)
    .execute()
  const { body } = await backend.json<{ data: { evidence: { proposal: unknown } } }>(
    `/api/repairs/v1/repair/${rows[0]?.id}/evidence`,
    { as: 'mihai' },
  )
  expect(body.data.evidence.proposal).toEqual({
    coin_in: { before: 100_000_000, after: 0 },
    coin_out: { before: 1_000, after: 1_000 },
  })
  const answer = await backend.json(`/api/repairs/v1/repair/${rows[0]?.id}/decide`, {
    as: 'mihai',
    body: { choice: 'break', reason: 'Read at the slot' },
  })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  expect(await booked()).toEqual([[5, 90]])
})

it('a meter is worth what it counted at each price, as read, as it only rises, and in what is computed of it', async () => {
  await deliver([reading(1, minutes(3_000), { '0000': 1_000 })])
  await deliver([reading(2, minutes(3_020), { '0000': 2_000 })])
  await price(minutes(3_020), 5)
  await deliver([reading(3, minutes(3_030), { '0000': 2_500 })])
  const worths = async (stream: string, of: (row: never) => unknown) =>
    (
      await backend.json<{ data: { rows: never[] } }>(`/api/rawdata/v1/${stream}`, {
        as: 'mihai',
        body: { exactFields: ['slot'], exactValues: [slots.bellLink.id] },
      })
    ).body.data.rows.map(of)
  const money = (row: { money: { coin_in: { minor: number } } }) => row.money.coin_in.minor
  // 2,000 credits at 1 ban, and 500 at 5 bani.
  expect(await worths('counters', money)).toEqual([4_500, 2_000, 1_000])
  expect(await worths('counters-virtual', money)).toEqual([4_500, 2_000, 1_000])
  expect(await worths('counters-logic', (row: { net_win: { minor: number } }) => row.net_win.minor)).toEqual([
    4_500, 2_000, 1_000,
  ])
  expect(
    await worths('meters', (row: { meters_float: { value: number }[] }) => row.meters_float[0]?.value),
  ).toEqual([45, 20, 10])
})
