import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { checkDigit } from './cnp'
import { listImportPaths } from './exclusion-lists.contract'

const HOUR = 3_600_000
let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const cnp = (nr: number) => {
  const twelve = `3980411420${nr}`
  return `${twelve}${checkDigit(twelve)}`
}
const answerAtTheDoor = async (number: string) =>
  (
    await backend.json('/api/player-exclusion-processor/v1/player-scan', {
      as: 'mihai',
      body: { location: locations.cluj.id, number },
    })
  ).body.data.answer

it('a day of today keeps clients out at once, whatever its end says; the file sent again changes nothing', async () => {
  backend.clock.set(Date.parse('2027-03-10T12:00:00+02:00'))
  const ends = ['', '31.12.2028', '10.03.2027', '09.03.2027']
  const lines = ends.map((to, index) => `${cnp(11 + index)};10.03.2027;${to}`)
  const send = async () => {
    const answer = await backend.app.request(listImportPaths.clients, {
      method: 'POST',
      headers: { Authorization: `Bearer ${await backend.login('mihai')}`, 'Content-Type': 'text/csv' },
      body: ['cnp;de_la;pana_la', ...lines].join('\n'),
    })
    return ((await answer.json()) as { data: object }).data
  }
  expect(await send()).toMatchObject({ added: 4, not_kept_out: 0 })
  for (let nr = 11; nr <= 14; nr++) expect([nr, await answerAtTheDoor(cnp(nr))]).toEqual([nr, 'deny'])
  for (const hours of [3, 24]) {
    backend.clock.advance(hours * HOUR)
    expect(await send()).toMatchObject({ added: 0, unchanged: 4 })
  }
})
