/** Forms, tokens on an address, and pages that are open to everybody. */
import { describe, expect, test, vi } from 'vitest'
import { ok, refuse, tokenUntil } from '../../tests/support/fake-backend'
import { guarded, open } from './guard.server'
import { sessionStore } from './session.server'
import { ask, CHECK, cookieOf, errorOf, playedBackend } from '../../tests/support/guard-requests'

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

describe('forms', () => {
  const save = open(({ form }) => form.get('name'))

  test.each([
    ['our own page', { origin: 'http://localhost', 'sec-fetch-site': 'same-origin' }, 'a'],
    ['another site', { origin: 'https://evil.example' }, 403],
    ['nowhere', { origin: 'null' }, 403],
    ['a neighbour', { 'sec-fetch-site': 'same-site' }, 403],
  ])('from %s', async (_, headers, expected) => {
    const answer = await ask(save, { form: { name: 'a' }, headers: headers as Record<string, string> })
    expect(typeof expected === 'number' ? errorOf(answer).init.status : answer).toBe(expected)
  })

  test.each([
    [415, 'application/json', '{}'],
    [400, 'multipart/form-data', 'x'],
  ])('%i for a body of the wrong kind (%s)', async (status, type, body) => {
    const request = new Request('http://localhost/slots', {
      method: 'POST',
      headers: { 'content-type': type, host: 'localhost' },
      body,
    })
    expect(
      errorOf(await save({ request, params: {}, context: {} } as never).catch((error: unknown) => error)).init
        .status,
    ).toBe(status)
  })
})

describe("tokens on a page's address", () => {
  const page = open(({ user }) => user?.username ?? 'nobody')

  test('are taken into a new session and leave the address', async () => {
    backend().answer(
      '/api/authorization/v1/refresh',
      ok({ access_token: tokenUntil(Date.now() + 900_000, 'next'), refresh_token: 'next' }),
    )
    const answer = (await ask(page, {
      path: `/slots?page=2&atoken=${tokenUntil(Date.now() + 900_000)}&rtoken=r`,
    })) as Response
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/slots?page=2'])
    const cookie = answer.headers.get('Set-Cookie')?.split(';')[0]
    expect(answer.headers.get('Set-Cookie')).toMatch(/HttpOnly; SameSite=Lax/)
    expect(await ask(page, { cookie })).toBe('olga')
  })

  test('that the backend refuses leave the address too, and change nothing', async () => {
    backend().answer(CHECK, refuse(401, 'token_invalid'))
    backend().answer('/api/authorization/v1/refresh', refuse(401, 'token_invalid'))
    const answer = (await ask(page, { path: '/slots?atoken=bad&rtoken=bad' })) as Response
    expect(answer.headers.get('Location')).toBe('/slots')
    expect(answer.headers.get('Set-Cookie')).not.toMatch(/session=/)
  })
})

describe('open', () => {
  test('shows who was last known while the backend is away', async () => {
    backend().answer(CHECK, refuse(500, 'unexpected'))
    const cookie = await cookieOf(120_000)
    expect(
      await ask(
        open(({ user }) => user?.username),
        { cookie },
      ),
    ).toBe('olga')
    expect(
      errorOf(
        await ask(
          guarded('signed-in', () => 'in'),
          { cookie },
        ),
      ).data.kind,
    ).toBe('unexpected')
  })

  test('a message for the next page is kept in the session', async () => {
    const cookie = await cookieOf()
    let id = ''
    await ask(
      guarded('signed-in', async ({ toast, requestSession }) => {
        await toast('good', 'Saved')
        id = (await requestSession.session())?.id ?? ''
        return null
      }),
      { cookie },
    )
    expect(await sessionStore().takeFlash(id)).toEqual({ tone: 'good', text: 'Saved' })
  })
})
