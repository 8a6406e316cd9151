/** What Prometheus reads, asked as Prometheus does. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { people, slots, smibs } from '../tests/people'
import { testBackend, type TestBackend } from '../tests/support/backend'
import { createApp } from './app'
import { readersOf } from './gauges'
import { freePort } from '../bin/testing/free-port.mjs'
import { programMetrics, type ProgramMetrics } from './platform/process/program-metrics'

let backend: TestBackend
let metrics: ProgramMetrics
let app: ReturnType<typeof createApp>
beforeAll(async () => {
  backend = await testBackend()
  const { deps } = backend
  metrics = await programMetrics(
    readersOf(deps, { connections: () => ({ busy: 1, idle: 2, waiting: 0 }) }),
    deps.log,
  )
  app = createApp({ ...deps, requestDone: metrics.requestDone })
})
afterAll(() => backend.close())

/** Values are read anew every ten seconds. */
const LATER_MS = 10_000
/** By name and labels. */
const values = async () => {
  backend.clock.advance(LATER_MS)
  return new Map(
    (await metrics.text())
      .split('\n')
      .filter(line => line !== '' && !line.startsWith('#'))
      .map(line => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}

const ask = async (path: string, token: string, body?: object) =>
  app.request(path, {
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })

describe('metrics', () => {
  it('count requests by their pattern: no record, no person, no query', async () => {
    const token = await backend.login('mihai')
    for (const { id } of [slots.bellLink, slots.novoline])
      expect((await ask(`/api/configuration/v1/slot/${id}?x=1`, token)).status).toBe(200)
    await ask('/nowhere/at/all', token)
    const text = await metrics.text()
    const found = await values()
    const of = (route: string, status: number) =>
      found.get(`http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`)
    expect(of('/api/configuration/v1/slot/:id', 200)).toBe(2)
    expect(of('none', 404)).toBe(1)
    for (const name of [slots.bellLink.id, people.mihai.id, 'mihai', 'x=1']) expect(text).not.toContain(name)
  })

  it('say what was ingested and how many SMIBs are heard', async () => {
    const before = await values()
    expect(before.get('backoffice_smibs{state="online"}')).toBe(0)
    const message = {
      smib_id: smibs.bellLink.mac,
      message_seq_nr: 1,
      server_time_nano: `${backend.clock()}000000`,
    }
    const answer = await ask('/api/rawdata/v1/ingest', backend.ingestTokens.carpathia, {
      messages: [message, message, { ...message, smib_id: 'nobody' }],
    })
    expect(answer.status).toBe(200)
    const after = await values()
    expect(after.get('backoffice_smibs{state="online"}')).toBe(1)
    expect(after.get('backoffice_ingest_batches_total')).toBe(1)
    expect(
      ['accepted', 'duplicate', 'refused'].map(one =>
        after.get(`backoffice_ingest_messages_total{verdict="${one}"}`),
      ),
    ).toEqual([1, 1, 1])
    expect(after.get('backoffice_ingest_waiting_rows')).toBe(0)
    expect(after.get('backoffice_database_connections{state="idle"}')).toBe(2)
  })

  it('say how long a task has waited that is due', async () => {
    const names = ['backoffice_tasks{state="queued"}', 'backoffice_task_oldest_wait_seconds']
    const read = async () => {
      const found = await values()
      return names.map(name => found.get(name))
    }
    expect(await read()).toEqual([0, 0])
    const now = backend.clock()
    await backend.db
      .insertInto('tasks')
      .values({
        id: 'f'.repeat(24),
        version: 1,
        search: '',
        archived_at: null,
        tenant_id: people.mihai.tenantId ?? '',
        kind: 'export',
        title: 'x',
        input: '{}',
        state: 'queued',
        progress: 0,
        progress_note: null,
        attempts: 0,
        max_attempts: 3,
        run_after: now - 90_000,
        lease_owner: null,
        lease_until: null,
        cancel_requested: 0,
        checkpoint: null,
        result: null,
        error: null,
        created_by: people.mihai.id,
        created_at: now,
        updated_at: now,
        started_at: null,
        finished_at: null,
      })
      .execute()
    expect(await read()).toEqual([1, 90 + LATER_MS / 1_000])
  })

  it('that cannot be read leave the others as they are', async () => {
    const some = await programMetrics(
      [
        { name: 'a_gauge', help: 'a', kind: 'gauge', read: () => Promise.reject(new Error('away')) },
        { name: 'b_gauge', help: 'b', kind: 'gauge', read: () => ({ '': 7 }) },
      ],
      backend.deps.log,
    )
    const text = await some.text()
    expect(text).toContain('b_gauge 7')
    expect(text).not.toMatch(/^a_gauge /m)
  })

  it('are read at /metrics of their own address and nothing else is', async () => {
    const port = await freePort()
    const { stop } = await metrics.listen({ host: '127.0.0.1', port }, 'BACKEND_METRICS')
    const base = `http://127.0.0.1:${port}`
    const answer = await fetch(`${base}/metrics`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/plain'),
    ])
    expect(await answer.text()).toContain('# TYPE http_request_duration_seconds histogram')
    expect((await fetch(`${base}/`)).status).toBe(404)
    expect((await fetch(`${base}/metrics`, { method: 'POST' })).status).toBe(404)
    await expect(metrics.listen({ host: '127.0.0.1', port }, 'BACKEND_METRICS')).rejects.toThrow(
      `port ${port} is taken (BACKEND_METRICS)`,
    )
    await stop()
  })
})
