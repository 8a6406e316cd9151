/** Details of events in a file: of what kind each is, and in which currency an amount. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { smibs } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { startRunner, type Runner } from '../../platform/tasks/runner'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import { exportTask } from './export-task'
import type { DataExport } from './exports.contract'

let backend: TestBackend
let runner: Runner
const HOUR = 3_600_000
const details = [
  { amount_minor: 1_237, ticket: '0001', seconds: 4 },
  { amount_minor: 5_000, ticket: 2, seconds: 0.5, validated: true },
  undefined,
]

beforeAll(async () => {
  backend = await testBackend()
  const now = backend.clock()
  const messages = details.map((data, nr) => ({
    smib_id: smibs.bellLink.mac,
    message_seq_nr: nr + 1,
    server_time_nano: `${now - (4 - nr) * HOUR}000000`,
    events: [{ event_seq_nr: nr + 1, code: '3D', ...(data && { data }) }],
  }))
  expect((await ingest(backend.deps, { tenantId: null }, messages)).refused).toBe(0)
  runner = startRunner(backend.deps, [exportTask(backend.app.api.sources, 2)], { pollMs: 20, stopMs: 300 })
})
afterAll(async () => {
  await runner.stop()
  await backend.close()
})

it('are of the kind that all values of a name are, and an amount has its slot’s currency', async () => {
  const ask = async (path: string, body?: object) =>
    (
      await backend.json<{ data: { export: DataExport; rows: unknown[][] } }>(`/api/dataexport/v1${path}`, {
        as: 'mihai',
        ...(body && { body }),
      })
    ).body.data
  const now = backend.clock()
  const { export: ordered } = await ask('/export', {
    list: 'rawdata/events',
    page: 'events',
    address: '',
    request: { dateStart: now - 5 * HOUR, dateEnd: now, exactFields: ['code'], exactValues: ['3D'] },
    columns: ['data', 'amount'],
    language: 'ro',
    time_zone: 'Europe/Bucharest',
  })
  let found = ordered
  for (let tries = 0; found.state !== 'done' && tries < 500; tries++) {
    await pause(10)
    found = (await ask(`/export/${ordered._id}`)).export
  }
  expect(found.units?.['data.kinds']).toEqual([
    'BOOLEAN validated',
    'DOUBLE seconds',
    'INT64 amount_minor',
    'INT64 seconds',
    'INT64 ticket',
    'STRING ticket',
  ])
  const pieces = await Promise.all(
    Array.from({ length: found.chunks }, (_, nr) => ask(`/export/${ordered._id}/chunk/${nr}`)),
  )
  expect(pieces.flatMap(({ rows }) => rows.map(([, amount]) => amount))).toEqual([
    null,
    { minor: 5_000, currency: 'RON' },
    { minor: 1_237, currency: 'RON' },
  ])
})
