/** A report that was sent goes out once more for each render, however it is pressed. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, people, slots, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { consoleOf } from '../../../tests/support/report-renderer'
import { sealDay } from '../sealing/sealing.service'
import { closeDay } from '../closing/closing.service'
import { dayOf, placeOf } from '../../telemetry/gaming-days/place.service'
import { deliverNext } from '../../identity/mail/mail-worker'
import type { Message } from '../../identity/mail/transport'
import { ana } from '../../../tests/support/seals'
import { mailComposers } from '../../work'
import { reportSendingsContract } from './report-schedules.contract'
import { sendWhatIsDue } from './schedule-watch.service'

const SECRET = 'a secret of both programs, long enough'
const one = '/api/report-schedules/v1/report-schedule'
const day = '2026-11-23'
/** Of Cluj: 24 November 2026 begins at 22:00 UTC the day before. */
const tuesday = Date.UTC(2026, 10, 23, 22)
const HOUR = 3_600_000

let b: TestBackend
beforeAll(async () => {
  b = await testBackend()
  Object.assign(b.deps.env, { sessionSecret: SECRET })
  for (const id of [people.mihai.id, people.andrei.id])
    await b.db
      .updateTable('users')
      .set({ email: `${id}@example.com`, email_verified: 1 })
      .where('id', '=', id)
      .execute()
  b.clock.set(tuesday + 8 * HOUR)
  const place = await placeOf(b.db, { tenantId: null }, locations.cluj.id)
  const accepted = [slots.bellLink.id, slots.novoline.id]
  for (const one of ['2026-11-21', '2026-11-22', day])
    await b.db.transaction().execute(async tx => {
      await closeDay(tx, dayOf(place, one), { by: 'Ana Popescu', reason: 'The collector is here' }, b.clock())
      const given = { reports: null, accepted, reason: 'The board was being replaced' }
      await sealDay(tx, ana, dayOf(place, one), given, b.clock())
    })
})
afterAll(() => b.close())

const { render } = consoleOf(() => b, SECRET)
async function post(): Promise<Message[]> {
  const sent: Message[] = []
  while (await deliverNext(b.deps, mailComposers, message => Promise.resolve(void sent.push(message))));
  return sent
}
const again = async (ids: unknown[], as: Person = 'mihai', key: string = randomUUID()) =>
  b.json(reportSendingsContract.actions.again.path, {
    as,
    body: { ids },
    headers: { 'idempotency-key': key },
  })

it('is sent again when somebody asks, once for each render, with the formats and to the readers of now', async () => {
  const written = { name: 'To the accountant', location: locations.cluj.id, hour: 12 }
  const made = await b.json<{ data: { 'report-schedule': { _id: string } } }>(one, {
    as: 'mihai',
    body: { ...written, formats: ['pdf', 'xlsx'], recipients: [people.mihai.id] },
  })
  const schedule = made.body.data['report-schedule']._id
  b.clock.set(tuesday + 12 * HOUR + 60_000)
  await sendWhatIsDue(b.deps)
  const sending = () =>
    b.db.selectFrom('report_sendings').selectAll().where('period', '=', day).executeTakeFirstOrThrow()
  const { id } = await sending()
  // Its files are being made.
  expect((await again([id])).body.data.results).toEqual([{ id, outcome: 'skipped', reason: 'under_way' }])
  await render()
  expect(await post()).toHaveLength(1)
  expect((await again([id], 'olga')).status).toBe(403)
  expect((await again([id], 'paulo')).status).toBe(404)
  expect((await again(['x'])).status).toBe(422)
  const changed = await b.json(`${one}/${schedule}`, {
    as: 'mihai',
    method: 'PUT',
    body: { ...written, formats: ['pdf'], recipients: [people.mihai.id, people.andrei.id], version: 1 },
  })
  expect(changed.status).toBe(200)
  // Pressed by two at once, one is told that it is under way; the same render again is answered as before.
  const both = await Promise.all([again([id], 'mihai', 'pressed-once-1'), again([id], 'andrei')])
  const outcomes = both.map(({ body }) => (body.data.results as { outcome: string }[])[0]?.outcome)
  expect(outcomes.sort()).toEqual(['done', 'skipped'])
  expect((await again([id], 'mihai', 'pressed-once-1')).body.data).toEqual(both[0]?.body.data)
  await sendWhatIsDue(b.deps)
  expect((await render())?.formats).toEqual(['pdf'])
  const sent = await post()
  expect(sent.map(({ attachments = [] }) => attachments.length)).toEqual([1, 1])
  expect(await sending()).toMatchObject({ state: 'sent', files: 1 })
  const told = await b.db.selectFrom('audit_log').select('action').where('entity_id', '=', id).execute()
  expect(told).toEqual([{ action: 'replay' }])
  await b.json(`/api/report-schedules/v1/archive/report-schedule/${schedule}`, {
    as: 'mihai',
    method: 'POST',
  })
  expect((await again([id])).body.data.results).toMatchObject([{ outcome: 'skipped', reason: 'archived' }])
})
