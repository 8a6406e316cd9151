import { data, redirect } from '@remix-run/node'
import { describe, expect, test, vi } from 'vitest'
import { refuse } from '../../tests/support/fake-backend'
import { guarded } from './guard.server'
import { ask, CHECK, cookieOf, errorOf, pageOf, playedBackend } from '../../tests/support/guard-requests'

const settings = vi.hoisted(() => ({
  apiUrl: '',
  dataDir: '',
  databaseUrl: undefined,
  sessionSecret: 'x'.repeat(32),
  https: false,
  ssoHosts: [],
  origin: undefined,
}))
vi.mock('../process/env.server', () => ({ env: () => settings }))

const backend = playedBackend(settings)

describe('guarded', () => {
  const slots = guarded('slot::list', ({ user, timeZone, locale, can }) => ({
    name: user.full_name,
    timeZone,
    locale,
    mayLock: can('slot::lock'),
  }))

  test('gives the handler who asks, in which language and zone, and what they may', async () => {
    expect(pageOf(await ask(slots, { cookie: await cookieOf() })).data).toEqual({
      name: 'Olga Rusu',
      timeZone: 'Europe/Lisbon',
      locale: 'ro',
      mayLock: false,
    })
  })

  test('what a page is given is not written into it a second time', async () => {
    const { data: given } = pageOf(await ask(slots, { cookie: await cookieOf() }))
    expect(JSON.stringify({ given })).toBe('{"given":null}')
    expect({ ...(given as object) }).toHaveProperty('name', 'Olga Rusu')
  })

  test('sends a visitor to sign in and keeps the page asked for', async () => {
    const answer = (await ask(slots, { path: '/slots?page=2&query=a%26b' })) as Response
    expect(answer.status).toBe(302)
    expect(answer.headers.get('Location')).toBe(
      '/auth/login?redirectTo=%2Fslots%3Fpage%3D2%26query%3Da%2526b',
    )
  })

  test('a made-up cookie is nobody, and is taken away', async () => {
    const answer = (await ask(slots, { cookie: (await cookieOf()).replace(/=.{5}/, '=AAAAA') })) as Response
    expect(answer.headers.get('Location')).toMatch(/^\/auth\/login/)
  })

  test('answers 403 without the permission', async () => {
    const answer = errorOf(
      await ask(
        guarded('slot::lock', () => null),
        { cookie: await cookieOf() },
      ),
    )
    expect([answer.init.status, answer.data.kind]).toEqual([403, 'forbidden'])
    expect([answer.data.code, answer.data.needs]).toEqual(['forbidden', ['slot::lock']])
  })

  test('says that rules refuse it to whom nobody can give it, since their roles allow it', async () => {
    const page = guarded({ all: ['slot::list', 'webhook::update'] }, () => null)
    const cookie = await cookieOf(0, { 'slot::list': 1, 'webhook::update': 0 })
    const answer = errorOf(await ask(page, { cookie }))
    expect([answer.init.status, answer.data.code, answer.data.needs]).toEqual([403, 'narrowed', undefined])
  })

  test('"all" needs each, "any" one, and a rule may depend on the address', async () => {
    const cookie = await cookieOf()
    const rule = guarded(
      ({ url }) =>
        url.searchParams.has('all')
          ? { all: ['slot::list', 'slot::lock'] }
          : { any: ['slot::list', 'slot::lock'] },
      () => 'yes',
    )
    expect(await ask(rule, { cookie })).toBe('yes')
    expect(errorOf(await ask(rule, { cookie, path: '/slots?all=1' })).init.status).toBe(403)
  })

  test('permissions are asked for again after a minute, so a revoked one is gone', async () => {
    const young = await cookieOf(50_000, { 'slot::list': 1, 'slot::lock': 1 })
    const old = await cookieOf(61_000, { 'slot::list': 1, 'slot::lock': 1 })
    const lock = guarded('slot::lock', () => 'locked')
    expect(await ask(lock, { cookie: young })).toBe('locked')
    expect(backend().count(CHECK)).toBe(0)
    expect(errorOf(await ask(lock, { cookie: old })).init.status).toBe(403)
    expect(backend().count(CHECK)).toBe(1)
  })

  test('the loaders of one page share one check', async () => {
    const [cookie, context] = [await cookieOf(61_000), {}]
    await Promise.all([
      ask(slots, { cookie, context }),
      ask(slots, { cookie, context }),
      ask(slots, { cookie }),
    ])
    expect(backend().count(CHECK)).toBe(1)
  })

  test("a redirect and a status of the handler's own pass through", async () => {
    const cookie = await cookieOf()
    expect(
      (
        (await ask(
          guarded('signed-in', () => redirect('/access')),
          { cookie },
        )) as Response
      ).headers.get('Cache-Control'),
    ).toBe('no-store')
    const wrong = () => data({ wrong: true }, { status: 422 })
    expect(pageOf(await ask(guarded('signed-in', wrong), { cookie })).init).toEqual({ status: 422 })
    expect(
      ((await ask(guarded('signed-in', wrong), { cookie, form: { serial: '' } })) as Response).status,
    ).toBe(422)
  })

  test("the backend's refusal is always obeyed", async () => {
    backend().answer('/api/x', refuse(403, 'forbidden'))
    const handler = guarded('signed-in', async ({ api }) =>
      api.call('GET', '/api/x', { schema: (await import('zod')).z.unknown() }),
    )
    expect(errorOf(await ask(handler, { cookie: await cookieOf() })).init.status).toBe(403)
  })

  test('what was typed is kept while the backend is away, but never a password', async () => {
    backend().answer('/api/x', (_, response) => {
      response.destroy()
    })
    const save = guarded('signed-in', async ({ api }) =>
      api.call('POST', '/api/x', { body: {}, schema: (await import('zod')).z.unknown() }),
    )
    const cookie = await cookieOf()
    const kept = errorOf(await ask(save, { cookie, form: { serial: 'EGT-1' } }))
    expect(kept).toMatchObject({
      init: { status: 503 },
      data: {
        kind: 'reset',
        unknown: true,
        resend: { path: '/slots?page=2', fields: [['serial', 'EGT-1']] },
      },
    })
    expect(errorOf(await ask(save, { cookie, form: { password: 'x' } })).data.resend).toBeUndefined()
  })

  test('what was typed is kept when the session has ended, and goes through the sign-in', async () => {
    const save = guarded('signed-in', () => 'saved')
    const kept = errorOf(await ask(save, { form: { serial: 'EGT-1' } }))
    expect(kept).toMatchObject({
      init: { status: 401 },
      data: { kind: 'signed-out', resend: { path: '/slots?page=2', fields: [['serial', 'EGT-1']] } },
    })
    const secret = (await ask(save, { form: { password: 'x' } })) as Response
    expect([secret.status, secret.headers.get('Location')]).toEqual([
      303,
      '/auth/login?redirectTo=%2Fslots%3Fpage%3D2',
    ])
  })

  test('a session store that is away is an outage, not a fault, and what was typed is kept', async () => {
    const away = guarded('signed-in', () => {
      throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    })
    const answer = errorOf(await ask(away, { cookie: await cookieOf(), form: { serial: 'EGT-1' } }))
    expect(answer).toMatchObject({
      init: { status: 503 },
      data: { kind: 'unreachable', code: 'database_unavailable', resend: { fields: [['serial', 'EGT-1']] } },
    })
  })

  test('a fault of ours is a 500 without its text', async () => {
    const answer = errorOf(
      await ask(
        guarded('signed-in', () => {
          throw new Error('secret path')
        }),
        { cookie: await cookieOf() },
      ),
    )
    expect(answer.init.status).toBe(500)
    expect(JSON.stringify(answer)).not.toContain('secret path')
  })
})
