import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, people } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { startRunner, type Runner } from '../../platform/tasks/runner'
import { exportTask } from './export-task'
import type { DataExport } from './exports.contract'

let backend: TestBackend
let runner: Runner
beforeAll(async () => {
  backend = await testBackend()
  runner = startRunner(backend.deps, [exportTask(backend.app.api.sources)], { pollMs: 20, stopMs: 300 })
})
afterAll(async () => {
  await runner.stop()
  await backend.close()
})

it('a file has no more than whoever ordered it sees: rules narrow it as they narrow the list', async () => {
  const made = async (path: string, body: object) =>
    (await backend.json(`/api/users/v1${path}`, { as: 'ana', body })).body.data as unknown as Record<
      string,
      { _id: string }
    >
  const { tenantId: tenant } = people.mihai
  const { entity_group: group } = await made('/entity-group', {
    name: 'The coast',
    tenant,
    model: 'location',
    locations: [locations.braila.id],
  })
  const rule = { name: 'The coast', tenant, model: 'location', user: people.mihai.id, groups: [group?._id] }
  expect(await made('/acl-rule', rule)).toBeDefined()
  const ask = async (path: string, body?: object) =>
    (
      await backend.json<{ data: { export: DataExport; rows: unknown[][] } }>(`/api/dataexport/v1${path}`, {
        as: 'mihai',
        ...(body && { body }),
      })
    ).body.data
  const { export: ordered } = await ask('/export', {
    list: 'configuration/slots',
    page: 'slots',
    address: '',
    request: {},
    columns: ['serial'],
    language: 'ro',
    time_zone: 'Europe/Bucharest',
  })
  let found = ordered
  for (let tries = 0; found.state !== 'done' && tries < 500; tries++) {
    await pause(10)
    found = (await ask(`/export/${ordered._id}`)).export
  }
  const { rows } = await ask(`/export/${ordered._id}/chunk/0`)
  const list = await backend.json('/api/configuration/v1/slots', { as: 'mihai', body: { rowsPerPage: 100 } })
  expect(list.body.data.total).toBeGreaterThan(0)
  expect(rows.length).toBeLessThan((await backend.db.selectFrom('slots').select('id').execute()).length)
  expect(rows.map(([serial]) => serial).sort()).toEqual(
    (list.body.data.rows as unknown as { serial: string }[]).map(({ serial }) => serial).sort(),
  )
})
