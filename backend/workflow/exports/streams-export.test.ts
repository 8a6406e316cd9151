/** Every stream is written into a file in the background, row for row as its list has it. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { smibs } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import type { ListSource } from '../../platform/store/list-source'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import { startRunner, type Runner } from '../../platform/tasks/runner'
import { exportTask } from './export-task'
import type { DataExport } from './exports.contract'

let backend: TestBackend
let runner: Runner
const HOUR = 3_600_000
let period: { dateStart: number; dateEnd: number }

beforeAll(async () => {
  backend = await testBackend()
  const now = backend.clock()
  period = { dateStart: now - 5 * HOUR, dateEnd: now + HOUR }
  await ingest(
    backend.deps,
    { tenantId: null },
    [1, 2, 5].map(nr => ({
      smib_id: smibs.bellLink.mac,
      message_seq_nr: nr,
      server_time_nano: `${now - (4 - nr / 2) * HOUR}000000`,
      events: [{ event_seq_nr: nr, code: '11' }],
      counters: [{ meters: { '0000': nr * 100, '0005': nr } }],
      slot_data: { serial: 'EGT-00412', games: 5 },
      logs: [{ level: 'error', text: 'CRC error' }],
    })),
  )
  runner = startRunner(backend.deps, [exportTask(backend.app.api.sources, 2)], { pollMs: 20, stopMs: 300 })
})
afterAll(async () => {
  await runner.stop()
  await backend.close()
})

it.each([
  ['rawdata', 'counters', 'gap', 3],
  ['rawdata', 'counters-virtual', 'meters', 3],
  ['rawdata', 'counters-logic', 'net_win', 3],
  ['rawdata', 'meters', 'meters_uint', 3],
  ['rawdata', 'slotdata', 'data', 3],
  ['rawdata', 'logs', 'text', 3],
  ['rawdata', 'log-errors', 'gap', 3],
  ['rawdata', 'gaps', 'missing', 1],
  ['timelog', 'timelog', 'duration', 3],
])('%s/%s', async (family, many, column, count) => {
  const ask = async (path: string, body?: object) =>
    (
      await backend.json<{ data: { export: DataExport; rows: unknown[][] } }>(`/api/dataexport/v1${path}`, {
        as: 'mihai',
        ...(body && { body }),
      })
    ).body.data
  const columns = ['server_time', column]
  const { export: ordered } = await ask('/export', {
    list: `${family}/${many}`,
    page: many,
    address: '',
    request: period,
    columns,
    language: 'ro',
    time_zone: 'Europe/Bucharest',
  })
  let found = ordered
  for (let tries = 0; found.state !== 'done' && tries < 500; tries++) {
    await pause(10)
    found = (await ask(`/export/${ordered._id}`)).export
  }
  const rows: unknown[][] = []
  for (let nr = 0; nr < found.chunks; nr++)
    rows.push(...(await ask(`/export/${ordered._id}/chunk/${nr}`)).rows)
  const list = await backend.json<{ data: { rows: Record<string, unknown>[] } }>(
    `/api/${family}/v1/${many}`,
    {
      as: 'mihai',
      body: period,
    },
  )
  expect(rows).toHaveLength(count)
  // A Parquet file has a column for each, which is known before its first row is written.
  if (column === 'meters')
    expect(found.units).toMatchObject({
      'meters.keys': expect.arrayContaining(['coin_in', 'games_played']) as string[],
    })
  if (column === 'data') expect(found.units).toMatchObject({ 'data.kinds': ['INT64 games', 'STRING serial'] })
  if (column === 'meters_uint') expect(found.units).toMatchObject({ 'meters_uint.keys': ['0000', '0005'] })
  expect(rows).toEqual(list.body.data.rows.map(row => columns.map(name => row[name])))
})

it('has what was stored when it began: nothing that comes while its rows are settled, wherever its place is', async () => {
  const { sources } = backend.app.api
  const source = sources.get('rawdata/events')
  if (!source) throw new Error('No events')
  const now = backend.clock()
  const late = (nr: number, at: number) => ({
    smib_id: smibs.bellLink.mac,
    message_seq_nr: nr,
    server_time_nano: `${at}000000`,
    events: [{ event_seq_nr: nr, code: '12' }],
  })
  const before = await backend.db.selectFrom('events').select('id').execute()
  let pieces = 0
  const idsInPieces: ListSource['idsInPieces'] = async function* (db, scope, request, most, as) {
    // As long a period takes several: each goes on behind the last row of the one before.
    for (let page = 0; page < 2; page++) {
      const ids: string[] = []
      for await (const piece of source.idsInPieces(db, scope, request, most, as)) ids.push(...piece)
      pieces++
      if (page === 0) {
        await ingest(backend.deps, { tenantId: null }, [late(3, now - 2.6 * HOUR), late(6, now)])
        yield ids.slice(0, 1)
      } else yield ids.slice(1)
    }
  }
  await runner.stop()
  const slow = new Map(sources).set('rawdata/events', { ...source, idsInPieces })
  runner = startRunner(backend.deps, [exportTask(slow, 2)], { pollMs: 20, stopMs: 300 })
  const ask = async (path: string, body?: object) =>
    (
      await backend.json<{ data: { export: DataExport; rows: unknown[][] } }>(`/api/dataexport/v1${path}`, {
        as: 'mihai',
        ...(body && { body }),
      })
    ).body.data
  const { export: ordered } = await ask('/export', {
    list: 'rawdata/events',
    page: 'events',
    address: '',
    columns: ['code'],
    request: period,
    language: 'ro',
    time_zone: 'Europe/Bucharest',
  })
  let found = ordered
  while (!['done', 'failed'].includes(found.state)) {
    await pause(20)
    found = (await ask(`/export/${found._id}`)).export
  }
  expect(found).toMatchObject({ state: 'done', rows: before.length })
  expect(pieces).toBe(2)
})
