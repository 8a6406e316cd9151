/** From an event to the message that it came with. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { smibs, slots, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, HOUR, reading, sunday } from '../../../tests/support/feed'

let backend: TestBackend
const { deliver } = bookedIn(() => backend)
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
const messageOf = (event: string, as: Person = 'andrei') =>
  backend.json<{ data: { message: object } }>(`/api/rawdata/v1/event/${event}/message`, { as })

it('an event leads to its message, also where it happened hours before that was sent and its number was used again', async () => {
  const event = (at: number) => ({ event_seq_nr: 1, code: '11', at })
  await deliver([
    reading(3, sunday, { '0000': 100 }, { events: [event(sunday - 2 * HOUR)] }),
    reading(4, sunday + HOUR, { '0000': 200 }),
    // The board began to count anew.
    reading(1, sunday + 2 * HOUR, { '0000': 300 }),
    { ...reading(3, sunday + 3 * HOUR, { '0000': 400 }), events: [event(sunday + 3 * HOUR)] },
  ])
  const events = await backend.db
    .selectFrom('events')
    .select(['id', 'code', 'slot_id'])
    .where('code', '=', '11')
    .orderBy('server_time')
    .execute()
  expect(events.map(({ slot_id }) => slot_id)).toEqual([slots.bellLink.id, slots.bellLink.id])
  const key = { smib: smibs.bellLink.id, message_seq_nr: 3, readings: 1 }
  const found = await Promise.all(events.map(({ id }) => messageOf(id)))
  expect(found.map(({ body }) => body.data.message)).toEqual([
    { ...key, at: sunday },
    { ...key, at: sunday + 3 * HOUR },
  ])
  // Another tenant's, none, and what this system made itself.
  expect((await messageOf(events[0]?.id ?? '', 'paulo')).status).toBe(404)
  expect((await messageOf(slots.bellLink.id)).status).toBe(404)
  expect((await messageOf('..%2Fx')).status).toBe(404)
  const made = await backend.db
    .selectFrom('events')
    .select('id')
    .where('message_seq_nr', 'is', null)
    .execute()
  for (const { id } of made) expect((await messageOf(id)).status).toBe(404)
})
