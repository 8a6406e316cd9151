/**
 * Two PostgreSQL servers, one a synchronous standby of the other: the first one is lost under load, the other one is
 * promoted, and both programs go on there without a restart.
 */
import { spawnSync } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../bin/testing/free-port.mjs'
import { startPostgres, type TestPostgres } from '../../bin/testing/postgres.mjs'
import { openDatabase, type Database } from '../../backend/platform/db/database'
import { migrate } from '../../backend/schema/migrate'
import { seedNetwork } from '../support/network'
import { childOf } from '../support/processes'
import { Load, smib, tokenOfMihai, SESSION_SECRET } from '../support/restart-load'
import { slowness } from '../support/slowness'
import { startSystem, type RunningSystem } from '../support/system'

/** Issue: back within ten seconds of the promotion. */
const BACK_MS = 10_000

describe.each([
  ['crashes', (one: TestPostgres) => one.goAway(), [200, 503]],
  // As one whose network is gone: its connections stay open, and a page may say that it had no answer in time.
  ['no longer answers', (one: TestPostgres) => one.freeze(), [200, 503, 504]],
] as const)('a server that %s', (_, ends, answersOfAll) => {
  let primary: TestPostgres
  let standby: TestPostgres
  let system: RunningSystem | undefined
  let load: Load
  let metrics: { backend: string; console: string }
  const opened: Database[] = []
  const open = (url: string) => {
    const database = openDatabase({ url, file: '' })
    opened.push(database)
    return database.db
  }
  beforeAll(async () => {
    primary = await startPostgres(undefined, { copied: true })
    const db = open(primary.url)
    await migrate(db)
    const { ingestTokens } = await seedNetwork(db, Date.now())
    load = new Load(await tokenOfMihai(db), ingestTokens.carpathia)
    standby = await startPostgres(undefined, { standbyOf: primary.url })
    // From now on nothing is acknowledged that the standby does not have.
    await sql`alter system set synchronous_standby_names = '*'`.execute(db)
    await sql`select pg_reload_conf()`.execute(db)
    const at = (url: string) => new URL(url).host
    // The standby stands first: who takes writes is asked, not assumed.
    const url = `postgres://tester@${at(standby.url)},${at(primary.url)}/postgres?target_session_attrs=read-write`
    const [BACKEND_METRICS, CONSOLE_METRICS] = [String(await freePort()), String(await freePort())]
    metrics = {
      backend: `http://127.0.0.1:${BACKEND_METRICS}/metrics`,
      console: `http://127.0.0.1:${CONSOLE_METRICS}/metrics`,
    }
    system = await startSystem({
      env: { DATABASE_URL: url, DEMO: 'off', SESSION_SECRET, BACKEND_METRICS, CONSOLE_METRICS },
    })
  })
  afterAll(async () => {
    await system?.end()
    // One that does not answer would be waited for.
    await primary?.stop()
    await Promise.all(opened.map(one => one.close()))
    await standby?.stop()
  })

  test('its standby takes over under load: both programs go on there, and have what they acknowledged', async () => {
    const {
      process: { pid = 0 },
      consoleUrl,
      backendUrl,
    } = system as RunningSystem
    const programs = () => [childOf(pid, 'build-backend'), childOf(pid, 'build/server')]
    const before = programs()
    const cookie = await load.signIn(consoleUrl)
    const end = load.begin({ consoleUrl, backendUrl }, cookie)
    const slow = slowness()
    const stored = () => load.promised.messages.size
    await expect.poll(stored, { timeout: 20_000 * slow }).toBeGreaterThan(20)

    await ends(primary)
    await standby.promote()
    const promoted = performance.now()
    const acknowledged = stored()
    await expect
      .poll(
        async () =>
          (
            await Promise.all([
              load.ask('list', `${backendUrl}/api/configuration/v1/slots`, { body: {} }),
              load.ask('page', `${consoleUrl}/slots`, { cookie }),
            ])
          ).map(answer => answer?.status),
        { timeout: 2 * BACK_MS * slow, interval: 50 },
      )
      .toEqual([200, 200])
    await expect.poll(stored, { timeout: BACK_MS * slow, interval: 50 }).toBeGreaterThan(acknowledged)
    expect(performance.now() - promoted).toBeLessThan(BACK_MS * slow)
    await end()

    expect(programs()).toEqual(before)
    expect(load.unanswered).toEqual([])
    for (const [kind, answers] of Object.entries(load.seen)) {
      const right: readonly number[] = kind === 'form' ? [...answersOfAll, 303] : answersOfAll
      const wrong = [...answers].filter(([status]) => !right.includes(status))
      expect({ kind, wrong }, system?.output()).toEqual({ kind, wrong: [] })
    }
    const rows = await open(standby.url)
      .selectFrom('messages')
      .select('message_seq_nr')
      .where('smib_id', '=', smib.id)
      .execute()
    const numbers = new Set(rows.map(row => Number(row.message_seq_nr)))
    expect([...load.promised.messages].filter(number => !numbers.has(number))).toEqual([])
    expect(rows.length).toBe(numbers.size)
  })

  test('Prometheus reads of both programs what they have just done', async () => {
    const read = async (url: string) => (await fetch(url)).text()
    const [backend, console] = await Promise.all([read(metrics.backend), read(metrics.console)])
    expect(console).toContain(
      'http_request_duration_seconds_count{method="GET",route="/:resource",status="200"}',
    )
    expect(backend).toContain('route="/api/configuration/v1/slots",status="200"}')
    expect(backend).toMatch(/^backoffice_database_connections\{state="idle"\} [1-9]/m)
    expect(Number(/^backoffice_ingest_rows_total (\d+)$/m.exec(backend)?.[1])).toBeGreaterThan(0)
    // Prometheus' own program reads it where it is installed. It complains of names that its own library gives.
    for (const input of [backend, console]) {
      const { error, stderr } = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' })
      const complaints = (stderr ?? '').split('\n').filter(line => line !== '' && !line.startsWith('nodejs_'))
      if (error === undefined) expect(complaints).toEqual([])
    }
  })
})
