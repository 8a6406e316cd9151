/** What a share link shows of a list: the rows of its file, as they were when it was written. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { slots } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { startRunner, type Runner } from '../../platform/tasks/runner'
import { exportTask } from '../../workflow/exports/export-task'
import type { DataExport } from '../../workflow/exports/exports.contract'
import { MOST_SHARED_ROWS, type OpenAnswer } from './share-links.contract'

let b: TestBackend
let runner: Runner
let written: DataExport
beforeAll(async () => {
  b = await testBackend()
  runner = startRunner(b.deps, [exportTask(b.app.api.sources)], { pollMs: 20, stopMs: 300 })
  written = await done((await order()).body.data.export as unknown as DataExport)
})
afterAll(async () => {
  await runner.stop()
  await b.close()
})

type Maker = 'mihai' | 'paulo' | 'ana'
const order = (as: Maker = 'mihai') =>
  b.json('/api/dataexport/v1/export', {
    as,
    body: {
      list: 'configuration/slots',
      page: 'slots',
      request: { sortBy: ['serial'], sortDirection: ['ASC'] },
      columns: ['serial', 'location'],
      language: 'ro',
      time_zone: 'Europe/Bucharest',
    },
  })
async function done({ _id }: DataExport, as: Maker = 'mihai'): Promise<DataExport> {
  for (let tries = 0; tries < 500; tries++) {
    const { body } = await b.json(`/api/dataexport/v1/export/${_id}`, { as })
    const found = body.data.export as unknown as DataExport
    if (found.state === 'done') return found
    await pause(20)
  }
  throw new Error('The export is not done')
}
let nth = 0
const share = (document: string, as: Maker = 'mihai') =>
  b.json('/api/sharing/v1/share-link', {
    as,
    body: { kind: 'list', document, name: `Landlord ${++nth}`, lasts: 'quarter' },
  })
const open = async (token: string) =>
  (await b.json<{ data: OpenAnswer }>('/api/sharing/v1/open', { body: { token } })).body.data
const pageOf = ({ _id }: DataExport) => `/data-exports/${_id}`

it('shows the rows as they were, after a slot has another serial and the file itself is past its time', async () => {
  const { body } = await share(pageOf(written))
  const { secret, share_link } = body.data as unknown as { secret: string; share_link: object }
  expect(share_link).toMatchObject({ kind: 'list', period: '2026-03-11', revision: 1, location: null })
  const token = new URL(secret, 'http://console').searchParams.get('link') ?? ''
  const { list, ...others } = await open(token)
  expect(others).toMatchObject({ state: 'open', seal: null, forms: null, files: ['xlsx', 'csv'] })
  expect(list).toMatchObject({ page: 'slots', columns: ['serial', 'location'], as_of: written.as_of })
  const serials = Object.values(slots).flatMap(({ location, serial }) => (location === 'porto' ? [] : serial))
  expect(list?.rows.map(([serial]) => serial)).toEqual(serials.sort())
  await b.db.updateTable('slots').set({ serial: 'CHANGED' }).where('id', '=', slots.bellLink.id).execute()
  await b.db.deleteFrom('data_export_chunks').where('export_id', '=', written._id).execute()
  b.clock.advance(30 * 86_400_000)
  expect((await open(token)).list).toEqual(list)
})

it('is refused for a file of somebody else, one that is not there, too long, or past its time', async () => {
  const codes = async (document: string, as: Maker = 'mihai') => {
    const { status, body } = await share(document, as)
    return [status, body.error.fields]
  }
  const unknown = [422, { document: [{ code: 'unknown' }] }]
  expect(await codes(pageOf(written), 'paulo')).toEqual(unknown)
  for (const document of [`/data-exports/${'f'.repeat(24)}`, '/slots', `${pageOf(written)}/file.csv`])
    expect(await codes(document)).toEqual(unknown)
  expect(await codes(pageOf(written))).toEqual([422, { document: [{ code: 'not_done' }] }])
  const long = await done((await order()).body.data.export as unknown as DataExport)
  const rows = MOST_SHARED_ROWS + 1
  await b.db.updateTable('data_exports').set({ rows }).where('id', '=', long._id).execute()
  const tooMany = { code: 'too_many_rows', params: { limit: MOST_SHARED_ROWS } }
  expect(await codes(pageOf(long))).toEqual([422, { document: [tooMany] }])
})
