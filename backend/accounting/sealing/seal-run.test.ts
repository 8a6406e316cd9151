/**
 * A month is accepted and sealed by one press: in date order, each acceptance with its reason, and nothing twice
 * however often it is tried.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations, slots, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { refreshEach } from '../../../tests/support/closed-days'
import { HOUR, reading, sunday } from '../../../tests/support/feed'
import { meters, sealRuns } from '../../../tests/support/seal-runs'
import { newId } from '../../platform/db/new-id'
import { fiscalDocument } from '../fiscal-reports/fiscal-document.contract'
import { checkChain } from '../seals/chain.queries'
import type { MonthDesk, SealPreview } from './sealing.contract'

let backend: TestBackend
const { afresh, run, refusingToSeal } = sealRuns(() => backend)
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const DAY = 24 * HOUR
const cluj = `/api/fiscal-reports/v1/location/${locations.cluj.id}`
const reason = 'The board was being replaced'
const everything = { accepted: { all: true }, reason }

interface Answer {
  data: { task: string | null; approval: string | null }
  error?: { code: string; fields?: Record<string, unknown> }
}
const desk = async (month = '2026-10') =>
  (await backend.json<{ data: MonthDesk }>(`${cluj}/month/${month}/desk`, { as: 'mihai' })).body.data
const seen = async () => (await desk()).days.flatMap(day => day.reports.map(({ _id }) => _id))
const ask = (body: object, as: Person = 'mihai', key?: string) =>
  backend.json<Answer>(`${cluj}/month/2026-10/accept-and-seal`, {
    as,
    method: 'POST',
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
  })
const fieldsOf = async (...of: Parameters<typeof ask>) => (await ask(...of)).body.error?.fields
const atAccepted = (code: string) => ({ accepted: [{ code }] })
const openDays = async () =>
  (await desk()).days.filter(({ state }) => state === 'closed').map(({ day }) => day)
const sealedDays = async () =>
  (await desk()).days.filter(({ state }) => state === 'sealed').map(({ day }) => day)

const acceptances = async () => {
  const rows = await backend.db
    .selectFrom('daily_reports')
    .select(['day', 'accepted', 'seal_id', 'document'])
    .where('location_id', '=', locations.cluj.id)
    .where('state', '=', 'sealed')
    .orderBy('day')
    .execute()
  return rows.map(row => ({
    day: row.day,
    sealed: row.seal_id !== null,
    lacking: fiscalDocument.parse(JSON.parse(row.document)).rows.filter(one => one.missing_hours > 0).length,
    accepted: JSON.parse(row.accepted) as { slot: { _id: string }; reason: string }[],
  }))
}

/** Days with one or two readings, so that each lacks hours. */
beforeEach(() => afresh())

describe('a month whose gaps share a reason', () => {
  it('is accepted and sealed in date order by one press, with a record of each acceptance', async () => {
    const days = await openDays()
    expect(days.length).toBeGreaterThan(2)
    const before = await desk()
    expect(before.gaps.days).toBe(days.length)
    expect(before.gaps.kinds.map(({ kind }) => kind)).toContain('missing_hours')
    const started = await ask({ reports: await seen(), ...everything })
    expect(started.status).toBe(200)
    // Until it is over the desk shows how far it is, and no other run begins.
    expect((await desk()).run).toMatchObject({ task: { state: 'queued' }, result: null })
    expect((await ask({ reports: await seen(), ...everything })).body.error?.code).toBe('seal_running')
    expect(await run(started.body.data.task)).toMatchObject({ sealed: days, refused: [], waiting: [] })
    expect(await sealedDays()).toEqual(days)
    for (const { accepted, lacking, sealed } of await acceptances()) {
      expect(sealed).toBe(true)
      expect(accepted).toHaveLength(lacking)
      expect(accepted.every(one => one.reason === reason)).toBe(true)
    }
    expect(await checkChain(backend.db, locations.cluj.id)).toMatchObject({ ok: true })
    expect((await desk()).run?.result?.sealed).toEqual(days)
    expect((await ask({ reports: await seen(), ...everything })).body.error?.code).toBe('sealed_already')
  })

  it('survives a kill at each step, and is sealed once', async () => {
    const days = await openDays()
    const { task } = (await ask({ reports: await seen(), ...everything })).body.data
    for (let step = 1; step < days.length; step++) await expect(run(task, 1)).rejects.toThrow('killed')
    expect((await desk()).run?.result?.sealed).toEqual(days.slice(0, -1))
    expect(await run(task)).toMatchObject({ sealed: days, refused: [] })
    const seals = await backend.db.selectFrom('seals').select('number').orderBy('number').execute()
    expect(seals.map(({ number }) => Number(number))).toEqual(days.map((_, at) => at + 1))
  })

  it('is one run however often the press is repeated', async () => {
    const body = { reports: await seen(), ...everything }
    const first = await ask(body, 'mihai', 'press-0001')
    const second = await ask(body, 'mihai', 'press-0001')
    expect(second.body.data).toEqual(first.body.data)
    expect(await backend.db.selectFrom('tasks').select('id').execute()).toHaveLength(1)
  })
})

describe('what is not accepted', () => {
  it('stops at its day, which says how many slots; the days after it wait', async () => {
    const days = await openDays()
    const started = await ask({ reports: await seen(), accepted: { kinds: ['held'] }, reason })
    const found = await run(started.body.data.task)
    expect(found.sealed).toEqual([])
    expect(found.refused).toMatchObject([{ day: days[0], code: 'not_accepted', kinds: ['missing_hours'] }])
    expect(found.refused[0]?.slots).toBeGreaterThan(0)
    expect(found.waiting).toEqual(days.slice(1))
    expect(await sealedDays()).toEqual([])
    // Where the first day lacks nothing, sealing it alone is a way out.
    const day = days[0] ?? ''
    const ofDay = backend.db.selectFrom('daily_reports').select('document').where('day', '=', day)
    const { document } = await ofDay.executeTakeFirstOrThrow()
    const whole = JSON.stringify({ ...(JSON.parse(document) as object), rows: [] })
    await backend.db.updateTable('daily_reports').set({ document: whole }).where('day', '=', day).execute()
    expect(await fieldsOf({ reports: await seen() })).toEqual(atAccepted('nothing_accepted'))
  })

  it('is accepted by slot, where all slots that lack something are named', async () => {
    const days = await openDays()
    const of = (await desk()).gaps.slots.map(({ slot }) => slot._id)
    expect(of).toContain(slots.bellLink.id)
    const started = await ask({ reports: await seen(), accepted: { slots: of }, reason })
    expect((await run(started.body.data.task)).sealed).toEqual(days)
  })

  it('has no say where its day is sealed already, or its report was replaced', async () => {
    const reports = await seen()
    const [first = '', ...others] = await openDays()
    const drafts = backend.db.selectFrom('daily_reports').selectAll()
    const rows = await drafts.where('location_id', '=', locations.cluj.id).execute()
    const of = (day: string) => rows.filter(row => row.day === day)
    const { body } = await ask({ reports: of(first).map(({ id }) => id), ...everything })
    expect((await run(body.data.task)).sealed).toEqual([first])
    // The other days lack nothing since.
    for (const { id, document, ...row } of others.flatMap(of)) {
      await backend.db
        .updateTable('daily_reports')
        .set({ document: JSON.stringify({ ...(JSON.parse(document) as object), rows: [] }) })
        .where('id', '=', id)
        .execute()
      const replaced = { ...row, document, id: newId(), revision: 0, is_latest: 0 }
      await backend.db.insertInto('daily_reports').values(replaced).execute()
      reports.push(replaced.id)
    }
    expect((await ask({ reports })).body).toMatchObject({ data: { task: expect.any(String) as string } })
  })

  it('and what the person has not seen is refused: another report, another month, no reason', async () => {
    const reports = await seen()
    // Said of no gap: refused. That days are sealed up to the first gap has to be said.
    for (const more of [{}, { reason }])
      expect(await fieldsOf({ reports, ...more })).toEqual(atAccepted('first_day_not_accepted'))
    expect(await fieldsOf({ reports, accepted: { all: true } })).toHaveProperty('reason')
    expect(await fieldsOf({ reports: ['f'.repeat(24)], ...everything })).toHaveProperty('reports')
    expect(await fieldsOf({ ...everything })).toHaveProperty('reports')
    expect(await fieldsOf({ close: ['2026-11-01'], ...everything })).toHaveProperty('close')
    expect((await ask({ reports, accepted: { kinds: ['luck'] }, reason })).status).toBe(422)
    expect((await ask({ reports, ...everything }, 'andrei')).status).toBe(403)
    expect((await ask({ reports, ...everything }, 'paulo')).status).toBe(404)
    const [first, ...rest] = reports
    expect(first).toBeDefined()
    const started = await ask({ reports: rest, ...everything })
    const found = await run(started.body.data.task)
    expect(found.sealed).toEqual([])
    expect(found.refused).toMatchObject([{ code: 'earlier_unsealed', first: (await openDays())[0] }])
  })
})

describe('days that are not closed', () => {
  it('are closed and sealed in the same run, and a day that runs never is', async () => {
    const days = await openDays()
    backend.clock.set(sunday + 2 * DAY + 10 * HOUR)
    const { to_close } = await desk()
    expect(to_close.length).toBeGreaterThan(0)
    const runs = '2026-10-28'
    // Their gaps are not known yet.
    expect(await fieldsOf({ close: to_close, reason })).toEqual(atAccepted('nothing_accepted'))
    const started = await ask({ reports: await seen(), close: [...to_close, runs], ...everything })
    const found = await run(started.body.data.task)
    expect(found.closed).toEqual(to_close)
    expect(found.sealed).toEqual([...days, ...to_close])
    expect(found.refused).toMatchObject([{ day: runs, code: 'day_not_over' }])
    const closings = await backend.db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'close_day')
      .execute()
    expect(closings).toHaveLength(to_close.length)
  })

  it('from before a day are named before it is sealed; sealed over, they stay in the desk’s list', async () => {
    // By itself a location begins with its last days.
    await afresh(reading(90, sunday - 12 * DAY, meters(500)))
    const [next = ''] = await openDays()
    const preview = (await backend.json<{ data: SealPreview }>(`${cluj}/day/${next}/seal`, { as: 'mihai' }))
      .body
    const [month] = preview.data.earlier_months
    expect(month).toMatchObject({ month: '2026-10', closed: 0 })
    const lost = month?.open ?? []
    expect(lost.length).toBeGreaterThan(0)
    expect((await desk()).to_close).toEqual(expect.arrayContaining(lost))
    expect((await desk()).left_out).toEqual(lost)
    expect(preview.data.left_out).toEqual(lost)
    const reports = await seen()
    const [one = ''] = lost
    for (const unsaid of [{}, { leave_out: lost.slice(1) }]) {
      const refused = await ask({ reports, ...everything, ...unsaid })
      expect([refused.status, refused.body.error?.fields]).toEqual([
        422,
        {
          leave_out: [
            { code: 'earlier_open', params: { count: unsaid.leave_out ? 1 : lost.length, day: one } },
          ],
        },
      ])
    }
    const started = await ask({ reports, leave_out: lost, ...everything })
    expect(await run(started.body.data.task)).toMatchObject({ refused: [], waiting: [] })
    const left = await backend.db
      .selectFrom('audit_log')
      .select('after_json')
      .where('action', '=', 'leave_out_days')
      .execute()
    expect(left.map(({ after_json }) => (JSON.parse(after_json ?? '') as { days: string[] }).days)).toEqual([
      lost,
    ])
    const after = await desk()
    const outside = after.days.filter(({ state }) => state === 'outside').map(({ day }) => day)
    expect(outside).toEqual(lost)
    expect(after.totals[0]?.days).toBe(after.days.filter(({ reports }) => reports.length > 0).length)
    // The next month's desk has nothing left to say of them.
    expect((await desk('2026-11')).earlier.flatMap(({ open }) => open)).not.toEqual(
      expect.arrayContaining(lost),
    )
  })
})

describe('a day that nobody can seal', () => {
  it('is named with its reason, and those before it are sealed', async () => {
    const days = await openDays()
    const broken = days[1] ?? ''
    const { task } = (await ask({ reports: await seen(), ...everything })).body.data
    const found = await refusingToSeal(broken, () => run(task))
    expect(found.sealed).toEqual([days[0]])
    expect(found.refused).toMatchObject([{ day: broken, code: 'failed' }])
    expect(found.waiting).toEqual(days.slice(2))
    expect(await sealedDays()).toEqual([days[0]])
    // The next press goes on from there. A report that is no longer what would be made of its day now is refused once
    // and made anew, so that the press after it seals the day.
    const drafts = backend.db.updateTable('slot_day_closings').set({ moved: '{}' })
    await drafts.where('location_id', '=', locations.cluj.id).where('day', '=', broken).execute()
    const again = await ask({ reports: await seen(), ...everything })
    expect((await run(again.body.data.task)).refused).toMatchObject([{ day: broken, code: 'report_changed' }])
    await refreshEach(backend.deps)
    const last = await ask({ reports: await seen(), ...everything })
    expect((await run(last.body.data.task)).sealed).toEqual(days.slice(1))
  })
})

describe('where the tenant asks for a second person', () => {
  it('the press requests all days that can be sealed, and seals none', async () => {
    const days = await openDays()
    const saved = await backend.json(`/api/fraud-detector-db/v1/tenant-settings/${tenants.carpathia.id}`, {
      as: 'ana',
      method: 'PUT',
      body: { version: 0, values: { seal_second_person: true }, reason: 'The owners started' },
    })
    expect(saved.status).toBe(200)
    const reports = await seen()
    expect(await fieldsOf({ ...everything })).toHaveProperty('reports')
    expect(await fieldsOf({ reports })).toEqual(atAccepted('first_day_not_accepted'))
    expect(await fieldsOf({ reports, accepted: { kinds: ['held'] }, reason })).toHaveProperty('accepted')
    const answer = await ask({ reports, ...everything })
    expect(answer.body.data).toEqual({ task: null, approval: expect.any(String) as string })
    expect(await sealedDays()).toEqual([])
    const approved = await backend.json<{ data: { results: object[] } }>(
      '/api/approvals/v1/approval-approve',
      {
        as: 'ana',
        body: { ids: [answer.body.data.approval], reason: 'Looked at it together' },
      },
    )
    expect(approved.body.data.results).toMatchObject([{ outcome: 'done' }])
    expect(await sealedDays()).toEqual(days)
  })
})
