/**
 * An accountant's month of a location with 60 slots: its days closed and sealed, its form read and written to files,
 * and what a seal costs whoever checks it. In process; wall time, as the goals have it, of a machine with nothing else
 * to do.
 */
import type { DailyReport } from '../../backend/accounting/fiscal-reports/daily-reports.contract'
import type { FiscalDocument } from '../../backend/accounting/fiscal-reports/fiscal-document.contract'
import type { MonthDesk } from '../../backend/accounting/sealing/sealing.contract'
import { ingest } from '../../backend/telemetry/ingestion/ingest.service'
import { createServer } from 'vite'
import { newId } from '../../backend/platform/db/new-id'
import { locations } from '../people'
import { testBackend } from '../support/backend'
import { slotRow } from '../support/network'
import { daily, sealing } from '../support/seals'
import { report, timeOf } from './report'
import { smibRow } from './smib-row'

/** The console's texts are read as its build reads them. */
const vite = await createServer({
  configFile: false,
  server: { middlewareMode: true },
  appType: 'custom',
  logLevel: 'error',
})
type Files = typeof import('../../app/accounting/fiscal-reports/form-files.server')
type Forms = typeof import('../../app/accounting/fiscal-reports/fiscal.server')
const { formBytes } = (await vite.ssrLoadModule(
  '/app/accounting/fiscal-reports/form-files.server.ts',
)) as Files
const { writtenForm } = (await vite.ssrLoadModule('/app/accounting/fiscal-reports/fiscal.server.ts')) as Forms

const SLOTS = 60
const HOUR = 3_600_000
const MONTH = '2026-12'
const CHAIN = 1_000
const backend = await testBackend()
const { db, deps } = backend
/** Bucharest's midnight before the month and after it. */
const [begin, end] = [Date.UTC(2026, 10, 30, 22), Date.UTC(2026, 11, 31, 22)]
backend.clock.set(end + 60 * HOUR)
const macOf = (nr: number) => (0xa4_00_00_00_00_00 + nr).toString(16)
const hall = newId()
const model = await db
  .selectFrom('locations')
  .selectAll()
  .where('id', '=', locations.cluj.id)
  .executeTakeFirstOrThrow()
await db
  .insertInto('locations')
  .values({ ...model, id: hall, code: 'H-1', name: 'Hall' })
  .execute()
const slots = Array.from({ length: SLOTS }, (_, nr) => ({
  ...slotRow(newId(), `E-${nr}`, 'EGT', 'cluj', begin - 24 * HOUR),
  location_id: hall,
}))
await db.insertInto('slots').values(slots).execute()
await db
  .insertInto('smibs')
  .values(slots.map((slot, nr) => smibRow(macOf(nr), slot)))
  .execute()
for (let hour = -1; begin + hour * HOUR <= end + 12 * HOUR; hour++)
  await ingest(
    deps,
    { tenantId: null },
    slots.map((_, nr) => ({
      smib_id: macOf(nr),
      message_seq_nr: hour + 1_000,
      server_time_nano: `${begin + hour * HOUR}000000`,
      counters: [
        {
          meters: {
            '0000': 1_000_000 + hour * (400 + nr),
            '0001': 900_000 + hour * (370 + nr),
            '0002': 0,
            '0024': 500_000 + hour * 90,
          },
        },
      ],
    })),
    { live: false },
  )

const token = await backend.login('mihai')
const base = `/api/fiscal-reports/v1/location/${hall}/month/${MONTH}`
const ask = async <Data>(path: string, body?: object): Promise<Data> => {
  const answer = await backend.json<{ data: Data }>(path, { token, ...(body && { body }) })
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.data
}
const desk = () => ask<MonthDesk>(`${base}/desk`)
const took = async (task: () => Promise<unknown>): Promise<number> => {
  const from = performance.now()
  await task()
  return performance.now() - from
}

const closing = await took(async () =>
  ask(`${base}/close-days`, { days: (await desk()).to_close, reason: 'The month is over' }),
)
const closed = await desk()
const days = closed.days.filter(({ reports }) => reports.length > 0)
if (days.length !== 31 || closed.ready.length !== 31)
  throw new Error(
    `${days.length} reports, ${closed.ready.length} ready: ${JSON.stringify(closed.days.find(one => !closed.ready.includes(one.day)))}`,
  )
const reports = days.flatMap(one => one.reports.map(({ _id }) => _id))
const sealed = await took(() => ask(`${base}/seal-days`, { reports }))
const monthSealed = await took(() => ask(`${base}/seal`, {}))

const form = () => ask<{ documents: FiscalDocument[]; seals: DailyReport['seal'][] }>(base)
const { documents, seals } = await form()
const [month] = documents
if (!month || month.rows.length < SLOTS) throw new Error('The month has no form')
const printed = { url: new URL('http://localhost:3000/'), locale: 'ro' } as const
const files = { documents, seals, title: 'month' }
const unit = 'ms'
for (const [name, value, limit] of [
  [`closing 31 days of ${SLOTS} slots by one press`, closing, 3_100],
  ['sealing 31 days', sealed, 2_000],
  ['sealing the month', monthSealed, 1_000],
  [
    `a month of ${SLOTS} slots, read and written as a form`,
    await timeOf(async () => {
      for (const document of (await form()).documents) writtenForm(document, 'ro')
    }, 15),
    150,
  ],
  ['its PDF', await timeOf(() => formBytes(printed, files as never, 'pdf'), 7), 1_000],
  ['its XLSX', await timeOf(() => formBytes(printed, files as never, 'xlsx'), 7), 300],
] as const)
  report({ name, value, unit, limit })

const { seal, check, verify } = sealing(() => backend)
const { code } = await seal(daily('2027-01-01'))
report({ name: 'a code asked at /verify', value: await timeOf(() => verify({ code }), 30), unit, limit: 20 })
for (let nr = 1; nr < CHAIN; nr++) {
  const period = new Date(Date.UTC(2027, 0, 1 + nr)).toISOString().slice(0, 10)
  await seal(daily(period))
}
const chain = await took(async () => {
  const { ok, checked } = await check()
  if (!ok || checked !== CHAIN) throw new Error(`${checked} checked`)
})
report({ name: `${CHAIN} sealed reports verified as a chain`, value: chain, unit, limit: 5_000 })
await vite.close()
await backend.close()
