/** What an edit moves where its slot stood in two locations that day: each place has lines of its own. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, smibs } from '../../../tests/people'
import { testBackend, type Envelope, type TestBackend } from '../../../tests/support/backend'
import { coins, minutes, backdatingTests } from '../../../tests/support/backdating'
import { ignorePaths, type IgnorePreview } from './ignored-messages.contract'

let backend: TestBackend
const { enter, fresh, send } = backdatingTests(() => backend)
beforeAll(async () => {
  backend = await testBackend()
  await fresh()
})
afterAll(() => backend.close())

const previewOf = async (nr: number, minute: number): Promise<IgnorePreview> => {
  const { status, body } = await backend.json<Envelope & { data: { preview: IgnorePreview } }>(
    ignorePaths.preview,
    { as: 'ana', body: { smib: smibs.bellLink.id, at: minutes(minute), message_seq_nr: nr } },
  )
  expect(status).toBe(200)
  return body.data.preview
}
const told = (lines: IgnorePreview['effect']['days']) =>
  lines.map(({ day, elsewhere, meters }) => [day, elsewhere, meters.coin_in])

it('is told place by place, and as before where it is one', async () => {
  await send(minutes(85), coins(1, 0, 1_000), coins(2, 60, 1_100), coins(3, 80, 1_150))
  await enter(minutes(90), { location_id: locations.braila.id })
  await send(minutes(200), coins(4, 120, 1_300), coins(5, 180, 1_500))
  // Without the first reading of the new place, what lies between the two around the move is the old place's.
  const { effect } = await previewOf(4, 120)
  const day = '2026-03-12'
  expect(told(effect.days)).toEqual([
    [day, undefined, -200],
    [day, true, 200],
  ])
  // Whoever may not see the other place is not told which it is.
  expect(JSON.stringify(effect)).not.toMatch(new RegExp(`${locations.cluj.id}|${locations.cluj.name}`))
  expect(effect.total.meters).toEqual({})
  const alone = await previewOf(2, 60)
  expect([...alone.effect.days, ...alone.effect.hours].filter(({ elsewhere }) => elsewhere)).toEqual([])
})
