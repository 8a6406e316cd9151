/** The demo's sign-in page names the address of a sealed month, which opens without an account until it is revoked. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { daily, sealing } from '../../../tests/support/seals'
import { systemActor } from '../../platform/request/actor'
import { shareDemoMonth } from './demo-link.service'

let b: TestBackend
const { seal } = sealing(() => b)
beforeAll(async () => {
  b = await testBackend({ env: { DEMO: 'on' } })
  await b.db.insertInto('demo_network').values({ id: 'demo', seed: 'x', made_at: 1 }).execute()
})
afterAll(() => b.close())

const share = (month: string) =>
  b.db
    .transaction()
    .execute(tx =>
      shareDemoMonth(
        tx,
        { ...systemActor, tenantId: tenants.carpathia.id },
        { locationId: locations.cluj.id, month, name: 'External accountant' },
        b.clock(),
      ),
    )
const named = async () =>
  (
    await b.json<{ data: { demo_share?: string } }>('/api/authorization/v1/registration-state', {
      body: { host: 'localhost' },
    })
  ).body.data.demo_share

it('is made once of a month that is sealed, and named until it is revoked', async () => {
  await share('2026-02')
  expect(await named()).toBeUndefined()
  await seal({ ...daily('2026-02'), kind: 'monthly' })
  await share('2026-02')
  await share('2026-02')
  const link = await named()
  expect(link).toMatch(/^\/shared\?link=[\w-]{43}$/)
  const token = new URL(link ?? '', 'http://console').searchParams.get('link')
  const opened = await b.json('/api/sharing/v1/open', { body: { token }, from: '203.0.113.9' })
  expect(opened.body.data).toMatchObject({ state: 'open', seal: { period: '2026-02' } })

  // It stands among the links of the report's readers, who may revoke it.
  const listed = (await b.json('/api/sharing/v1/share-links', { as: 'mihai', body: {} })).body.data.rows
  expect(listed).toMatchObject([{ name: 'External accountant', state: 'active', period: '2026-02' }])
  const ids = listed.map(row => String(row._id))
  const revoked = { ids, reason: 'The demo is over' }
  expect((await b.json('/api/sharing/v1/share-link-revoke', { as: 'mihai', body: revoked })).status).toBe(200)
  expect(await named()).toBeUndefined()
  await share('2026-02')
  expect(await named()).toBeUndefined()
})
