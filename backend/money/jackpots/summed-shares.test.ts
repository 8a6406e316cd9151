/** What a slot adds to a jackpot while its games stand for it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, slots } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, HOUR, reading, sunday } from '../../../tests/support/feed'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
  backend.clock.set(sunday - 30 * HOUR)
})
afterAll(() => backend.close())
const { clear, deliver } = bookedIn(() => backend)

const base = '/api/jackpot-manager/v1'
async function make(path: string, body: object): Promise<string> {
  const { body: answer, status } = await backend.json<{ data: Record<string, { _id: string }> }>(
    `${base}/${path}`,
    { as: 'mihai', method: 'POST', body },
  )
  expect(status).toBe(200)
  return answer.data[path]?._id ?? ''
}
const lei = (minor: number) => ({ minor, currency: 'RON' })

const told = (seq: number, hours: number, games: readonly number[], whole?: number) =>
  reading(
    seq,
    sunday + 60_000 + hours * HOUR,
    {},
    {
      counters: [
        ...(whole === undefined ? [] : [{ game_nr: 0, meters: { '0000': whole } }]),
        ...games.map((coinIn, at) => ({ game_nr: at + 1, meters: { '0000': coinIn } })),
      ],
    },
  )

describe('a slot that tells of itself only later', () => {
  it('feeds a jackpot with what stands for it, whatever arrives first', async () => {
    const jackpot = await make('jackpot', {
      name: 'Noroc',
      location: locations.cluj.id,
      kind: 'mystery',
      currency: 'RON',
    })
    const level = await make('jackpot-level', {
      jackpot,
      name: 'Mini',
      position: 1,
      seed: lei(20_000),
      limit: null,
      hit_from: lei(3_000_000),
      hit_to: lei(5_000_000),
      visible: 50,
      hidden: 0,
    })
    await make('jackpot-source', { jackpot, name: 'Hall' })
    const feed = [
      told(0, 0, [5_000, 7_000]),
      told(1, 4, [5_400, 7_200], 90_000),
      told(2, 8, [5_600, 7_350], 90_350),
      told(3, 25, [5_700, 7_350], 90_470),
    ]
    const share = async () => {
      const row = await backend.db
        .selectFrom('jackpot_shares')
        .select('visible')
        .where('level_id', '=', level)
        .where('slot_id', '=', slots.bellLink.id)
        .executeTakeFirst()
      return Number(row?.visible ?? 0)
    }
    const { denomination_minor: price } = await backend.db
      .selectFrom('slots')
      .select('denomination_minor')
      .where('id', '=', slots.bellLink.id)
      .executeTakeFirstOrThrow()
    const { visible_bp } = await backend.db
      .selectFrom('jackpot_terms')
      .select('visible_bp')
      .where('level_id', '=', level)
      .executeTakeFirstOrThrow()
    for (const order of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [1, 3, 0, 2],
    ]) {
      await clear()
      await backend.db.deleteFrom('jackpot_shares').execute()
      for (const at of order) await deliver(feed.slice(at, at + 1))
      expect(await share()).toBe((950 + 120) * price * visible_bp)
    }
  })
})
