import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { tenants, type Person } from '../../../tests/people'
import type { Config } from './config.contract'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const path = (tenant: keyof typeof tenants) =>
  `/api/fraud-detector-db/v1/tenant-settings/${tenants[tenant].id}`
const read = async (tenant: keyof typeof tenants = 'carpathia', as: Person = 'mihai') =>
  (await backend.json<{ data: { config: Config } }>(path(tenant), { as })).body.data.config
const save = (as: Person, version: number, values: object, tenant: keyof typeof tenants = 'carpathia') =>
  backend.json<{
    success: boolean
    data: unknown
    error: { code: string; fields: Record<string, { code: string }[]> }
  }>(path(tenant), { as, method: 'PUT', body: { version, values, reason: 'The owners decided so' } })

describe('a tenant’s fraud-detector settings', () => {
  it('begin with the defaults, amounts in the tenant’s own currency', async () => {
    expect((await read()).settings).toMatchObject({
      max_door_open: { value: 15 },
      max_handpay: { value: 1_000_000 },
      min_play_ratio: { value: 1_000 },
      mechanical_tolerance: { value: 50 },
    })
    expect(await read('lusitania', 'paulo')).toMatchObject({
      currency: 'EUR',
      settings: { max_handpay: { value: 200_000 } },
    })
  })

  it('are saved with the answer true, and go back to the defaults', async () => {
    const { status, body } = await save('mihai', 0, { max_handpay: 500_000, auto_lock: true })
    expect([status, body]).toEqual([200, { success: true, data: true }])
    expect((await read()).settings.max_handpay).toMatchObject({ value: 500_000, is_own: true })
    const back = await backend.json<{ data: { config: Config } }>(`${path('carpathia')}/restore`, {
      as: 'mihai',
      body: { version: 1, restore: 0, reason: 'Tried for a week' },
    })
    expect(back.body.data.config.settings.max_handpay).toMatchObject({ value: 1_000_000, is_own: false })
  })

  it('are loosened for a reason only; who is told may change without one', async () => {
    const { version } = await read()
    const put = (values: object) =>
      backend.json<{ error: { fields: object } }>(path('carpathia'), {
        as: 'mihai',
        method: 'PUT',
        body: { version, values },
      })
    expect((await put({ rtp_high: 15_000 })).body.error.fields).toEqual({ reason: [{ code: 'required' }] })
    expect((await put({ notify_operators: true })).status).toBe(200)
  })

  it('refuse what no tenant can mean, a stale version, and who may not', async () => {
    const { version } = await read()
    expect(
      (await save('mihai', version, { max_handpay: 12.5, rtp_high: 9_000, watchdog: true })).body.error
        .fields,
    ).toEqual({
      'values.max_handpay': [{ code: 'not_whole' }],
      'values.rtp_high': [{ code: 'too_small', params: { min: 10_000 } }],
      'values.watchdog': [{ code: 'unknown_field' }],
    })
    expect((await save('mihai', version + 1, { enabled: false })).status).toBe(409)
    expect((await save('andrei', version, { enabled: false })).status).toBe(403)
    expect((await save('mihai', 0, { enabled: false }, 'lusitania')).status).toBe(404)
    expect((await backend.json(path('carpathia'), { as: 'olga' })).status).toBe(403)
  })
})
