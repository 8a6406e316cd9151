import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres, type TestPostgres } from '../../bin/testing/postgres.mjs'
import { signAccessToken } from '../../backend/auth/access-token'
import { authKeys } from '../../backend/auth/secrets'
import { openDatabase, type Database } from '../../backend/db/database'
import { migrate } from '../../backend/db/migrate'
import { newId } from '../../backend/db/new-id'
import { readEnv } from '../../backend/env'
import { password, people, slots, smibs } from '../people'
import { seedNetwork } from '../support/network'
import { childOf } from '../support/processes'
import { slowness } from '../support/slowness'
import { startSystem, type RunningSystem } from '../support/system'

/** Each kind twice: the second restart meets connections that were opened after the first. */
const RESTARTS = ['fast', 'immediate', 'fast', 'immediate'] as const
const SESSION_SECRET = 'the tests know this secret, nobody else needs to'
const smib = smibs.bellLink
const machine = slots.novoline

let postgres: TestPostgres
let system: RunningSystem | undefined
let database: Database
let ingestToken = ''
let mihai = ''
beforeAll(async () => {
  postgres = await startPostgres()
  database = openDatabase({ url: postgres.url, file: '' })
  await migrate(database.db)
  ingestToken = (await seedNetwork(database.db, Date.now())).ingestTokens.carpathia
  const sid = newId()
  await database.db
    .insertInto('token_families')
    .values({
      id: sid,
      user_id: people.mihai.id,
      ip: null,
      created_at: Date.now(),
      expires_at: Date.now() + 86_400_000,
      ended_at: null,
      ended_reason: null,
    })
    .execute()
  const { access } = await authKeys({ env: readEnv({ SESSION_SECRET }), db: database.db, clock: Date.now })
  mihai = await signAccessToken({ sub: people.mihai.id, tid: people.mihai.tenantId, sid }, access, Date.now())
  system = await startSystem({ env: { DATABASE_URL: postgres.url, DEMO: 'off', SESSION_SECRET } })
})
afterAll(async () => {
  await system?.end()
  await database?.close()
  await postgres?.stop()
})

/** What each kind of request was answered with, and how often; 0 is no answer at all. */
const seen: Record<'ingest' | 'save' | 'list' | 'page' | 'form', Map<number, number>> = {
  ingest: new Map(),
  save: new Map(),
  list: new Map(),
  page: new Map(),
  form: new Map(),
}
const withoutRetryAfter: string[] = []
/** Why there was no answer. */
const unanswered: string[] = []
/** What was acknowledged: a promise that no restart may break. */
const promised = { messages: new Set<number>(), saves: new Map<number, string>() }

test('PostgreSQL restarts four times under load: both programs go on, say 503 or nothing wrong, and keep what they acknowledged', async () => {
  const {
    process: { pid = 0 },
    consoleUrl,
    backendUrl,
  } = system as RunningSystem
  const programs = () => [childOf(pid, 'build-backend'), childOf(pid, 'build/server')]
  const before = programs()
  const cookie = await signIn(consoleUrl)
  const busy = { until: Infinity }
  const work = Promise.all([
    deliver(backendUrl, busy),
    save(backendUrl, busy),
    list(backendUrl, busy),
    list(backendUrl, busy),
    pages(consoleUrl, cookie, busy),
    pages(consoleUrl, cookie, busy),
    forms(consoleUrl, cookie, busy),
  ])

  // Once, and before: it starts programs, and whoever waits for them reads no answers.
  const slow = slowness()
  for (const mode of RESTARTS) {
    await pause(1_000)
    await postgres.restart(mode)
    const back = performance.now()
    await expect
      .poll(
        async () =>
          await Promise.all([
            ask('list', `${backendUrl}/api/configuration/v1/slots`, { body: {} }),
            ask('page', `${consoleUrl}/slots`, { cookie }),
          ]).then(answers => answers.map(answer => answer?.status)),
        { timeout: 10_000 * slow, interval: 50 },
      )
      .toEqual([200, 200])
    expect(performance.now() - back).toBeLessThan(5_000 * slow)
  }
  await pause(500)
  busy.until = 0
  await work

  expect(programs()).toEqual(before)
  expect(system?.errors()).toBe('')
  expect(unanswered).toEqual([])
  for (const [kind, answers] of Object.entries(seen)) {
    const right = kind === 'form' ? 303 : 200
    const wrong = [...answers].filter(([status]) => status !== right && status !== 503)
    expect({ kind, wrong }, system?.output()).toEqual({ kind, wrong: [] })
    // Otherwise the restarts hit idle programs, and this test would prove nothing.
    expect(answers.get(right)).toBeGreaterThan(RESTARTS.length)
  }
  expect(withoutRetryAfter).toEqual([])

  const { db } = database
  const stored = (
    await db.selectFrom('messages').select('message_seq_nr').where('smib_id', '=', smib.id).execute()
  ).map(row => Number(row.message_seq_nr))
  expect([...promised.messages].filter(number => !stored.includes(number))).toEqual([])
  expect(stored.length).toBe(new Set(stored).size)
  const entries = await db
    .selectFrom('audit_log')
    .select('after_json')
    .where('entity_id', '=', machine.id)
    .where('action', '=', 'update')
    .orderBy('seq')
    .execute()
  const history = entries.map(
    entry => (JSON.parse(entry.after_json ?? '{}') as { position: string }).position,
  )
  expect([...promised.saves].filter(([version, position]) => history[version - 2] !== position)).toEqual([])
  const slot = await db
    .selectFrom('slots')
    .select(['version', 'position'])
    .where('id', '=', machine.id)
    .executeTakeFirstOrThrow()
  expect(history.at(-1)).toBe(slot.position)
  expect(entries.length).toBe(Number(slot.version) - 1)
})

test('while PostgreSQL stays away every write and page is refused with 503 and when to try again; afterwards all is as before', async () => {
  const {
    process: { pid = 0 },
    consoleUrl,
    backendUrl,
  } = system as RunningSystem
  const before = [childOf(pid, 'build-backend'), childOf(pid, 'build/server')]
  const cookie = await signIn(consoleUrl)
  await postgres.goAway()
  // The first ones wait a moment, in case it is a restart.
  const write = () =>
    ask('save', `${backendUrl}/api/configuration/v1/slot/${machine.id}`, {
      method: 'PUT',
      body: { serial: machine.serial },
    })
  expect(await write()).toMatchObject({
    status: 503,
    body: { success: false, error: { code: 'database_unavailable' } },
  })
  const answers = await Promise.all([
    write(),
    ask('ingest', `${backendUrl}/api/rawdata/v1/ingest`, { token: ingestToken, body: { messages: [] } }),
    ask('list', `${backendUrl}/api/configuration/v1/slots`, { body: {} }),
    ask('page', `${consoleUrl}/slots`, { cookie }),
    ask('form', consoleUrl + notice.path, { cookie, form: notice.form }),
    ask('form', `${consoleUrl}/auth/login`, { form: { username: 'mihai', password } }),
  ])
  expect(answers.map(answer => [answer?.status, Number(answer?.headers.get('retry-after')) > 0])).toEqual(
    answers.map(() => [503, true]),
  )
  await postgres.comeBack()
  await expect
    .poll(async () => (await ask('page', `${consoleUrl}/slots`, { cookie }))?.status, {
      timeout: 5_000 * slowness(),
    })
    .toBe(200)
  expect((await ask('form', consoleUrl + notice.path, { cookie, form: notice.form }))?.status).toBe(303)
  expect([childOf(pid, 'build-backend'), childOf(pid, 'build/server')]).toEqual(before)
  expect(system?.errors()).toBe('')
})

async function signIn(origin: string): Promise<string> {
  const answer = await ask('form', `${origin}/auth/login`, { form: { username: 'mihai', password } })
  const cookies =
    answer?.headers
      .getSetCookie()
      .map(one => one.split(';')[0])
      .join('; ') ?? ''
  expect(cookies).toContain('session=')
  return cookies
}

interface Ask {
  method?: string
  token?: string
  cookie?: string
  body?: object
  form?: Record<string, string>
}

async function ask(
  kind: keyof typeof seen,
  url: string,
  { method, token = mihai, cookie, body, form }: Ask,
): Promise<{ status: number; headers: Headers; body: unknown } | undefined> {
  const from = performance.now()
  const sent = form ? new URLSearchParams(form) : body && JSON.stringify(body)
  const answer = await fetch(url, {
    method: method ?? (sent ? 'POST' : 'GET'),
    redirect: 'manual',
    ...(sent && { body: sent }),
    signal: AbortSignal.timeout(60_000),
    headers: {
      ...(body && { 'content-type': 'application/json', authorization: `Bearer ${token}` }),
      ...(cookie && { cookie }),
      ...(form && { 'sec-fetch-site': 'same-origin' }),
    },
  }).then(
    async response => ({
      status: response.status,
      headers: response.headers,
      body: body ? ((await response.json()) as unknown) : await response.text(),
    }),
    (error: unknown) => {
      unanswered.push(
        `${kind} after ${Math.round(performance.now() - from)} ms: ${String(error)} ${String((error as Error).cause)}`,
      )
      return undefined
    },
  )
  const status = answer?.status ?? 0
  seen[kind].set(status, (seen[kind].get(status) ?? 0) + 1)
  if (status === 503 && !answer?.headers.has('retry-after')) withoutRetryAfter.push(kind)
  return answer
}

/** A form whose handler writes: that a notification was seen. */
const notice = { path: '/notifications/list', form: { intent: 'seen', id: 'f'.repeat(24) } }

type Busy = { until: number }

/** Batches of ten readings. One that was not acknowledged is sent again, as a SMIB does. */
async function deliver(url: string, busy: Busy): Promise<void> {
  const began = Date.now() - 3_600_000
  for (let next = 1; Date.now() < busy.until;) {
    const numbers = Array.from({ length: 10 }, (_, offset) => next + offset)
    const messages = numbers.map(number => ({
      smib_id: smib.mac,
      message_seq_nr: number,
      server_time_nano: `${began + number * 20}000000`,
      counters: [{ game_nr: 0, meters: { '0000': 1_000_000 + number } }],
    }))
    const answer = await ask('ingest', `${url}/api/rawdata/v1/ingest`, {
      token: ingestToken,
      body: { messages },
    })
    if (answer?.status !== 200) continue
    for (const number of numbers) promised.messages.add(number)
    next += numbers.length
  }
}

interface Saved {
  version: number
  serial: string
  manufacturer: string
  location: { _id: string }
  denomination: object
}

/** Saves one after the other; after a 503 he looks first, as he is told to. */
async function save(url: string, busy: Busy): Promise<void> {
  const path = `${url}/api/configuration/v1/slot/${machine.id}`
  for (let attempt = 1; Date.now() < busy.until; attempt++) {
    const found = await fetch(path, { headers: { authorization: `Bearer ${mihai}` } }).then(
      answer => (answer.ok ? (answer.json() as Promise<{ data: { slot: Saved } }>) : undefined),
      () => undefined,
    )
    if (!found) continue
    const { slot } = found.data
    const position = `P-${attempt}`
    const input = {
      serial: slot.serial,
      location: slot.location._id,
      manufacturer: slot.manufacturer,
      denomination: slot.denomination,
      position,
      version: slot.version,
      reason: 'Moved within the hall',
    }
    const answer = await ask('save', path, { method: 'PUT', body: input })
    if (answer?.status === 200)
      promised.saves.set((answer.body as { data: { slot: Saved } }).data.slot.version, position)
  }
}

async function list(url: string, busy: Busy): Promise<void> {
  while (Date.now() < busy.until) await ask('list', `${url}/api/configuration/v1/slots`, { body: {} })
}

async function pages(url: string, cookie: string, busy: Busy): Promise<void> {
  while (Date.now() < busy.until) await ask('page', `${url}/slots`, { cookie })
}

/** Through the console to a write of the backend. */
async function forms(url: string, cookie: string, busy: Busy): Promise<void> {
  while (Date.now() < busy.until) await ask('form', url + notice.path, { cookie, form: notice.form })
}

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
