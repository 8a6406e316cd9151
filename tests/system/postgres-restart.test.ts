import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres, type TestPostgres } from '../../bin/testing/postgres.mjs'
import { openDatabase, type Database } from '../../backend/platform/db/database'
import { migrate } from '../../backend/schema/migrate'
import { password } from '../people'
import { seedNetwork } from '../support/network'
import { childOf } from '../support/processes'
import { Load, machine, notice, SESSION_SECRET, smib, tokenOfMihai } from '../support/restart-load'
import { slowness } from '../support/slowness'
import { startSystem, type RunningSystem } from '../support/system'

/** Each kind twice: the second restart meets connections that were opened after the first. */
const RESTARTS = ['fast', 'immediate', 'fast', 'immediate'] as const

let postgres: TestPostgres
let system: RunningSystem | undefined
let database: Database
let ingestToken = ''
let load: Load
beforeAll(async () => {
  postgres = await startPostgres()
  database = openDatabase({ url: postgres.url, file: '' })
  await migrate(database.db)
  ingestToken = (await seedNetwork(database.db, Date.now())).ingestTokens.carpathia
  load = new Load(await tokenOfMihai(database.db), ingestToken)
  system = await startSystem({ env: { DATABASE_URL: postgres.url, DEMO: 'off', SESSION_SECRET } })
})
afterAll(async () => {
  await system?.end()
  await database?.close()
  await postgres?.stop()
})

/** Signing in answers with a redirect. */
const isRight = (kind: string, status: number) => status === 200 || (kind === 'form' && status === 303)

/** How many there were of each kind. */
const rightAnswers = ({ seen }: Load): Record<string, number> =>
  Object.fromEntries(
    Object.entries(seen).map(([kind, answers]) => [
      kind,
      [...answers].reduce((sum, [status, count]) => sum + (isRight(kind, status) ? count : 0), 0),
    ]),
  )

test('PostgreSQL restarts four times under load: both programs go on, say 503 or nothing wrong, and keep what they acknowledged', async () => {
  const {
    process: { pid = 0 },
    consoleUrl,
    backendUrl,
  } = system as RunningSystem
  const programs = () => [childOf(pid, 'build-backend'), childOf(pid, 'build/server')]
  const before = programs()
  const cookie = await load.signIn(consoleUrl)
  const end = load.begin({ consoleUrl, backendUrl }, cookie)

  // Once, and before: it starts programs, and whoever waits for them reads no answers.
  const slow = slowness()
  // Otherwise the restarts hit idle programs, and this test would prove nothing.
  const answeredSince = (counts: ReturnType<typeof rightAnswers>) =>
    expect
      .poll(
        () => Object.entries(rightAnswers(load)).filter(([kind, count]) => count <= (counts[kind] ?? 0)),
        {
          timeout: 20_000 * slow,
          interval: 50,
        },
      )
      .toEqual([])
  let counts: ReturnType<typeof rightAnswers> = {}
  for (const mode of RESTARTS) {
    await pause(1_000)
    await answeredSince(counts)
    counts = rightAnswers(load)
    await postgres.restart(mode)
    const back = performance.now()
    await expect
      .poll(
        async () =>
          await Promise.all([
            load.ask('list', `${backendUrl}/api/configuration/v1/slots`, { body: {} }),
            load.ask('page', `${consoleUrl}/slots`, { cookie }),
          ]).then(answers => answers.map(answer => answer?.status)),
        { timeout: 10_000 * slow, interval: 50 },
      )
      .toEqual([200, 200])
    expect(performance.now() - back).toBeLessThan(5_000 * slow)
  }
  await answeredSince(counts)
  await end()

  expect(programs()).toEqual(before)
  expect(system?.errors()).toBe('')
  expect(load.unanswered).toEqual([])
  for (const [kind, answers] of Object.entries(load.seen)) {
    const wrong = [...answers].filter(([status]) => !isRight(kind, status) && status !== 503)
    expect({ kind, wrong }, system?.output()).toEqual({ kind, wrong: [] })
  }
  expect(load.withoutRetryAfter).toEqual([])

  const { db } = database
  const stored = (
    await db.selectFrom('messages').select('message_seq_nr').where('smib_id', '=', smib.id).execute()
  ).map(row => Number(row.message_seq_nr))
  expect([...load.promised.messages].filter(number => !stored.includes(number))).toEqual([])
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
  expect([...load.promised.saves].filter(([version, position]) => history[version - 2] !== position)).toEqual(
    [],
  )
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
  const cookie = await load.signIn(consoleUrl)
  await postgres.goAway()
  // The first ones wait a moment, in case it is a restart.
  const write = () =>
    load.ask('save', `${backendUrl}/api/configuration/v1/slot/${machine.id}`, {
      method: 'PUT',
      body: { serial: machine.serial },
    })
  expect(await write()).toMatchObject({
    status: 503,
    body: { success: false, error: { code: 'database_unavailable' } },
  })
  const answers = await Promise.all([
    write(),
    load.ask('ingest', `${backendUrl}/api/rawdata/v1/ingest`, { token: ingestToken, body: { messages: [] } }),
    load.ask('list', `${backendUrl}/api/configuration/v1/slots`, { body: {} }),
    load.ask('page', `${consoleUrl}/slots`, { cookie }),
    load.ask('form', consoleUrl + notice.path, { cookie, form: notice.form }),
    load.ask('form', `${consoleUrl}/auth/login`, { form: { username: 'mihai', password } }),
  ])
  expect(answers.map(answer => [answer?.status, Number(answer?.headers.get('retry-after')) > 0])).toEqual(
    answers.map(() => [503, true]),
  )
  await postgres.comeBack()
  await expect
    .poll(async () => (await load.ask('page', `${consoleUrl}/slots`, { cookie }))?.status, {
      timeout: 5_000 * slowness(),
    })
    .toBe(200)
  expect((await load.ask('form', consoleUrl + notice.path, { cookie, form: notice.form }))?.status).toBe(200)
  expect([childOf(pid, 'build-backend'), childOf(pid, 'build/server')]).toEqual(before)
  expect(system?.errors()).toBe('')
})

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
