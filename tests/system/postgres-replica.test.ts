/**
 * A primary and its streaming replica, two backends and two consoles: who has not just written reads the replica,
 * whoever has sees their own save, at whichever console, and a replica that is no good is left alone.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../bin/testing/free-port.mjs'
import { startPostgres, type TestPostgres } from '../../bin/testing/postgres.mjs'
import { ANY, READ_AFTER, WRITTEN_AT } from '../../backend/platform/contract/read-after'
import { openDatabase, type Database } from '../../backend/platform/db/database'
import { migrate } from '../../backend/schema/migrate'
import { seedNetwork } from '../support/network'
import { Load, machine, notice, SESSION_SECRET, tokenOfMihai } from '../support/restart-load'
import { slowness } from '../support/slowness'
import { startSystem, type RunningSystem } from '../support/system'

interface Health {
  status: string
  replica?: { used: boolean; reason?: string; lag_seconds?: number }
}

interface Saved {
  version: number
  serial: string
  manufacturer: string
  location: { _id: string }
  denomination: object
}

describe('a primary and its replica', () => {
  let primary: TestPostgres
  let replica: TestPostgres
  const systems: RunningSystem[] = []
  let token: string
  let cookie: string
  let metrics: string
  const opened: Database[] = []
  const open = (url: string) => {
    const database = openDatabase({ url, file: '' })
    opened.push(database)
    return database.db
  }
  let onPrimary: Database['db']
  let onReplica: Database['db']
  const at = (index: number) => systems[index] as RunningSystem

  beforeAll(async () => {
    primary = await startPostgres(undefined, { copied: true })
    onPrimary = open(primary.url)
    await migrate(onPrimary)
    const { ingestTokens } = await seedNetwork(onPrimary, Date.now())
    token = await tokenOfMihai(onPrimary)
    replica = await startPostgres(undefined, { standbyOf: primary.url })
    onReplica = open(replica.url)
    const port = String(await freePort())
    metrics = `http://127.0.0.1:${port}/metrics`
    const env = {
      DATABASE_URL: primary.url,
      DATABASE_READ_URL: replica.url,
      DEMO: 'off',
      LOG_LEVEL: 'info',
      SESSION_SECRET,
    }
    systems.push(await startSystem({ env: { ...env, BACKEND_METRICS: port } }))
    systems.push(await startSystem({ env }))
    cookie = await new Load(token, ingestTokens.carpathia).signIn(at(0).consoleUrl)
    // Whoever has just signed in reads the primary.
    await sql`update console_sessions set created_at = created_at - 600000, seen_at = seen_at`.execute(
      onPrimary,
    )
  })
  afterAll(async () => {
    await Promise.all(systems.map(system => system.end()))
    await Promise.all(opened.map(one => one.close()))
    await replica?.stop()
    await primary?.stop()
  })

  const health = async (system: RunningSystem) => {
    const response = await fetch(`${system.backendUrl}/health`)
    return { code: response.status, ...((await response.json()) as Health) }
  }
  const replicaIs = (system: RunningSystem, state: object) =>
    expect
      .poll(() => health(system), { timeout: 15_000 * slowness(), interval: 100 })
      .toMatchObject({ code: 200, status: 'ok', replica: state })
  /** What somebody else has done, past the programs. */
  const rename = (serial: string) =>
    sql`update slots set serial = ${serial} where id = ${machine.id}`.execute(onPrimary)
  const page = async (system: RunningSystem) => {
    const response = await fetch(`${system.consoleUrl}/slots`, { headers: { cookie }, redirect: 'manual' })
    return { status: response.status, text: await response.text() }
  }
  const list = (system: RunningSystem, headers: Record<string, string>) =>
    fetch(`${system.backendUrl}/api/configuration/v1/slots`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    })
  const serials = async (answer: Response) =>
    ((await answer.json()) as { data: { rows: { serial: string }[] } }).data.rows.map(row => row.serial)
  /** Saves the slot, and answers where that stands. */
  const save = async (position: string) => {
    const path = `${at(0).backendUrl}/api/configuration/v1/slot/${machine.id}`
    const headers = { authorization: `Bearer ${token}`, [READ_AFTER]: ANY }
    const found = (await (await fetch(path, { headers })).json()) as { data: { slot: Saved } }
    const { serial, location, manufacturer, denomination, version } = found.data.slot
    const answer = await fetch(path, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ serial, location: location._id, manufacturer, denomination, version, position },
        reason: 'Moved within the hall',
      }),
    })
    expect(answer.status).toBe(200)
    return answer.headers.get(WRITTEN_AT)
  }
  const caughtUp = async () => {
    const { rows } = await sql<{ lsn: string }>`select pg_current_wal_insert_lsn()::text as lsn`.execute(
      onPrimary,
    )
    const has = sql<{ has: boolean }>`select pg_last_wal_replay_lsn() >= ${rows[0]?.lsn}::pg_lsn as has`
    await expect.poll(async () => (await has.execute(onReplica)).rows[0]?.has, { timeout: 10_000 }).toBe(true)
  }

  test('a page is the replica’s until its reader has saved, and then shows what they saved on every console', async () => {
    for (const system of systems) await replicaIs(system, { used: true })
    await rename('BEFORE-1')
    await caughtUp()
    await sql`select pg_wal_replay_pause()`.execute(onReplica)
    await rename('AFTER-1')
    const before = await page(at(1))
    expect([before.status, before.text.includes('BEFORE-1'), before.text.includes('AFTER-1')]).toEqual([
      200,
      true,
      false,
    ])
    // One line of the log tells which requests it answered.
    expect(at(1).output()).toMatch(/"path":"\/api\/[^"]+".*"replica":true/)

    const saved = await fetch(at(0).consoleUrl + notice.path, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(notice.form),
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    })
    expect(saved.status).toBeLessThan(400)
    for (const system of systems) expect((await page(system)).text).toContain('AFTER-1')
    const { rows } = await sql<{ at: string }>`select written_at as at from console_sessions`.execute(
      onPrimary,
    )
    expect(rows[0]?.at).toMatch(/^[0-9a-f]{16}$/)

    // The replica goes on, and is read again.
    await sql`select pg_wal_replay_resume()`.execute(onReplica)
    await caughtUp()
    await expect
      .poll(
        async () => {
          const from = at(1).output().length
          await page(at(1))
          return at(1).output().slice(from).includes('"replica":true')
        },
        { timeout: 15_000 * slowness(), interval: 200 },
      )
      .toBe(true)
  })

  test('a program that sends where it has written sees it, and one that sends nothing reads the primary', async () => {
    await caughtUp()
    await sql`select pg_wal_replay_pause()`.execute(onReplica)
    await rename('AFTER-2')
    expect(await serials(await list(at(0), { [READ_AFTER]: ANY }))).not.toContain('AFTER-2')
    expect(await serials(await list(at(0), {}))).toContain('AFTER-2')
    const position = await save('P-2')
    expect(position).toMatch(/^[0-9a-f]{16}$/)
    expect(await serials(await list(at(1), { [READ_AFTER]: position ?? '' }))).toContain('AFTER-2')
    await sql`select pg_wal_replay_resume()`.execute(onReplica)
  })

  test('how far it lags stands in /health and in /metrics', async () => {
    const { replica: state } = await health(at(0))
    expect(state?.lag_seconds).toBeLessThan(30)
    const text = await (await fetch(metrics)).text()
    expect(text).toMatch(/^backoffice_replica_used 1$/m)
    expect(text).toMatch(/^backoffice_replica_lag_seconds \d/m)
  })

  test('one that is far behind is not read, whatever is asked', async () => {
    await sql`select pg_wal_replay_pause()`.execute(onReplica)
    await rename('AFTER-3')
    // A backend that starts now has seen the primary further than that.
    const late = await startSystem({
      only: 'backend',
      env: {
        DATABASE_URL: primary.url,
        DATABASE_READ_URL: replica.url,
        DEMO: 'off',
        SESSION_SECRET,
      },
    })
    await replicaIs(late, { used: false, reason: 'behind' })
    expect(await serials(await list(late, { [READ_AFTER]: ANY }))).toContain('AFTER-3')
    expect(late.output()).toContain('the replica is not used: all is read from the primary')
    await sql`select pg_wal_replay_resume()`.execute(onReplica)
    await replicaIs(late, { used: true })
    await late.end()
  })

  test('one that does not answer is left alone, and a page waits a moment at most', async () => {
    await replicaIs(at(0), { used: true })
    replica.freeze()
    const slow = slowness()
    const started = performance.now()
    expect((await list(at(0), { [READ_AFTER]: ANY })).status).toBe(200)
    expect(performance.now() - started).toBeLessThan(5_000 * slow)
    for (const system of systems) await replicaIs(system, { used: false, reason: 'unreachable' })
    expect((await page(at(1))).status).toBe(200)
    replica.unfreeze()
    for (const system of systems) await replicaIs(system, { used: true })
  })

  test('one that was promoted by mistake is left alone, and pages go on from the primary', async () => {
    await replica.promote()
    for (const system of systems) await replicaIs(system, { used: false, reason: 'promoted' })
    await rename('AFTER-4')
    expect(await serials(await list(at(0), { [READ_AFTER]: ANY }))).toContain('AFTER-4')
    expect((await page(at(1))).text).toContain('AFTER-4')
    await replica.goAway()
    for (const system of systems) await replicaIs(system, { used: false, reason: 'unreachable' })
    expect((await page(at(1))).text).toContain('AFTER-4')
  })
})
