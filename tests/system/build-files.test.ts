/** Files of the build as the real program gives them away, ahead of everything else (`app/listen.server.ts`). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSystem, type RunningSystem } from '../support/system'

let system: RunningSystem
beforeAll(async () => {
  system = await startSystem({ env: { DEMO: 'off' } })
})
afterAll(() => system.end())

test('a file of the build says what it is and who may use it, and nothing that only a document can mean', async () => {
  const first = await fetch(`${system.consoleUrl}/auth/login`)
  const [sheet] = /\/assets\/[\w-]+\.css/.exec(await first.text()) ?? []
  if (!sheet) throw new Error(`${first.status}, and no style sheet in it`)
  const [file, document] = await Promise.all(
    [sheet, '/auth/login'].map(async path => {
      const answer = await fetch(system.consoleUrl + path)
      return { status: answer.status, names: new Set(answer.headers.keys()), text: await answer.text() }
    }),
  )
  const has = (names?: Set<string>) =>
    [
      'x-content-type-options',
      'cross-origin-resource-policy',
      'x-frame-options',
      'permissions-policy',
      'cross-origin-opener-policy',
      'x-request-id',
    ].filter(name => names?.has(name))
  expect([file?.status, has(file?.names)]).toEqual([
    200,
    ['x-content-type-options', 'cross-origin-resource-policy'],
  ])
  expect([document?.status, has(document?.names).length]).toEqual([200, 6])
  // With anything else in it a browser would hold it with two bytes a character.
  expect(file?.text).toMatch(/^[\0-\x7f]{1000,}$/)
})
