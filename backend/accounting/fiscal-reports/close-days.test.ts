/**
 * Days that nobody has closed are closed from the month's desk by one press, so that a month from before an
 * installation has its reports.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { HOUR, reading, sunday } from '../../../tests/support/feed'
import { closeEach } from '../../../tests/support/closed-days'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import type { MonthDesk } from '../sealing/sealing.contract'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const cluj = `/api/fiscal-reports/v1/location/${locations.cluj.id}`
const desk = async (month = '2026-10') =>
  (await backend.json<{ data: MonthDesk }>(`${cluj}/month/${month}/desk`, { as: 'mihai' })).body.data
const close = (days: string[], more: object = {}, as: Person = 'mihai') =>
  backend.json<{ data: { closed: string[] }; error?: { code: string; fields?: object } }>(
    `${cluj}/month/2026-10/close-days`,
    { as, method: 'POST', body: { days, reason: 'The books begin in October', ...more } },
  )
const meters = (coinIn: number) => ({ '0000': coinIn, '0001': 0, '0002': 0 })

it('days from before the first report are closed by one press, and sealed from the first of them on', async () => {
  backend.clock.set(sunday + 30 * HOUR)
  const told = [
    reading(1, sunday - 20 * 24 * HOUR, meters(1_000)),
    reading(2, sunday - 19 * 24 * HOUR, meters(1_200)),
    reading(3, sunday - 50 * HOUR, meters(1_500)),
    reading(4, sunday - 2 * HOUR, meters(1_900)),
  ]
  expect((await ingest(backend.deps, { tenantId: null }, told)).refused).toBe(0)
  await closeEach(backend.deps)
  const before = await desk()
  const { to_close, next_to_seal } = before
  // By itself a location begins with its last days: what was told of earlier ones waits for somebody.
  expect(to_close.length).toBeGreaterThan(0)
  expect(to_close.every(day => day < (next_to_seal ?? ''))).toBe(true)

  expect((await close(to_close, { reason: '' })).body.error?.fields).toHaveProperty('reason')
  expect((await close(['2026-09-30'])).status).toBe(422)
  expect((await close(['not a day'])).status).toBe(422)
  expect((await close([])).status).toBe(422)
  expect((await close(to_close, {}, 'andrei')).status).toBe(403)
  expect((await close(to_close, {}, 'paulo')).status).toBe(404)
  expect((await close(['2026-10-31'])).body.error?.code).toBe('day_not_over')

  // Two at once: each day is closed once.
  const answers = await Promise.all([close(to_close), close(to_close)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers.flatMap(({ body }) => body.data.closed).sort()).toEqual(to_close)
  expect((await close(to_close)).body.data.closed).toEqual([])
  const after = await desk()
  expect(after.next_to_seal).toBe(to_close[0])
  for (const day of to_close) expect(after.days.find(one => one.day === day)?.state).toBe('closed')
  // Between them a day without a reading is a day, too, and waits to be closed.
  expect(after.to_close.every(day => day > (to_close[0] ?? ''))).toBe(true)
  const entries = await backend.db
    .selectFrom('audit_log')
    .select('id')
    .where('action', '=', 'close_day')
    .execute()
  expect(entries).toHaveLength(to_close.length)
})
