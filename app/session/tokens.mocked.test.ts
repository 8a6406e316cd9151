import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { fakeBackend, ok, refuse, send, tokenUntil, type FakeBackend } from '../../tests/support/fake-backend'
import { ApiError } from '../api/api-error'
import { createApi } from '../api/client.server'
import { createSessionStore, type SessionStore } from './session-store.server'
import { openSessionsDb, type SessionsDb } from './sessions-db.server'
import { isFresh, SessionEnded, tokenSource } from './tokens.server'
import { createVault } from './vault.server'

const REFRESH = '/api/authorization/v1/refresh'
const THING = '/api/things/v1/thing'
const MINUTE = 60_000

let backend: FakeBackend
let db: SessionsDb
let store: SessionStore
const settings = vi.hoisted(() => ({ apiUrl: '' }))
vi.mock('../process/env.server', () => ({ env: () => settings }))

beforeEach(async () => {
  backend = await fakeBackend()
  settings.apiUrl = backend.url
  db = await openSessionsDb({ file: ':memory:' })
  store = createSessionStore(
    () => Promise.resolve(db),
    createVault('a secret that is at least 32 characters long'),
  )
})
afterEach(async () => {
  await backend.close()
  await db.destroy()
})

/** Another page of the same session: it has read the session on its own, as every request does. */
async function visit(sessionId: string) {
  const session = await store.read(sessionId)
  if (!session) throw new Error('no session')
  const caller = { requestId: 'request-1' }
  return createApi({ session: tokenSource({ store, sessionId, caller, tokens: session.tokens }), ...caller })
}

const soon = () => Date.now() + 15 * MINUTE
const start = (access: string, refresh: string | null = 'refresh-1') =>
  store.create({ tokens: { access, refresh }, identity: null })
const getThing = async (sessionId: string) =>
  (await visit(sessionId)).call('GET', THING, { schema: z.object({ name: z.string() }) })
const successor = () => tokenUntil(soon(), 'successor')

describe('tokens', () => {
  test('a token is fresh until 30 seconds before its end', () => {
    const now = Date.now()
    expect(isFresh(tokenUntil(now + 31_000), now)).toBe(true)
    expect(isFresh(tokenUntil(now + 28_000), now)).toBe(false)
    expect(isFresh('', now)).toBe(false)
  })

  test('a token that is still good is sent as it is', async () => {
    const token = tokenUntil(soon())
    backend.answer(THING, ok({ name: 'one' }))
    await getThing(await start(token))
    expect(backend.count(REFRESH)).toBe(0)
    expect(backend.seen[0]?.headers.authorization).toBe(`Bearer ${token}`)
  })

  test.each([
    ['missing', ''],
    ['about to end', tokenUntil(Date.now() + 10_000)],
  ])('a token that is %s is refreshed before the call', async (_, access) => {
    const fresh = successor()
    backend.answer(REFRESH, ok({ access_token: fresh, refresh_token: 'refresh-2' }))
    backend.answer(THING, ok({ name: 'one' }))
    const id = await start(access)
    await getThing(id)
    expect(backend.seen.map(one => one.path)).toEqual([REFRESH, THING])
    expect(backend.seen[0]?.body).toEqual({ refresh_token: 'refresh-1', decoded_permissions: true })
    expect(backend.seen[1]?.headers.authorization).toBe(`Bearer ${fresh}`)
    expect((await store.read(id))?.tokens).toEqual({ access: fresh, refresh: 'refresh-2' })
  })

  test('the nested answer of the specification, data.data, is understood', async () => {
    backend.answer(REFRESH, ok({ data: { access_token: successor() } }))
    backend.answer(THING, ok({ name: 'one' }))
    const id = await start('')
    await getThing(id)
    expect((await store.read(id))?.tokens.refresh).toBe('refresh-1')
  })

  test('twenty concurrent pages of a session wait on one refresh', async () => {
    const old = tokenUntil(soon(), 'old')
    const fresh = successor()
    backend.answer(REFRESH, async (_, response) => {
      await new Promise(resolve => setTimeout(resolve, 50))
      send(response, 200, { success: true, data: { access_token: fresh, refresh_token: 'refresh-2' } })
    })
    backend.answer(THING, (seen, response) =>
      seen.headers.authorization === `Bearer ${fresh}`
        ? send(response, 200, { success: true, data: { name: 'one' } })
        : send(response, 401, { success: false, error: { code: 'token_expired' } }),
    )
    const id = await start(old)
    const answers = await Promise.all(Array.from({ length: 20 }, () => getThing(id)))
    expect(answers).toHaveLength(20)
    expect(backend.count(REFRESH)).toBe(1)
    expect(backend.count(THING)).toBe(40)
  })

  test('a 401 refreshes once, and a second 401 is told instead of going round', async () => {
    backend.answer(REFRESH, ok({ access_token: successor(), refresh_token: 'refresh-2' }))
    backend.answer(THING, refuse(401, 'token_invalid'))
    const id = await start(tokenUntil(soon(), 'old'))
    await expect(getThing(id)).rejects.toMatchObject({ status: 401, code: 'token_invalid' })
    expect(backend.count(REFRESH)).toBe(1)
    expect(backend.count(THING)).toBe(2)
    expect(await store.read(id)).not.toBeNull()
  })

  test('a refused refresh ends the session', async () => {
    backend.answer(REFRESH, refuse(401, 'token_invalid'))
    const id = await start('')
    await expect(getThing(id)).rejects.toBeInstanceOf(SessionEnded)
    expect(await store.read(id)).toBeNull()
  })

  test('without a refresh token an ended access token ends the session', async () => {
    const id = await start('', null)
    await expect(getThing(id)).rejects.toBeInstanceOf(SessionEnded)
  })

  test.each([
    ['answers 500', refuse(500, 'unexpected')],
    ['answers 429', refuse(429, 'too_many_requests')],
    [
      'answers nonsense',
      (_: unknown, response: Parameters<ReturnType<typeof ok>>[1]) => send(response, 200, '<html>'),
    ],
  ])('a backend that %s during the refresh does not end the session', async (_, answer) => {
    backend.answer(REFRESH, answer)
    const id = await start('')
    await expect(getThing(id)).rejects.toBeInstanceOf(ApiError)
    expect(await store.read(id)).not.toBeNull()
  })

  test('a backend that is gone during the refresh does not end the session', async () => {
    const id = await start('')
    await backend.close()
    await expect(getThing(id)).rejects.toMatchObject({ kind: 'unreachable' })
    expect(await store.read(id)).not.toBeNull()
  })

  test('a refresh whose answer was lost is asked for again, within the grace', async () => {
    let asked = 0
    backend.answer(REFRESH, (_, response) => {
      asked++
      if (asked === 1) response.destroy()
      else
        send(response, 200, {
          success: true,
          data: { access_token: successor(), refresh_token: 'refresh-2' },
        })
    })
    backend.answer(THING, ok({ name: 'one' }))
    await getThing(await start(''))
    expect(asked).toBe(2)
  })

  test('tokens that another console has just renewed are used, not renewed again', async () => {
    const id = await start(tokenUntil(soon(), 'old'))
    const stale = await visit(id)
    const renewed = successor()
    await store.saveTokens(id, { access: renewed, refresh: 'refresh-2' })
    backend.answer(THING, (seen, response) =>
      seen.headers.authorization === `Bearer ${renewed}`
        ? send(response, 200, { success: true, data: { name: 'one' } })
        : send(response, 401, { success: false, error: { code: 'token_expired' } }),
    )
    await stale.call('GET', THING, { schema: z.object({ name: z.string() }) })
    expect(backend.count(REFRESH)).toBe(0)
  })
})
