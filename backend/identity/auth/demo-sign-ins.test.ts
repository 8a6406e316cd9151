/** The demo's sign-in page names its users; a real installation's never does. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { demoSignIns, namedSignIns } from './demo-sign-ins'

let b: TestBackend
beforeAll(async () => {
  b = await testBackend({ env: { DEMO: 'on' } })
})
afterAll(() => b.close())

async function named(): Promise<unknown> {
  const { status, body } = await b.json<{ data: Record<string, unknown> }>(
    '/api/authorization/v1/registration-state',
    { body: { host: 'localhost' } },
  )
  expect(status).toBe(200)
  return body.data.demo
}

it('names nobody beside a network that is not the demo’s', async () => {
  expect(await named()).toBeUndefined()
})

it('names the users of the demo network with their passwords, until it is run as a real one', async () => {
  await b.db.insertInto('demo_network').values({ id: 'demo', seed: 'x', made_at: 1 }).execute()
  expect(await named()).toEqual(
    demoSignIns.map(({ username, password, role }) => ({ username, password, role })),
  )
  expect(await namedSignIns(b.db, { demo: false })).toEqual([])
})
