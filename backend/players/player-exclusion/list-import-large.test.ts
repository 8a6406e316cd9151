/** A national list as long as a file may be: who is not kept out is said before and after, and it stalls nobody. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { listImportPaths, MAX_LIST_ROWS, type ListImportAnswer } from './exclusion-lists.contract'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const sha = (index: number) => createHash('sha256').update(`of many ${index}`).digest('hex')
/**
 * On a quiet machine it takes a tenth; a line compared with all others, or the zone's rules read for each, took far
 * more. Milliseconds.
 */
const MOST_CPU_MS = 60_000

async function send(step: 'check' | 'commit', body: string) {
  const answer = await backend.app.request(`${listImportPaths.national}?step=${step}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${await backend.login('mihai')}`, 'Content-Type': 'text/csv' },
    body,
  })
  return ((await answer.json()) as { data: ListImportAnswer }).data
}
const keptOut = async () => {
  const { many } = await backend.db
    .selectFrom('onjn_exclusions')
    .select(one => one.fn.countAll<number>().as('many'))
    .executeTakeFirstOrThrow()
  return Number(many)
}

it('with seven wrong lines of 100,000 keeps the 99,993 out and leads with the seven', async () => {
  backend.clock.set(Date.parse('2026-11-28T12:00:00+02:00'))
  const lines = Array.from({ length: MAX_LIST_ROWS }, (_, index) => `${sha(index)};01.11.2026`)
  const wrong = [3, 17, 1_000, 20_000, 50_000, 99_998, 99_999]
  for (const [nr, at] of wrong.entries())
    lines[at] = nr % 2 ? '3.99123E+12;01.11.2026' : `${'z'.repeat(64)};01.11.2026`
  const file = ['cnp_hash;added_on', ...lines].join('\n')
  const said = { not_kept_out: 7, lines: MAX_LIST_ROWS, wrong: 7, warnings: 0 }
  const begun = process.cpuUsage()
  const checked = await send('check', file)
  expect(checked).toMatchObject({ ...said, added: null })
  expect(checked.wrong_lines.map(({ line }) => line)).toEqual(wrong.map(at => at + 2))
  expect(await keptOut()).toBe(0)
  expect(await send('commit', file)).toMatchObject({ ...said, added: 99_993 })
  expect(await keptOut()).toBe(99_993)
  const { user, system } = process.cpuUsage(begun)
  expect((user + system) / 1_000).toBeLessThan(MOST_CPU_MS)
}, 240_000)
