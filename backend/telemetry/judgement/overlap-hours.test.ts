/** Parts of the hours in which a slot's own meters take over from the sum of its games. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { slots } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, HOUR, reading, sunday } from '../../../tests/support/feed'
import { movementNames } from '../readings/meters.contract'
import { bookedBetween } from './electronic.service'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
const { deliver } = bookedIn(() => backend)
const slotId = slots.bellLink.id
const MINUTE = 60_000

it('counts each part of an hour where its reading lies', async () => {
  const at = (seq: number, after: number, meters: readonly Record<string, number>[]) =>
    reading(
      seq,
      sunday + after,
      {},
      { counters: meters.map((one, game) => ({ game_nr: game, meters: one })) },
    )
  const both = (add: number) => ({ '0000': 1_000 + add, '0001': 1_000 + add })
  const later = 26 * HOUR
  const ofGame = (seq: number, after: number, add: number) =>
    reading(seq, sunday + after, {}, { counters: [{ game_nr: 1, meters: both(add) }] })
  await deliver([
    ofGame(0, HOUR, 0),
    at(1, 2 * HOUR, [both(0), both(0)]),
    ofGame(2, 20 * HOUR, 500),
    at(3, later + 10 * MINUTE, [{ '0000': 1_700 }]),
    at(4, later + 50 * MINUTE, [{ '0000': 2_000, '0001': 2_000 }]),
  ])
  const between = async (from: number, to: number) => {
    const sums = [0, 0]
    await bookedBetween(backend.db, slotId, sunday + later + from, sunday + later + to, moved => {
      for (const [nr, name] of (['coin_in', 'coin_out'] as const).entries())
        sums[nr] = (sums[nr] ?? 0) + (moved[movementNames.indexOf(name)] ?? 0)
    })
    return sums
  }
  expect(await between(0, 30 * MINUTE)).toEqual([200, 0])
  expect(await between(30 * MINUTE, 60 * MINUTE)).toEqual([300, 500])
})
