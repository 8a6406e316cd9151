/** What a day's report says of its location's door. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { doorMonth, doorOfDay } from './door-day.service'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

it('is how often it was asked, denied and left to the manager, in that location and day alone', async () => {
  const { db, clock } = backend
  const base = '/api/player-exclusion-processor/v1'
  const post = (path: string, body: object) => backend.json(`${base}/${path}`, { as: 'mihai', body })
  const number = '3850214400018'
  const made = await post('player', { full_name: 'Dobre Matei', document_number: number })
  const player = (made.body.data.player as { _id: string })._id
  await post('blacklist', { player, cause: 'violence', reason: 'Seen by the staff' })
  const from = clock()
  for (const asked of [number, '3920708400031', '12345', number])
    expect((await post('player-scan', { location: locations.cluj.id, number: asked })).status).toBe(200)
  await post('player-scan', { location: locations.braila.id, number })
  clock.advance(60_000)
  const day = { locationId: locations.cluj.id, from, to: clock() }
  expect(await doorOfDay(db, day, clock())).toEqual({ asked: 4, denied: 2, manager: 1 })
  expect(await doorOfDay(db, { ...day, to: from }, clock())).toEqual({ asked: 0, denied: 0, manager: 0 })
  // By then its scans are gone: it is not said that nobody came.
  expect(await doorOfDay(db, day, from + 31 * 86_400_000)).toBeUndefined()
  const one = { asked: 4, denied: 2, manager: 1 }
  expect(doorMonth([one, one])).toEqual({ asked: 8, denied: 4, manager: 2 })
  expect([doorMonth([one, undefined]), doorMonth([])]).toEqual([undefined, undefined])
})
