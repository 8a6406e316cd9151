/**
 * No way of sealing lets earlier days with readings fall out of the books unseen: they come first, or a person names
 * them.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations, slots, tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { HOUR, reading, sunday } from '../../../tests/support/feed'
import { meters, sealRuns } from '../../../tests/support/seal-runs'
import { dayOf, placeOf } from '../../telemetry/gaming-days/place.service'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import { reviseDay } from '../closing/closing.service'
import { fiscalDocument } from '../fiscal-reports/fiscal-document.contract'
import { checkChain } from '../seals/chain.queries'
import type { MonthDesk } from './sealing.contract'

let backend: TestBackend
/** The tenant's settings as they stand. */
let settings = { version: 0, second: false }
const { afresh, run, refusingToSeal } = sealRuns(() => backend)
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const DAY = 24 * HOUR
const cluj = `/api/fiscal-reports/v1/location/${locations.cluj.id}`
const reason = 'The board was being replaced'
const everything = { accepted: { all: true }, reason }
const everySlot = { accepted: [slots.bellLink.id, slots.novoline.id], reason }

interface Answer {
  data: { task?: string | null; approval?: string | null; asked?: string | null }
  error?: { code: string; fields?: Record<string, unknown> }
}
const desk = async (month = '2026-10') =>
  (await backend.json<{ data: MonthDesk }>(`${cluj}/month/${month}/desk`, { as: 'mihai' })).body.data
const seen = async () => (await desk()).days.flatMap(day => day.reports.map(({ _id }) => _id))
const sealedDays = async () =>
  (
    await backend.db
      .selectFrom('location_days')
      .select('day')
      .where('location_id', '=', locations.cluj.id)
      .where('state', '=', 'sealed')
      .orderBy('day')
      .execute()
  ).map(({ day }) => day)
const post = (path: string, body: object) =>
  backend.json<Answer>(`${cluj}/${path}`, { as: 'mihai', method: 'POST', body })

/** As if every hour had been reported: `seal-days` takes only days that lack nothing. */
async function withoutGaps(): Promise<void> {
  const rows = await backend.db.selectFrom('daily_reports').select(['id', 'document']).execute()
  for (const { id, document } of rows) {
    const form = fiscalDocument.parse(JSON.parse(document))
    const complete = { ...form, rows: form.rows.map(row => ({ ...row, missing_hours: 0 })) }
    await backend.db
      .updateTable('daily_reports')
      .set({ document: JSON.stringify(complete) })
      .where('id', '=', id)
      .execute()
  }
}

async function pressRun(more: object) {
  return post('month/2026-10/accept-and-seal', { reports: await seen(), ...everything, ...more })
}

/** Every address that seals days, with all that it needs but a word on the days before. */
const ways: Record<string, (more: object) => ReturnType<typeof post>> = {
  'day/:day/seal': async more => {
    const { days, next_to_seal } = await desk()
    const reports = days.find(({ day }) => day === next_to_seal)?.reports.map(({ _id }) => _id)
    return post(`day/${next_to_seal}/seal`, { reports, ...everySlot, ...more })
  },
  'month/:month/seal-days': async more => {
    await withoutGaps()
    return post('month/2026-10/seal-days', { reports: await seen(), ...more })
  },
  'month/:month/accept-and-seal': pressRun,
}

async function needSecondPerson(second: boolean): Promise<void> {
  if (settings.second === second) return
  const path = `/api/fraud-detector-db/v1/tenant-settings/${tenants.carpathia.id}`
  const saved = await backend.json(path, {
    as: 'ana',
    method: 'PUT',
    body: { version: settings.version, values: { seal_second_person: second }, reason: 'The owners decided' },
  })
  expect(saved.status).toBe(200)
  settings = { version: settings.version + 1, second }
}
const approve = (id: string) =>
  backend.json<{ data: { results: { outcome: string }[] }; error?: { code: string } }>(
    '/api/approvals/v1/approval-approve',
    { as: 'ana', body: { ids: [id], reason: 'Looked at it together' } },
  )
/** The audit log only grows: how much of it an earlier test wrote. */
let before = 0
const left = async () => {
  const entries = await backend.db
    .selectFrom('audit_log')
    .select('after_json')
    .where('action', '=', 'leave_out_days')
    .orderBy('seq')
    .execute()
  return entries
    .slice(before)
    .map(({ after_json }) => (JSON.parse(after_json ?? '') as { days: string[] }).days)
}

/** By itself a location begins with its last days: these came before, in two months. */
const early = [
  reading(90, sunday - 28 * DAY, meters(400)),
  reading(91, sunday - 27 * DAY, meters(450)),
  reading(92, sunday - 12 * DAY, meters(500)),
]
beforeEach(async () => {
  await afresh(...early)
  before = 0
  before = (await left()).length
})

it('each address that seals days is looked at here', async () => {
  const { body } = await backend.json<{ paths: Record<string, object> }>('/api/openapi.json', { as: 'ana' })
  const sealing = Object.keys(body.paths)
    .filter(path => /\/fiscal-reports\/.*seal/.test(path) && !path.endsWith('/month/{month}/seal'))
    .map(path => path.slice(path.indexOf('{id}/') + 5).replaceAll(/\{(\w+)\}/g, ':$1'))
  expect(sealing.sort()).toEqual(Object.keys(ways).sort())
})

describe.each([false, true])('where a second person is asked (%s)', second => {
  beforeEach(() => needSecondPerson(second))

  it.each(Object.keys(ways))('%s is refused until each day is named', async name => {
    const press = ways[name]
    if (!press) throw new Error(name)
    const { left_out: lost } = await desk()
    expect(new Set(lost.map(day => day.slice(0, 7)))).toEqual(new Set(['2026-09', '2026-10']))
    for (const leave_out of [undefined, lost.slice(1), ['2026-08-01']]) {
      const { status, body } = await press({ leave_out })
      const count = leave_out?.length === lost.length - 1 ? 1 : lost.length
      expect([status, body.error?.fields]).toEqual([
        422,
        { leave_out: [{ code: 'earlier_open', params: { count, day: lost[0] } }] },
      ])
    }
    expect(await sealedDays()).toEqual([])
    for (const table of ['approvals', 'tasks'] as const)
      expect(await backend.db.selectFrom(table).select('id').execute()).toEqual([])
    const { status, body } = await press({ leave_out: lost })
    expect(status).toBe(200)
    if (body.data.task) expect(await run(body.data.task)).toMatchObject({ refused: [], waiting: [] })
    const approval = body.data.approval ?? body.data.asked
    expect(typeof approval === 'string').toBe(second)
    if (typeof approval === 'string') {
      // Whoever answers reads which days get no report by it.
      const shown = await backend.json(`/api/approvals/v1/approval/${approval}`, { as: 'ana' })
      expect(JSON.stringify(shown.body)).toContain(`"left_out":${JSON.stringify(lost)}`)
      expect((await approve(approval)).body.data.results).toMatchObject([{ outcome: 'done' }])
    }
    expect((await sealedDays()).length).toBeGreaterThan(0)
    expect(await left()).toEqual([lost])
  })
})

describe('readings of a further day that come after the press', () => {
  const further = '2026-10-08'
  const come = async () => {
    const late = [reading(93, sunday - 17 * DAY, meters(480))]
    expect((await ingest(backend.deps, { tenantId: null }, late)).refused).toBe(0)
    expect((await desk()).left_out).toContain(further)
  }

  it('stop the run at its first day, which says which day comes first', async () => {
    await needSecondPerson(false)
    const { left_out } = await desk()
    const { body } = await pressRun({ leave_out: left_out })
    await come()
    const found = await run(body.data.task ?? null)
    expect(found.sealed).toEqual([])
    expect(found.refused).toMatchObject([{ code: 'earlier_open', first: further }])
  })

  it('outdate a request that a second person had not answered', async () => {
    await needSecondPerson(true)
    const { left_out } = await desk()
    const { body } = await pressRun({ leave_out: left_out })
    await come()
    expect((await approve(body.data.approval ?? '')).body.error?.code).toBe('approval_outdated')
    expect(await sealedDays()).toEqual([])
  })
})

it('are closed and sealed first by the run, through all months back, and killed at each step none is lost', async () => {
  await needSecondPerson(false)
  const { left_out: lost, days } = await desk()
  const closed = days.filter(({ state }) => state === 'closed').map(({ day }) => day)
  const pressed = await pressRun({ close: lost })
  const task = pressed.body.data.task ?? null
  for (let step = 1; step < 2 * lost.length + closed.length; step++)
    await expect(run(task, 1)).rejects.toThrow('killed')
  expect(await run(task)).toMatchObject({ closed: lost, sealed: [...lost, ...closed], refused: [] })
  expect(await sealedDays()).toEqual([...lost, ...closed])
  expect(await left()).toEqual([])
  expect((await desk()).days.filter(({ state }) => state === 'outside')).toEqual([])
  expect(await checkChain(backend.db, locations.cluj.id)).toMatchObject({ ok: true })
})

it('are closed while the watch makes revisions of the day after them: it is sealed as it was shown, or not at all', async () => {
  await needSecondPerson(false)
  const { left_out: lost, days } = await desk()
  const [first = '', ...rest] = days.filter(({ state }) => state === 'closed').map(({ day }) => day)
  const task = (await pressRun({ close: lost })).body.data.task ?? null
  const place = dayOf(await placeOf(backend.db, { tenantId: null }, locations.cluj.id), first)
  // While days are missing before it, its rows begin elsewhere than the last sealed one ended; then they do not.
  await backend.db.transaction().execute(tx => reviseDay(tx, place, backend.clock()))
  // What comes late for the day after it has not been seen.
  await ingest(backend.deps, { tenantId: null }, [reading(94, sunday - 108 * HOUR, meters(700))])
  const found = await run(task)
  expect(found.sealed).toEqual([...lost, first])
  expect(found.refused).toMatchObject([{ day: rest[0], code: 'report_changed' }])
})

it('of which one cannot be sealed keep every later day waiting, too', async () => {
  await needSecondPerson(false)
  const { left_out: lost, days } = await desk()
  const closed = days.filter(({ state }) => state === 'closed').map(({ day }) => day)
  const broken = lost[1] ?? ''
  const { body } = await pressRun({ close: lost })
  const found = await refusingToSeal(broken, () => run(body.data.task ?? null))
  expect(found.refused).toMatchObject([{ day: broken, code: 'failed' }])
  expect(found).toMatchObject({ closed: lost, sealed: [lost[0]], waiting: [...lost.slice(2), ...closed] })
  expect(await sealedDays()).toEqual([lost[0]])
})
