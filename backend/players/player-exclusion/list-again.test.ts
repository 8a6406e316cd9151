/** A national list is sent again and again: what a later one tells of somebody who is known. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { listImportPaths, type ListImportAnswer } from './exclusion-lists.contract'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const DAY = 86_400_000
const listed = '3991231400010'
const hash = createHash('sha256').update(listed).digest('hex')

async function send(day: string): Promise<ListImportAnswer> {
  backend.clock.advance(1)
  const answer = await backend.app.request(listImportPaths.national, {
    method: 'POST',
    headers: { Authorization: `Bearer ${await backend.login('mihai')}`, 'Content-Type': 'text/csv' },
    body: `cnp_hash;added_on\n${hash};${day}\n`,
  })
  return ((await answer.json()) as { data: ListImportAnswer }).data
}
async function scan() {
  const { body } = await backend.json('/api/player-exclusion-processor/v1/player-scan', {
    as: 'mihai',
    body: { location: locations.cluj.id, number: listed },
  })
  return body.data.answer
}
const entry = () =>
  backend.db.selectFrom('onjn_exclusions').select(['added_on', 'valid_from']).executeTakeFirstOrThrow()

it('a day of today keeps out at once, an earlier one says since when, a later one or none changes nothing', async () => {
  backend.clock.set(Date.parse('2026-11-28T12:00:00+02:00'))
  expect(await send('28.11.2026')).toMatchObject({ added: 1, warnings: 0 })
  expect(await scan()).toBe('deny')
  expect(await send('01.11.2026')).toMatchObject({ added: 0, changed: 1, unchanged: 0 })
  expect(await scan()).toBe('deny')
  const from = Date.parse('2026-11-02T00:00:00+02:00')
  expect(await entry()).toEqual({ added_on: '2026-11-01', valid_from: from })
  expect(await send('20.11.2026')).toMatchObject({ changed: 0, unchanged: 1 })
  expect(await send('')).toMatchObject({ changed: 0, unchanged: 1 })
  expect(await entry()).toEqual({ added_on: '2026-11-01', valid_from: from })

  await backend.db.deleteFrom('onjn_exclusions').execute()
  backend.clock.advance(DAY)
  await send('29.11.2026')
  const now = backend.clock()
  expect(await scan()).toBe('deny')
  backend.clock.advance(DAY / 4)
  for (const day of ['29.11.2026', '']) expect(await send(day)).toMatchObject({ changed: 0, unchanged: 1 })
  expect(await entry()).toEqual({ added_on: '2026-11-29', valid_from: now })
})
