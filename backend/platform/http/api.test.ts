import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const raw = async (path: string, init: RequestInit) => {
  const token = await backend.login('mihai')
  const response = await backend.app.request(path, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers },
  })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as { error?: { code: string; request_id: string } },
  }
}
const slots = '/api/configuration/v1/slots'

describe('what reaches the backend', () => {
  it.each([
    ['no JSON', '{"page":', 400],
    ['no UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), 400],
    ['a NUL in a text', '{"query":"a\\u0000b"}', 400],
    ['a list where an object belongs', '[]', 422],
  ])('is refused when it is %s', async (_name, body, status) => {
    expect((await raw(slots, { method: 'POST', body })).status).toBe(status)
  })

  it('may tell of a NUL in the words of an escape', async () => {
    expect((await raw(slots, { method: 'POST', body: '{"query":"\\\\u0000"}' })).status).toBe(200)
    expect((await raw(slots, { method: 'POST', body: '{"query":"\\\\\\u0000"}' })).status).toBe(400)
  })

  it('is refused as another type, too large, or sent to nowhere', async () => {
    expect(
      (
        await raw(slots, {
          method: 'POST',
          body: 'page=1',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
      ).status,
    ).toBe(415)
    expect(
      (await raw(slots, { method: 'POST', body: JSON.stringify({ query: 'x'.repeat(1_100_000) }) })).status,
    ).toBe(413)
    expect((await raw('/api/configuration/v1/nothing', { method: 'POST', body: '{}' })).status).toBe(404)
    const wrong = await raw(slots, { method: 'DELETE' })
    expect(wrong.status).toBe(405)
    expect(wrong.headers.get('allow')).toBe('POST')
  })

  it('is answered with the request’s own id, and with one of ours when that is no id', async () => {
    expect(
      (
        await raw(slots, { method: 'POST', body: '{}', headers: { 'x-request-id': 'kiosk-7-000123' } })
      ).headers.get('x-request-id'),
    ).toBe('kiosk-7-000123')
    const { body } = await raw(`${slots}/x`, {
      method: 'POST',
      body: '{}',
      headers: { 'x-request-id': '<script>' },
    })
    expect(body.error?.request_id).toMatch(/^[0-9a-f]{24}$/)
  })

  it('never tells an unexpected error’s text', async () => {
    const broken = await testBackend()
    const token = await broken.login('mihai')
    await broken.db.schema.alterTable('user_settings').renameTo('gone').execute()
    const response = await broken.app.request('/api/settings/v1/preferences', {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(response.status).toBe(500)
    expect(await response.text()).not.toMatch(/user_settings|select/)
    await broken.close()
  })
})

describe('the description', () => {
  it('holds every endpoint, each with its permission', async () => {
    const { paths } = (await (await backend.app.request('/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, { 'x-permission': unknown; responses: object }>>
    }
    for (const { path, method } of backend.app.api.endpoints) {
      expect(
        paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.['x-permission'],
        `${method} ${path}`,
      ).toBeDefined()
    }
  })

  it('is there for people too', async () => {
    const page = await (await backend.app.request('/api')).text()
    expect(page).toContain('/api/configuration/v1/slots')
    expect(page).not.toContain('<script')
  })
})
