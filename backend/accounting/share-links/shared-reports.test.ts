/** What a share link shows of a report: the forms that somebody with an account reads, sealed or as they stood. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from 'kysely'
import { locations, slots, tenants } from '../../../tests/people'
import { closeAll } from '../../../tests/support/closed-days'
import { reading } from '../../../tests/support/feed'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { ana } from '../../../tests/support/seals'
import { DAY_MS } from '../../platform/contract/durations'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import { installationSecret } from '../../platform/contract/installation-secret'
import { issuedKey, issuedProof } from '../../platform/contract/issued-file'
import { dayOf, placeOf } from '../../telemetry/gaming-days/place.service'
import { closeDay } from '../closing/closing.service'
import type { DailyReport } from '../fiscal-reports/daily-reports.contract'
import { sealDay } from '../sealing/sealing.service'
import type { OpenAnswer } from './share-links.contract'
import { removeEnded } from './snapshots.service'

let b: TestBackend
beforeAll(async () => {
  b = await testBackend()
  b.clock.set(Date.UTC(2026, 10, 25, 12))
  const place = await placeOf(b.db, { tenantId: null }, locations.cluj.id)
  const accepted = [slots.bellLink.id, slots.novoline.id]
  const given = { reports: null, accepted, reason: 'The board was being replaced' }
  for (const day of ['2026-11-21', '2026-11-22'])
    await b.db.transaction().execute(async tx => {
      await closeDay(tx, dayOf(place, day), { by: 'Ana Popescu', reason: 'The collector is here' }, b.clock())
      if (day === '2026-11-21') await sealDay(tx, ana, dayOf(place, day), given, b.clock())
    })
})
afterAll(() => b.close())

const base = '/api/sharing/v1'
async function reportOf(day: string) {
  const { id } = await b.db
    .selectFrom('daily_reports')
    .select('id')
    .where('location_id', '=', locations.cluj.id)
    .where('day', '=', day)
    .where('is_latest', '=', 1)
    .executeTakeFirstOrThrow()
  const path = `/api/fiscal-reports/v1/daily-report/${id}/form`
  return (await b.json<{ data: DailyReport }>(path, { as: 'ana' })).body.data
}
let nth = 0
const create = (input: object) =>
  b.json(`${base}/share-link`, { as: 'ana', body: { name: `Accountant ${++nth}`, kind: 'report', ...input } })
async function tokenOf(input: object): Promise<string> {
  const { secret } = (await create(input)).body.data as unknown as { secret: string }
  return new URL(secret, 'http://console').searchParams.get('link') ?? ''
}
const open = async (token: string) =>
  (await b.json<{ data: OpenAnswer }>(`${base}/open`, { body: { token } })).body.data

it('shows a sealed report as it is read with an account, by its code and by its address', async () => {
  const report = await reportOf('2026-11-21')
  const code = report.seal?.code ?? ''
  const byCode = await open(await tokenOf({ kind: 'seal', document: code }))
  const byAddress = await open(await tokenOf({ document: `/reports/daily-report/${report._id}` }))
  const forms = { variant: 'takings', documents: [report.document], seals: [report.seal] }
  expect(byCode.forms).toEqual(forms)
  expect(byAddress.forms).toEqual(forms)
  expect(byCode.files).toEqual(['pdf', 'xlsx', 'csv', 'json'])
})

it('shows an unsealed report and a month as they stood when the link was made, whatever is changed later', async () => {
  const { _id, document } = await reportOf('2026-11-22')
  expect(document.rows.length).toBeGreaterThan(0)
  const day = await tokenOf({ document: `/reports/daily-report/${_id}` })
  const jackpots = await tokenOf({ document: `/reports/daily-jackpot-report/${_id}` })
  const month = await tokenOf({ document: `/reports/monthly-report/${locations.cluj.id}-2026-11` })
  const asShared = (await open(month)).forms
  expect(asShared?.documents[0]?.days.filter(({ closed }) => closed)).toHaveLength(2)
  await b.db
    .updateTable('daily_reports')
    .set({ document: JSON.stringify({ ...document, totals: { ...document.totals, takings: 1 } }) })
    .where('id', '=', _id)
    .execute()
  b.clock.advance(3_600_000)
  expect((await open(day)).forms).toEqual({ variant: 'takings', documents: [document], seals: [null] })
  expect((await open(jackpots)).forms?.variant).toBe('jackpots')
  expect((await open(month)).forms).toEqual(asShared)
})

it('shows nothing of figures that no longer hold', async () => {
  const { _id } = await reportOf('2026-11-22')
  const document = `/reports/daily-report/${_id}`
  const tokens = [
    await tokenOf({ document }),
    await tokenOf({ document: `/reports/monthly-report/${locations.cluj.id}-2026-11` }),
  ]
  await b.db.updateTable('daily_reports').set({ is_latest: 0 }).where('id', '=', _id).execute()
  for (const token of tokens)
    expect(await open(token)).toMatchObject({ state: 'superseded', forms: null, seal: null, files: [] })
})

it('is made of a report that is there and in scope', async () => {
  for (const document of [
    `/reports/daily-report/${'f'.repeat(24)}`,
    `/reports/daily-report/${'f'.repeat(24)}-2026-11`,
    `/reports/monthly-report/${locations.cluj.id}-2031-01`,
    `/reports/monthly-report/${locations.cluj.id}`,
    `/reports/monthly-report/${locations.porto.id}-2026-11`,
    '/slots',
  ]) {
    const answer = await create({ document })
    expect([document, answer.status, answer.body.error.fields]).toEqual([
      document,
      422,
      { document: [{ code: 'unknown' }] },
    ])
  }
})

it('has no file noted without the console’s own proof, and none of a document that the link does not show', async () => {
  const { seal } = await reportOf('2026-11-21')
  const code = seal?.code ?? ''
  const token = await tokenOf({ kind: 'seal', document: code })
  const sha256 = createHash('sha256').update('a file of somebody else').digest('hex')
  const { sessionSecret, dataDir } = b.deps.env
  const key = issuedKey(sessionSecret ?? installationSecret(dataDir))
  const issue = (body: object) =>
    b.json(`${base}/issued`, { body: { token, sha256, format: 'pdf', ...body } })
  expect((await issue({ code, proof: 'guessed' })).status).toBe(403)
  const foreign = { code: 'AAAA-AAAA-AAAA', sha256 }
  // Whoever is not the console learns nothing of what the link shows.
  expect((await issue({ ...foreign, proof: 'guessed' })).status).toBe(403)
  expect((await issue({ ...foreign, proof: issuedProof(key, foreign) })).status).toBe(404)
  const noted = b.db.selectFrom('seal_files').select('sha256').where('sha256', '=', sha256)
  expect(await noted.execute()).toEqual([])
})

it('deletes the snapshot of a link that is revoked or over, and of no other', async () => {
  const { _id } = await reportOf('2026-11-21')
  const document = `/reports/daily-report/${_id}`
  const snapshots = async () =>
    (await b.db.selectFrom('share_snapshots').select('id').execute()).map(({ id }) => id)
  const before = await snapshots()
  const { body } = await create({ document, lasts: 'quarter' })
  const { _id: revoked } = (body.data as unknown as { share_link: { _id: string } }).share_link
  expect(await snapshots()).toHaveLength(before.length + 1)
  await b.json(`${base}/share-link-revoke`, { as: 'ana', body: { ids: [revoked], reason: 'Wrong person' } })
  expect(await snapshots()).toEqual(before)
  const live = await tokenOf({ document, lasts: 'quarter' })
  b.clock.advance(8 * 86_400_000)
  await removeEnded(b.deps)
  expect(await snapshots()).toHaveLength(1)
  expect((await open(live)).state).toBe('open')
})

it('writes so many files of a link a minute, whoever wants them; its page is shown all the same', async () => {
  const { _id } = await reportOf('2026-11-21')
  const token = await tokenOf({ document: `/reports/daily-report/${_id}` })
  const statuses: number[] = []
  for (let nth = 0; nth < 21; nth++) {
    const question = { body: { token, what: 'pdf' }, from: `203.0.113.${nth}` }
    statuses.push((await b.json(`${base}/open`, question)).status)
  }
  expect(statuses).toEqual([...Array<number>(20).fill(200), 429])
  expect((await b.json(`${base}/open`, { body: { token }, from: '203.0.113.99' })).status).toBe(200)
})

it('shows next month what it showed, whatever was renamed, repriced, archived or reported late since', async () => {
  const report = await reportOf('2026-11-21')
  const path = `/reports/daily-report/${report._id}`
  const token = await tokenOf({ document: path, lasts: 'quarter' })
  const file = async () => (await b.json(`${base}/file`, { body: { token, format: 'json' } })).body.data
  const before = { shown: (await open(token)).forms, file: await file() }
  expect(before.shown?.documents).toHaveLength(1)
  b.clock.advance(30 * DAY_MS)
  const { db } = b
  const there = (table: 'locations' | 'slots' | 'tenants', column: 'id' | 'location_id', id: string) =>
    [table, column, id] as const
  for (const [[table, column, id], values] of [
    [there('locations', 'id', locations.cluj.id), { name: 'Renamed', address: 'Elsewhere', code: 'NEW' }],
    [there('locations', 'id', locations.cluj.id), { gaming_day_start: '12:00', time_zone: 'Europe/Lisbon' }],
    [there('slots', 'location_id', locations.cluj.id), { denomination_minor: 500, currency: 'EUR' }],
    [there('slots', 'id', slots.bellLink.id), { serial: 'RENAMED-1', archived_at: b.clock() }],
    [there('tenants', 'id', tenants.carpathia.id), { legal_name: 'Renamed S.R.L.', fiscal_code: 'RO 1' }],
  ] as const)
    await sql`update ${sql.table(table)} set ${sql.join(
      Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
    )} where ${sql.ref(column)} = ${id}`.execute(db)
  const late = reading(99, Date.UTC(2026, 10, 21, 12), { '0000': 9_000, '0001': 0, '0002': 0 })
  expect((await ingest(b.deps, { tenantId: null }, [late])).refused).toBe(0)
  await closeAll(b.deps)
  expect(await reportOf('2026-11-21')).toMatchObject({ document: report.document, seal: report.seal })
  expect({ shown: (await open(token)).forms, file: await file() }).toEqual(before)
})
