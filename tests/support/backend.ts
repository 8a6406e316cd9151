/**
 * A backend of one's own, in process: libSQL in a temporary folder, or a fresh database on TEST_DATABASE_URL's server.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { createApp } from '../../backend/app'
import { signAccessToken } from '../../backend/identity/auth/access-token'
import { authKeys } from '../../backend/platform/secrets/installation-keys'
import { addressHeaders, addressKey } from '../../backend/platform/contract/client-address'
import { installationSecret } from '../../backend/platform/contract/installation-secret'
import { openDatabase } from '../../backend/platform/db/database'
import { newId } from '../../backend/platform/db/new-id'
import type { Deps } from '../../backend/platform/deps'
import { readEnv } from '../../backend/platform/env'
import { localBus } from '../../backend/platform/bus/bus'
import { people, wednesday, type Person } from '../people'
import { freshDatabase, type FreshDatabase } from './database-template'
import { inThisThread } from './in-this-thread'
import type { SeededNetwork } from './network'
import { isOpen, judgeStatements, lawFolder } from './one-tenant'
import { watchStatements } from './sent-statements'
import { tablesOfAll } from './tenant-tables'

export interface Ask {
  method?: string
  /** Signed in as this person. */
  as?: Person
  /** Or with this token. */
  token?: string
  body?: unknown
  headers?: Record<string, string>
  /** For a person at this address, as the console would ask. */
  from?: string
}

export interface Clock {
  (): number
  set(instant: number): void
  advance(milliseconds: number): void
}

export interface TestBackend {
  app: ReturnType<typeof createApp>
  deps: Deps
  db: Deps['db']
  /** Stands still until told. Starts on `wednesday`. */
  clock: Clock
  ingestTokens: SeededNetwork['ingestTokens']
  login(person: Person): Promise<string>
  request(path: string, ask?: Ask): Promise<Response>
  /** `request`, with the answer's JSON. POST when there is a body, unless told otherwise. */
  json<Body = Envelope>(path: string, ask?: Ask): Promise<{ status: number; headers: Headers; body: Body }>
  close(): Promise<void>
}

/** Loose on purpose: what a test reads is what it expects. */
export interface Envelope {
  success: boolean
  data: Record<string, unknown> & { rows: Record<string, unknown>[]; total: number }
  error: {
    code: string
    message: string
    fields: Record<string, { code: string }[]>
    details: Record<string, unknown>
    request_id: string
  }
}

/**
 * `empty`: migrated, but nobody and nothing in it. `database`: another one than a fresh one, its file in the given
 * folder. `threads`: its database answers on threads, as it is shipped, where the event loop is what is looked at.
 */
export async function testBackend({
  empty = false,
  database = folder => freshDatabase(folder, empty),
  threads = false,
  env = {},
}: {
  empty?: boolean
  database?: (folder: string) => Promise<FreshDatabase>
  threads?: boolean
  env?: Record<string, string>
} = {}): Promise<TestBackend> {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-backend-'))
  const { url, ingestTokens, drop } = await database(folder)
  const settings = readEnv({
    DATA_DIR: folder,
    DEMO: 'off',
    LOG_LEVEL: 'silent',
    ...(url ? { DATABASE_URL: url } : {}),
    ...env,
  })
  const { db, engine, close } = openDatabase({
    url: settings.databaseUrl,
    file: settings.databaseFile,
    secret: settings.sessionSecret,
    connect: threads ? undefined : inThisThread,
  })
  if (url && lawFolder) watchStatements(db, isOpen)
  const clock = settableClock(wednesday)
  const deps: Deps = {
    db,
    engine,
    env: settings,
    log: pino({ level: settings.logLevel }),
    clock,
    bus: localBus(),
  }
  const app = createApp(deps)

  const consoleKey = () => addressKey(settings.sessionSecret ?? installationSecret(settings.dataDir))

  async function login(person: Person): Promise<string> {
    const { id, tenantId } = people[person]
    const sid = newId(clock())
    await db
      .insertInto('token_families')
      .values({
        id: sid,
        user_id: id,
        ip: null,
        created_at: clock(),
        expires_at: clock() + 30 * 86_400_000,
        ended_at: null,
        ended_reason: null,
      })
      .execute()
    return signAccessToken({ sub: id, tid: tenantId, sid }, (await authKeys(deps)).access, clock())
  }

  /**
   * Who asks again within a minute goes on with the same session. A test that ends sessions asks with tokens of its
   * own.
   */
  const sessions = new Map<Person, { token: string; at: number }>()
  async function tokenOf(person: Person): Promise<string> {
    const known = sessions.get(person)
    if (known && Math.abs(clock() - known.at) < 60_000) return known.token
    const token = await login(person)
    sessions.set(person, { token, at: clock() })
    return token
  }

  async function request(
    url: string,
    { method, as, token, body, headers, from }: Ask = {},
  ): Promise<Response> {
    const bearer = token ?? (as && (await tokenOf(as)))
    const requestId = newId()
    return app.request(url, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(from === undefined
          ? {}
          : {
              'x-request-id': requestId,
              ...addressHeaders(consoleKey(), { address: from, requestId, at: clock() }),
            }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  }

  return {
    app,
    deps,
    db,
    clock,
    ingestTokens,
    login,
    request,
    async json<Body>(url: string, ask?: Ask) {
      const response = await request(url, ask)
      return { status: response.status, headers: response.headers, body: (await response.json()) as Body }
    },
    async close() {
      await deps.bus.close()
      if (url) await judgeStatements(url, tablesOfAll(app))
      await close()
      await drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function settableClock(start: number): Clock {
  let now = start
  return Object.assign(() => now, {
    set: (instant: number) => {
      now = instant
    },
    advance: (milliseconds: number) => {
      now += milliseconds
    },
  })
}
