/** An event that was left out, comes back after its slot's move was set back to before it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, smibs } from '../../../tests/people'
import { testBackend, type Envelope, type TestBackend } from '../../../tests/support/backend'
import { coins, evening, minutes, backdatingTests } from '../../../tests/support/backdating'

let backend: TestBackend
const { enter, fresh, send, backdate, slotBackdating } = backdatingTests(() => backend)
beforeAll(async () => {
  backend = await testBackend()
  await fresh()
})
afterAll(() => backend.close())

type Answer = Envelope & {
  data: {
    'message-edit': { _id: string }
    parts: { events: { event: string }[] }
    results: { outcome: string }[]
  }
}
const ask = (path: string, body: object) =>
  backend.json<Answer>(`/api/rawdata/v1/${path}`, { as: 'ana', body })
const places = async () =>
  (
    await Promise.all(
      (['events', 'event_days'] as const).map(table =>
        backend.db.selectFrom(table).select(['code', 'location_id']).execute(),
      ),
    )
  ).flat()

it('counts where the slot stood in truth', async () => {
  const door = { events: [{ event_seq_nr: 1, code: '11' }] }
  await send(minutes(450), coins(1, 0, 1_000), coins(2, 60, 1_100), coins(3, 120, 1_300, door))
  const key = { smib: smibs.bellLink.id, at: minutes(120), message_seq_nr: 3 }
  const { event } = (await ask('message-edit-parts', key)).body.data.parts.events[0] ?? {}
  const done = await ask('message-edit/events', { ...key, event, reason: 'The board was wired wrongly' })
  expect([done.status, await places()]).toEqual([200, []])
  await enter(evening, { location_id: locations.braila.id })
  await backdate(await slotBackdating(minutes(60)))
  const ids = [done.body.data['message-edit']._id]
  const back = await ask('message-edit-take-back', { ids, reason: 'It was right after all' })
  expect(back.body.data.results).toMatchObject([{ outcome: 'done' }])
  const there = { code: '11', location_id: locations.braila.id }
  expect(await places()).toEqual([there, there])
})
