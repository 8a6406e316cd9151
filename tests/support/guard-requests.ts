/** Requests to a guarded page, of whoever a backend that is played says. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { ErrorData } from '../../app/console/error-data'
import { startSession } from '../../app/session/session.server'
import { sessionsDb } from '../../app/session/sessions-db.server'
import { fakeBackend, ok, tokenUntil, type FakeBackend } from './fake-backend'

export const CHECK = '/api/authorization/v1/check'
export const user = {
  user_id: 'e1',
  username: 'olga',
  full_name: 'Olga Rusu',
  tenant_id: 'a1',
  language: 'ro',
  time_zone: 'Europe/Lisbon',
  roles: ['operator'],
}

/** Plays a backend for each test of the file, and names it in the settings that the file has put in place. */
export function playedBackend(settings: { apiUrl: string; dataDir: string }): () => FakeBackend {
  let backend: FakeBackend
  beforeAll(async () => {
    backend = await fakeBackend()
    settings.apiUrl = backend.url
    settings.dataDir = mkdtempSync(path.join(tmpdir(), 'console-guard-'))
  })
  afterAll(async () => {
    await backend.close()
    await (await sessionsDb()).destroy()
  })
  beforeEach(() => {
    backend.seen.length = 0
    backend.answer(CHECK, ok({ user, permissions: { 'slot::list': 1, 'slot::lock': 0 } }))
  })
  return () => backend
}

/** The cookie of a session whose permissions the backend said `age` milliseconds ago. */
export async function cookieOf(
  age = 0,
  permissions: Record<string, number> = { 'slot::list': 1 },
): Promise<string> {
  const identity = { user: { ...user, user_profile: null }, permissions, checkedAt: Date.now() - age }
  return (
    (
      await startSession(
        { tokens: { access: tokenUntil(Date.now() + 900_000), refresh: 'r' }, identity },
        null,
      )
    ).split(';')[0] ?? ''
  )
}

export function ask(
  handler: (args: never) => Promise<unknown>,
  init: {
    cookie?: string
    path?: string
    form?: Record<string, string>
    headers?: Record<string, string>
    context?: object
  } = {},
): Promise<unknown> {
  const body = init.form && new URLSearchParams(init.form)
  const request = new Request(`http://localhost${init.path ?? '/slots?page=2'}`, {
    method: body ? 'POST' : 'GET',
    ...(body && { body }),
    headers: {
      ...(init.cookie && { cookie: init.cookie }),
      ...(body && { host: 'localhost' }),
      ...init.headers,
    },
  })
  return handler({ request, params: {}, context: init.context ?? {} } as never).catch(
    (error: unknown) => error,
  )
}
/** As Remix hands a loader's answer to the page. */
export const pageOf = (result: unknown) => result as { data: unknown; init: ResponseInit | undefined }
export const errorOf = (result: unknown) => result as { data: ErrorData; init: { status: number } }
