import { afterAll, beforeAll, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { taskOf, taskTrial } from '../../../tests/support/tasks'
import { claimNext, endLeases, LEASE_MS } from './claim'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

it('what a killed process held is due at once where nobody else can hold it', async () => {
  const { db, clock } = backend
  const trial = taskTrial(backend)
  const id = await trial.queue(taskOf(() => Promise.resolve(null)))
  expect((await claimNext(db, ['counting'], clock()))?.id).toBe(id)
  clock.advance(1_000)
  expect(await claimNext(db, ['counting'], clock())).toBeUndefined()
  await endLeases(db, clock())
  expect(await claimNext(db, ['counting'], clock())).toMatchObject({
    id,
    attempts: 2,
    lease_until: clock() + LEASE_MS,
  })
  await trial.end()
})
