/**
 * A sealed report reaches those who may read it, once, whoever is killed in between; one that is not sealed is never
 * sent as if it were.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations, people, slots, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { consoleOf } from '../../../tests/support/report-renderer'
import { sealing } from '../../../tests/support/seals'
import { closeDay } from '../closing/closing.service'
import { dayOf, placeOf } from '../../telemetry/gaming-days/place.service'
import { deliverNext } from '../../identity/mail/mail-worker'
import type { Message } from '../../identity/mail/transport'
import { mailComposers } from '../../work'
import { MAX_ATTACHED, RENDER_LEASE_MS, rendererPaths } from './report-renderer.contract'
import { sendWhatIsDue } from './schedule-watch.service'

const SECRET = 'a secret of both programs, long enough'
const HOUR = 3_600_000
const DAY = 24 * HOUR
const one = '/api/report-schedules/v1/report-schedule'
const many = '/api/report-schedules/v1/report-schedules'
const sendings = '/api/report-schedules/v1/report-sendings'
const fiscal = `/api/fiscal-reports/v1/location/${locations.cluj.id}`
/** Of Cluj, whose clocks are Bucharest's: 24 November 2026 begins at 22:00 UTC the day before. */
const tuesday = Date.UTC(2026, 10, 23, 22)

let b: TestBackend
let sent: Message[]
beforeAll(async () => {
  b = await testBackend()
  Object.assign(b.deps.env, { sessionSecret: SECRET })
  for (const id of [people.mihai.id, people.andrei.id, people.olga.id, people.paulo.id])
    await b.db
      .updateTable('users')
      .set({ email: `${id}@example.com`, email_verified: 1 })
      .where('id', '=', id)
      .execute()
})
afterAll(() => b.close())
beforeEach(async () => {
  sent = []
  for (const table of ['report_schedules', 'report_sendings', 'report_sending_files', 'mails'] as const)
    await b.db.deleteFrom(table).execute()
})

const schedule = async (more: object = {}, as: Person = 'mihai') =>
  b.json(one, {
    as,
    body: { name: 'To the accountant', location: locations.cluj.id, hour: 12, formats: ['pdf'], ...more },
  })
const look = () => sendWhatIsDue(b.deps)
const rows = async (as: Person = 'mihai') =>
  (await b.json(sendings, { as, body: { sortBy: ['period'], sortDirection: ['ASC'] } })).body.data.rows
const states = async () => (await rows()).map(row => `${String(row.period)} ${String(row.state)}`)
const post = async () => {
  const send = (message: Message) => {
    sent.push(message)
    return Promise.resolve()
  }
  while (await deliverNext(b.deps, mailComposers, send));
  return sent.map(({ to, subject }) => `${to.replace(/@.*/, '')} ${subject}`)
}

async function closed(day: string): Promise<void> {
  await b.db.transaction().execute(async tx => {
    const place = dayOf(await placeOf(tx, { tenantId: null }, locations.cluj.id), day)
    await closeDay(tx, place, { by: 'Ana Popescu', reason: 'The collector is here' }, b.clock())
  })
}
async function sealed(day: string): Promise<void> {
  await closed(day)
  const { body } = await b.json(`${fiscal}/month/${day.slice(0, 7)}/desk`, { as: 'mihai' })
  const days = body.data.days as { day: string; reports: { _id: string }[] }[]
  const reports = days.find(found => found.day === day)?.reports.map(({ _id }) => _id) ?? []
  const accepted = [slots.bellLink.id, slots.novoline.id]
  const answer = await b.json(`${fiscal}/day/${day}/seal`, {
    as: 'mihai',
    body: { reports, accepted, reason: 'The board was being replaced' },
  })
  expect(answer.status, JSON.stringify(answer.body.error)).toBe(200)
}

const { proven, next, hand, done, render } = consoleOf(() => b, SECRET)

describe('a schedule', () => {
  it('is made by whoever may read the reports, for people of its tenant alone', async () => {
    expect((await schedule({}, 'olga')).status).toBe(403)
    expect((await schedule({}, 'paulo')).body.error.fields).toHaveProperty('location')
    expect((await schedule({ location: locations.porto.id })).body.error.fields).toHaveProperty('location')
    const foreign = await schedule({ recipients: [people.mihai.id, people.paulo.id] })
    expect(foreign.body.error.fields.recipients).toEqual([{ code: 'other_tenant' }])
    expect((await schedule({ recipients: ['x'] })).status).toBe(422)
    expect((await schedule({ hour: 24 })).body.error.fields).toHaveProperty('hour')
    expect((await schedule({ formats: [] })).body.error.fields).toHaveProperty('formats')
    const made = await schedule({ location: null, formats: ['xlsx', 'pdf'] })
    expect(made.status).toBe(200)
    const { _id, ...row } = made.body.data['report-schedule'] as Record<string, unknown> & { _id: string }
    // Nobody named: whoever makes it.
    expect(row).toMatchObject({
      ...{ location: null, formats: ['xlsx', 'pdf'], recipient_count: 1 },
      ...{ tenant: { _id: tenants.carpathia.id }, recipients: [{ _id: people.mihai.id }] },
    })
    expect((await b.json(many, { as: 'paulo', body: {} })).body.data.total).toBe(0)
    expect((await b.json(`${one}/${_id}`, { as: 'paulo' })).status).toBe(404)
    expect((await b.json(`${one}/${_id}`, { as: 'olga' })).status).toBe(403)
  })
})

describe('a daily report', () => {
  beforeAll(async () => {
    b.clock.set(tuesday + 10 * HOUR)
    await sealed('2026-11-22')
  })

  it('is told as not sealed, waits, and is sent once it is sealed: once to each who may read it', async () => {
    b.clock.set(tuesday + 9 * HOUR)
    await schedule({
      recipients: [people.mihai.id, people.andrei.id, people.olga.id],
      formats: ['pdf', 'xlsx'],
    })
    await look()
    expect(await states()).toEqual([])
    // Noon in Cluj.
    b.clock.set(tuesday + 12 * HOUR + 60_000)
    await Promise.all([look(), look()])
    await look()
    expect(await states()).toEqual(['2026-11-23 waiting'])
    // Olga is an operator: she may not read fiscal reports.
    expect((await post()).sort()).toEqual([
      `${people.mihai.id} Încă nesigilat: Cluj Central, 2026-11-23`,
      `${people.andrei.id} Încă nesigilat: Cluj Central, 2026-11-23`,
    ])
    expect(await next()).toBeNull()
    await sealed('2026-11-23')
    b.clock.advance(2 * 60_000)
    await look()
    const order = await render()
    expect(order).toMatchObject({ language: 'ro', formats: ['pdf', 'xlsx'] })
    expect(order?.reports[0]?.documents[0]).toMatchObject({ period: '2026-11-23', kind: 'day' })
    expect(await render()).toBeNull()
    for (let nr = 0; nr < 3; nr++) await look()
    sent = []
    expect((await post()).sort()).toEqual([
      `${people.mihai.id} Raport fiscal zilnic: Cluj Central, 2026-11-23`,
      `${people.andrei.id} Raport fiscal zilnic: Cluj Central, 2026-11-23`,
    ])
    expect(sent[0]?.attachments?.map(({ name }) => name)).toEqual([
      'CJ-01-2026-11-23-RON.pdf',
      'CJ-01-2026-11-23-RON.xlsx',
    ])
    expect(sent[0]?.text).toContain('Atașat: CJ-01-2026-11-23-RON.pdf')
    const [row] = await rows()
    expect(row).toMatchObject({
      state: 'sent',
      files: 2,
      sent_to: 'Mihai Ionescu, Andrei Dumitru',
      problem: null,
    })
    // What was attached is known to whoever verifies it.
    const { upload } = sealing(() => b)
    expect(await upload(`xlsx of ${order?.sending} 0`)).toMatchObject({ state: 'genuine' })
  })

  it('is made by the next console when the first was killed, and by one alone', async () => {
    b.clock.set(tuesday + 9 * HOUR)
    await schedule({ formats: ['pdf'] })
    b.clock.set(tuesday + 12 * HOUR + 60_000)
    await look()
    const killed = await next()
    if (!killed) throw new Error('an order')
    expect(await hand(killed, 0, 'pdf', 'half of it')).toBe(200)
    expect(await next()).toBeNull()
    expect(await done(killed, 2)).toBe(409)
    b.clock.advance(RENDER_LEASE_MS)
    const second = await render()
    expect(second?.sending).toBe(killed.sending)
    // The first one was not dead after all.
    expect(await hand(killed, 0, 'pdf', 'late')).toBe(409)
    expect(await done(killed, 1)).toBe(409)
    expect(await post()).toHaveLength(1)
    expect(Buffer.from(sent[0]?.attachments?.[0]?.bytes ?? []).toString()).toBe(`pdf of ${killed.sending} 0`)
  })

  it('goes without files where they are too large or cannot be made, and says so', async () => {
    b.clock.set(tuesday + 9 * HOUR)
    await schedule({ language: 'en' })
    b.clock.set(tuesday + 12 * HOUR + 60_000)
    await look()
    const order = await next()
    if (!order) throw new Error('an order')
    expect(await hand(order, 0, 'pdf', 'x'.repeat(100))).toBe(200)
    await b.db
      .updateTable('report_sending_files')
      .set({ size: MAX_ATTACHED + 1 })
      .execute()
    expect(await done(order, 1)).toBe(200)
    await post()
    expect(sent[0]).toMatchObject({
      subject: 'Daily fiscal report: Cluj Central, 2026-11-23',
      attachments: [],
    })
    expect(sent[0]?.text).toContain('could not be attached')
    expect((await rows())[0]).toMatchObject({ state: 'sent', problem: 'too_large', files: 0 })
    // Given up by every console that tried.
    await b.db.updateTable('report_sendings').set({ state: 'making', next_at: 0, attempts: 0 }).execute()
    for (let nr = 0; nr < 5; nr++) {
      expect(await next()).not.toBeNull()
      b.clock.advance(RENDER_LEASE_MS)
    }
    expect(await next()).toBeNull()
    expect((await rows())[0]).toMatchObject({ state: 'sent', problem: 'not_made' })
  })

  it('is handed to nobody who cannot prove to be the console', async () => {
    expect((await b.json(rendererPaths.next, { body: { at: b.clock(), proof: '' } })).status).toBe(401)
    const wrong = proven(rendererPaths.next, [], 'a secret of somebody else, long enough')
    expect((await b.json(rendererPaths.next, { body: wrong })).status).toBe(401)
    const old = proven(rendererPaths.next, [])
    b.clock.advance(5 * 60_000)
    expect((await b.json(rendererPaths.next, { body: old })).status).toBe(401)
  })

  it('reaches nobody who lost what they may read while the e-mail waited', async () => {
    b.clock.set(tuesday + 9 * HOUR)
    await schedule({ recipients: [people.mihai.id, people.andrei.id] })
    b.clock.set(tuesday + 12 * HOUR + 60_000)
    await look()
    await render()
    await b.db.updateTable('users').set({ enabled: 0 }).where('id', '=', people.andrei.id).execute()
    expect(await post()).toHaveLength(1)
    await b.db.deleteFrom('report_sending_files').execute()
    await b.db.deleteFrom('report_sendings').execute()
    await b.db.updateTable('users').set({ enabled: 0 }).where('id', '=', people.mihai.id).execute()
    await look()
    await render()
    await b.db.updateTable('users').set({ enabled: 1 }).execute()
    expect((await rows())[0]).toMatchObject({ state: 'nobody', sent_to: '', sent_at: null, files: 0 })
    expect(await b.db.selectFrom('report_sending_files').selectAll().execute()).toEqual([])
  })
})

describe('what is not sealed', () => {
  it('waits for each location of a tenant by itself, and for days that were due before there was a schedule not at all', async () => {
    b.clock.set(tuesday + 9 * HOUR)
    await schedule({ location: null, hour: 8 })
    b.clock.set(tuesday + DAY + 9 * HOUR)
    await look()
    expect((await rows()).map(({ location }) => (location as { name: string }).name).sort()).toEqual([
      'Brăila Port',
      'Cluj Central',
    ])
    expect(new Set(await states())).toEqual(new Set(['2026-11-24 waiting']))
  })

  it('is told as not sealed when its days are over, once, and is not sent by itself any more', async () => {
    b.clock.set(tuesday + DAY + 9 * HOUR)
    await schedule({ waits_days: 2, language: 'pt' })
    for (let day = 0; day < 4; day++) {
      b.clock.set(tuesday + (1 + day) * DAY + 12 * HOUR + 60_000)
      await look()
      await look()
    }
    expect((await states())[0]).toBe('2026-11-24 not_sealed')
    expect((await post()).filter(line => line.includes('2026-11-24'))).toEqual([
      `${people.mihai.id} Ainda não selado: Cluj Central, 2026-11-24`,
      `${people.mihai.id} Não selado a tempo: Cluj Central, 2026-11-24`,
    ])
    expect(await next()).toBeNull()
  })

  it('a week is sent when its seven days are sealed, a month when it is; an archived schedule sends nothing', async () => {
    b.clock.set(tuesday - 10 * DAY)
    const { body } = await schedule({ kind: 'weekly', waits_days: 10 })
    await schedule({ kind: 'monthly', name: 'The month' })
    b.clock.set(Date.UTC(2026, 11, 1, 12))
    await look()
    expect((await states()).sort()).toEqual(['2026-11 waiting', '2026-W47 waiting', '2026-W48 waiting'])
    for (const day of ['24', '25', '26', '27', '28', '29']) await sealed(`2026-11-${day}`)
    b.clock.advance(2 * 60_000)
    await look()
    // The week before began before the location's books.
    expect((await states()).sort()).toEqual(['2026-11 waiting', '2026-W47 waiting', '2026-W48 making'])
    const order = await render()
    expect(order?.reports.map(({ period }) => period)).toEqual(
      ['23', '24', '25', '26', '27', '28', '29'].map(day => `2026-11-${day}`),
    )
    expect((await rows()).find(({ period }) => period === '2026-W48')).toMatchObject({
      state: 'sent',
      files: 7,
    })
    const { _id } = body.data['report-schedule'] as { _id: string }
    await b.json(`/api/report-schedules/v1/archive/report-schedule/${_id}`, { as: 'mihai', method: 'POST' })
    await look()
    expect((await states()).sort()).toEqual(['2026-11 waiting', '2026-W47 stopped', '2026-W48 sent'])
  })
})
