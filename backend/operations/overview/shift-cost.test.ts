import { afterAll, beforeAll, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { isPostgres } from '../../platform/db/bulk'
import { statementsOf } from '../../../tests/support/statements'
import { overviewPaths } from './overview.contract'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

it('asks the embedded database twice for the start page of a shift: who asks, and all the rest', async () => {
  const ask = () => backend.json(overviewPaths.shift, { as: 'mihai' })
  // What is usual is worked out once a day.
  await ask()
  expect((await ask()).status).toBe(200)
  expect(await statementsOf(backend.db, ask)).toHaveLength(isPostgres(backend.db) ? 4 : 2)
})
