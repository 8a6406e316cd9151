/** What a share link shows of a list: the rows of its file, as they were when it was written. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, people, slots, smibs, tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import { roleId } from '../../identity/auth/roles'
import { startRunner, type Runner } from '../../platform/tasks/runner'
import { exportTask } from '../../workflow/exports/export-task'
import type { DataExport } from '../../workflow/exports/exports.contract'
import { MOST_SHARED_BYTES, MOST_SHARED_ROWS, type OpenAnswer } from './share-links.contract'

let b: TestBackend
let runner: Runner
let written: DataExport
beforeAll(async () => {
  b = await testBackend()
  runner = startRunner(b.deps, [exportTask(b.app.api.sources)], { pollMs: 20, stopMs: 300 })
  written = await ordered()
})
afterAll(async () => {
  await runner.stop()
  await b.close()
})

type Maker = 'mihai' | 'paulo' | 'ana' | 'andrei'
const slotsOrder = {
  list: 'configuration/slots',
  page: 'slots',
  request: { sortBy: ['serial'], sortDirection: ['ASC'] },
  columns: ['serial', 'location'],
  language: 'ro',
  time_zone: 'Europe/Bucharest',
}
const order = (as: Maker = 'mihai', more: object = {}) =>
  b.json('/api/dataexport/v1/export', { as, body: { ...slotsOrder, ...more } })
const ordered = async (as?: Maker, more?: object) =>
  done((await order(as, more)).body.data.export as unknown as DataExport, as)
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

it('shows a stream as its file has it, and the name of what it is of', async () => {
  const now = b.clock()
  await ingest(b.deps, { tenantId: null }, [
    {
      smib_id: smibs.bellLink.mac,
      message_seq_nr: 1,
      server_time_nano: `${now - 60_000}000000`,
      counters: [{ meters: { '0000': 100, '0005': 1 } }],
    },
  ])
  const file = await ordered('mihai', {
    list: 'rawdata/counters',
    page: 'counters',
    address: `type=slot&id=${slots.bellLink.id}`,
    request: {
      exactFields: ['slot'],
      exactValues: [slots.bellLink.id],
      dateStart: now - 3_600_000,
      dateEnd: now,
    },
    columns: ['server_time', 'slot'],
  })
  const { body } = await share(pageOf(file))
  const { secret } = body.data as unknown as { secret: string }
  const { list } = await open(new URL(secret, 'http://console').searchParams.get('link') ?? '')
  const { serial } = await b.db
    .selectFrom('slots')
    .select('serial')
    .where('id', '=', slots.bellLink.id)
    .executeTakeFirstOrThrow()
  expect(list?.names).toEqual({ [slots.bellLink.id]: serial })
  expect(list?.rows.map(([at]) => at)).toEqual([now - 60_000])
})

it('is refused for a file of somebody else, one that is not there, too long, or past its time', async () => {
  const codes = async (document: string, as: Maker = 'mihai') => {
    const { status, body } = await share(document, as)
    return status === 200 ? [status] : [status, body.error.fields]
  }
  const unknown = [422, { document: [{ code: 'unknown' }] }]
  expect(await codes(pageOf(written), 'paulo')).toEqual(unknown)
  for (const document of [`/data-exports/${'f'.repeat(24)}`, '/slots', `${pageOf(written)}/file.csv`])
    expect(await codes(document)).toEqual(unknown)
  expect(await codes(pageOf(written))).toEqual([422, { document: [{ code: 'not_done' }] }])
  const long = await ordered()
  const withSize = async (size: object) => {
    await b.db.updateTable('data_exports').set(size).where('id', '=', long._id).execute()
    return codes(pageOf(long))
  }
  const tooMany = { code: 'too_many_rows', params: { limit: MOST_SHARED_ROWS } }
  expect(await withSize({ rows: MOST_SHARED_ROWS + 1 })).toEqual([422, { document: [tooMany] }])
  expect(await withSize({ rows: MOST_SHARED_ROWS, bytes: MOST_SHARED_BYTES + 1 })).toEqual([
    422,
    { document: [{ code: 'too_much_text' }] },
  ])
  expect(await withSize({ bytes: MOST_SHARED_BYTES })).toEqual([200])
  await b.db
    .updateTable('data_exports')
    .set({ created_by_id: people.olga.id })
    .where('id', '=', long._id)
    .execute()
  expect((await b.json(`/api/dataexport/v1/export/${long._id}`, { as: 'mihai' })).status).toBe(200)
  expect(await codes(pageOf(long))).toEqual(unknown)
})

it('is refused for what is personal or secret, and says which columns', async () => {
  const players = await ordered('mihai', {
    list: 'player-exclusion-processor/players',
    page: 'players',
    request: {},
    columns: ['created_at'],
  })
  const places = { list: 'configuration/locations', page: 'locations', request: {} }
  const withPhones = await ordered('mihai', { ...places, columns: ['name', 'phone', 'contact'] })
  expect((await share(pageOf(players))).body.error.fields).toEqual({
    document: [{ code: 'confidential_list' }],
  })
  expect((await share(pageOf(withPhones))).body.error.fields).toEqual({
    document: [{ code: 'confidential_columns', params: { columns: 'phone, contact' } }],
  })
  const others = await ordered('mihai', { ...places, columns: ['name', 'city'] })
  expect((await share(pageOf(others))).status).toBe(200)
})

/** Rows about people, and columns that reach or name one, or open something. */
const PERSONAL = /mail|phone|^contact|iban|^player|^document$|full_name|username|recipient|sent_to|callback/
it('no column that names or reaches a person is left to be shown to outsiders', () => {
  const shown = [...b.app.api.sources].flatMap(([list, { contract }]) => {
    const { confidential = [] } = contract
    return confidential === 'all'
      ? []
      : Object.keys(contract.row.shape)
          .filter(column => PERSONAL.test(column) && !confidential.includes(column))
          .map(column => `${list}: ${column}`)
  })
  // A maker of machines is no person, and of those who receive reports it is the number.
  expect(shown).toEqual([
    'report-schedules/report-schedules: recipient_count',
    'games-registry/manufacturers: full_name',
  ])
})

it('has no more than its maker is shown, who finds the link again, as nobody else who is narrowed does', async () => {
  await b.db
    .insertInto('user_roles')
    .values({ user_id: people.andrei.id, role_id: roleId('administrator') })
    .execute()
  const base = '/api/users/v1'
  const coast = { name: 'The coast', tenant: tenants.carpathia.id, model: 'location' }
  const group = await b.json(`${base}/entity-group`, {
    as: 'ana',
    body: { ...coast, locations: [locations.braila.id] },
  })
  const { _id } = group.body.data.entity_group as { _id: string }
  await b.json(`${base}/acl-rule`, { as: 'ana', body: { ...coast, user: people.andrei.id, groups: [_id] } })
  expect((await share(pageOf(await ordered()))).status).toBe(200)
  const { status, body } = await share(pageOf(await ordered('andrei')), 'andrei')
  expect(status).toBe(200)
  const { secret, share_link } = body.data as unknown as { secret: string; share_link: { _id: string } }
  const token = new URL(secret, 'http://console').searchParams.get('link') ?? ''
  const shown = JSON.stringify((await open(token)).list?.rows)
  expect(shown).toContain(slots.harbour.serial)
  expect(shown).not.toMatch(/EGT|NOV|Cluj/)
  const found = await b.json('/api/sharing/v1/share-links', { as: 'andrei', body: {} })
  expect((found.body.data.rows as { _id: string }[]).map(row => row._id)).toEqual([share_link._id])
  const revoked = await b.json('/api/sharing/v1/share-link-revoke', {
    as: 'andrei',
    body: { ids: [share_link._id], reason: 'Sent to the wrong person' },
  })
  expect(revoked.status).toBe(200)
  const gone = await b.json('/api/sharing/v1/open', { body: { token } })
  expect(gone.status).toBe(404)
})
