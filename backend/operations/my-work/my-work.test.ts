/** Findings are assigned to people who may see them; each finds what is theirs and open, oldest first. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, people, slots, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { newId } from '../../platform/db/new-id'
import { storeBreaks } from '../../telemetry/judgement/judged-run'
import {
  MeterBreaks,
  repairId,
  storeSteps,
  type MeterBreak,
  type Step,
} from '../../telemetry/judgement/meter-breaks.service'

let backend: TestBackend
const anomaly = newId(Date.UTC(2026, 2, 10))
beforeAll(async () => {
  backend = await testBackend()
  await backend.db
    .insertInto('anomalies')
    .values({
      id: anomaly,
      tenant_id: tenants.carpathia.id,
      location_id: locations.cluj.id,
      slot_id: slots.bellLink.id,
      state: 'open',
      rule: 'counterfeit_any',
      first_at: backend.clock() - 3_600_000,
      last_at: backend.clock(),
      count: 1,
      value: 1,
      threshold: 1,
      currency: 'RON',
      acknowledged_by: null,
      acknowledged_at: null,
      cleared_by: null,
      cleared_at: null,
      cleared_reason: null,
      search: '',
      version: 1,
      archived_at: null,
      created_at: backend.clock(),
      updated_at: backend.clock(),
    })
    .execute()
})
afterAll(() => backend.close())

const assign = (as: Person, assignee: string | null, due_on: string | null = '2026-03-13') =>
  backend.json('/api/anomalies/v1/anomaly-assign', { as, body: { ids: [anomaly], assignee, due_on } })
const mine = async (as: Person) =>
  (await backend.json('/api/open-work/v1/mine', { as, body: {} })).body.data.rows
const order = (body: object) =>
  backend.json<{
    data: { 'work-order': { _id: string; version: number; next_order: { _id: string } | null } }
  }>('/api/configuration/v1/work-order', {
    as: 'olga',
    body: { title: 'Yearly service', slot: slots.bellLink.id, due_on: '2026-03-20', ...body },
  })

it('assigns an anomaly to who may see it, and notifies them', async () => {
  for (const nobody of ['nora', 'paulo', 'who'])
    expect((await assign('olga', nobody)).body.error.fields).toEqual({ assignee: [{ code: 'cannot_see' }] })
  expect((await assign('andrei', 'mihai')).status).toBe(403)
  expect((await assign('olga', 'Mihai')).body.data.results).toEqual([{ id: anomaly, outcome: 'done' }])
  const { body } = await backend.json('/api/notifications/v1/list', { as: 'mihai', body: {} })
  expect(body.data.rows).toMatchObject([
    { category: 'comment', resource_details: { about_kind: 'anomaly', about_id: anomaly } },
  ])
})

it('changes of an assignment what is given, and nothing of what is over', async () => {
  const give = (body: object) =>
    backend.json('/api/anomalies/v1/anomaly-assign', { as: 'olga', body: { ids: [anomaly], ...body } })
  const stands = () =>
    backend.db
      .selectFrom('anomalies')
      .select(['assignee', 'due_on'])
      .where('id', '=', anomaly)
      .executeTakeFirst()
  expect((await give({})).body.error.fields).toEqual({ assignee: [{ code: 'required' }] })
  await give({ due_on: '2026-03-15' })
  expect(await stands()).toEqual({ assignee: 'mihai', due_on: '2026-03-15' })
  await give({ assignee: 'mihai' })
  await give({ due_on: '' })
  expect(await stands()).toEqual({ assignee: 'mihai', due_on: null })
  await backend.db.updateTable('anomalies').set({ state: 'cleared' }).where('id', '=', anomaly).execute()
  expect((await give({ assignee: null })).body.data.results).toEqual([
    { id: anomaly, outcome: 'skipped', reason: 'cleared' },
  ])
  await backend.db.updateTable('anomalies').set({ state: 'open' }).where('id', '=', anomaly).execute()
  await give({ due_on: '2026-03-13' })
})

it('lists what is open and one’s own, oldest first, and a work order by its assignee', async () => {
  backend.clock.advance(1_000)
  await order({ assignee: 'Mihai' })
  expect(await mine('mihai')).toMatchObject([
    { kind: 'anomaly', what: 'counterfeit_any', due_on: '2026-03-13' },
    { kind: 'work-order', what: 'Yearly service', due_on: '2026-03-20' },
  ])
  const { body } = await backend.json('/api/board/v1/shift', { as: 'mihai' })
  expect(body.data).toMatchObject({ mine: { count: 2 } })
  expect(await mine('olga')).toEqual([])
  await assign('olga', null)
  expect((await mine('mihai')).map(({ kind }) => kind)).toEqual(['work-order'])
})

it('stays somebody’s who has another user name since', async () => {
  const before = await mine('mihai')
  const { id } = people.mihai
  const { user } = (await backend.json(`/api/users/v1/user/${id}`, { as: 'ana' })).body.data as unknown as {
    user: { full_name: string; email: string; version: number }
  }
  const rename = (username: string) =>
    backend.json(`/api/users/v1/user/${id}`, {
      as: 'ana',
      method: 'PUT',
      body: { username, full_name: user.full_name, email: user.email },
    })
  expect((await rename('mihai.i')).status).toBe(200)
  const renamed = await backend.db
    .selectFrom('open_work')
    .select('id')
    .where('assignee_id', '=', id)
    .execute()
  expect(renamed).toHaveLength(before.length)
  await rename('mihai')
  expect(before.length).toBeGreaterThan(0)
})

it('loses nothing that was written or assigned of a discrepancy which is judged to be none', async () => {
  const { db } = backend
  const at = backend.clock() - 7_200_000
  const breaks = new MeterBreaks()
  const row = {
    at,
    kind: 'fell',
    reading: { at, nano: 0, seq: 1, smib: '' },
    place: {
      tenantId: tenants.carpathia.id,
      locationId: locations.cluj.id,
      slotId: slots.bellLink.id,
      denomination: 1,
      currency: 'RON',
    },
    lastAt: null,
    until: at,
    meters: {},
  } as unknown as MeterBreak
  breaks.take([{ does: 'open', at, row }])
  const judged = (was: MeterBreaks, is: MeterBreaks) =>
    storeBreaks(db, slots.bellLink.id, 0, was, is, { before: [], now: [] })
  const repair = repairId(slots.bellLink.id, 0, at)
  await judged(new MeterBreaks(), breaks)
  await backend.json('/api/repairs/v1/repair-assign', {
    as: 'olga',
    body: { ids: [repair], assignee: 'mihai', due_on: '2026-03-14' },
  })
  const say = (text: string) =>
    backend.json('/api/comments/v1/comment', { as: 'olga', body: { about: 'repair', record: repair, text } })
  const said = async () =>
    (
      await backend.json<{ data: { comments: { text: string }[] } }>(
        `/api/comments/v1/comments?about=slot&record=${slots.bellLink.id}`,
        { as: 'mihai' },
      )
    ).body.data.comments.map(({ text }) => text)
  const own = async () => (await mine('mihai')).filter(({ kind }) => kind === 'repair')
  await say('A new battery')
  await judged(breaks, new MeterBreaks())
  expect([await said(), await own()]).toEqual([['A new battery'], []])
  await judged(new MeterBreaks(), breaks)
  expect(await own()).toMatchObject([{ due_on: '2026-03-14' }])
  // The same of readings that are judged as they come.
  backend.clock.advance(1_000)
  await say('Again')
  const steps = async (given: Step[]) => {
    for (const one of storeSteps(db, slots.bellLink.id, 0, given)) await db.executeQuery(one)
  }
  await steps([{ does: 'close', at }])
  expect([await said(), await own()]).toEqual([['A new battery', 'Again'], []])
  await steps([{ does: 'open', at, row }])
  expect(await own()).toHaveLength(1)
  await steps([{ does: 'close', at }])
})

it('makes the next order once a regular one is done, and never twice', async () => {
  const made = (await order({})).body.data['work-order']
  const done = (version: number) =>
    backend.json<Awaited<ReturnType<typeof order>>['body']>(`/api/configuration/v1/work-order/${made._id}`, {
      as: 'olga',
      method: 'PUT',
      body: {
        title: 'Yearly service',
        slot: slots.bellLink.id,
        due_on: '2026-03-20',
        state: 'done',
        work_done: 'Cleaned',
        next_due_on: '2027-03-20',
        version,
      },
    })
  const first = (await done(made.version)).body.data['work-order']
  expect(first.next_order).not.toBeNull()
  expect((await done(first.version)).body.data['work-order'].next_order).toEqual(first.next_order)
  const orders = await backend.json('/api/configuration/v1/work-orders', {
    as: 'olga',
    body: { exactFields: ['state'], exactValues: [['open']] },
  })
  expect(orders.body.data.rows.map(row => row.due_on)).toEqual(['2026-03-20', '2027-03-20'])
})

it('makes one next order of two who finish at once, and none of a slot that is archived', async () => {
  const done = (id: string) =>
    backend.json(`/api/configuration/v1/work-order/${id}`, {
      as: 'olga',
      method: 'PUT',
      body: {
        title: 'Twice',
        slot: slots.bellLink.id,
        due_on: '2026-03-20',
        state: 'done',
        work_done: 'Cleaned',
        next_due_on: '2027-03-20',
      },
    })
  const made = (await order({ title: 'Twice' })).body.data['work-order']
  await Promise.all([done(made._id), done(made._id), done(made._id)])
  const titles = backend.db.selectFrom('work_orders').select('id').where('title', '=', 'Twice')
  expect(await titles.execute()).toHaveLength(2)
  const late = (await order({ title: 'Twice' })).body.data['work-order']
  const archived = (archived_at: number | null) =>
    backend.db.updateTable('slots').set({ archived_at }).where('id', '=', slots.bellLink.id).execute()
  await archived(backend.clock())
  expect((await done(late._id)).body.error.fields).toEqual({ next_due_on: [{ code: 'slot_archived' }] })
  await archived(null)
})

it('stands in the slot’s timeline, with what people wrote about it', async () => {
  await backend.json('/api/comments/v1/comment', {
    as: 'olga',
    body: { about: 'anomaly', record: anomaly, text: 'A forged note' },
  })
  const { body } = await backend.json(`/api/board/v1/slot/${slots.bellLink.id}?days=7`, { as: 'olga' })
  const { entries } = body.data.timeline as unknown as { entries: { kind: string; code: string }[] }
  expect(
    entries
      .filter(({ kind }) => ['comment', 'work'].includes(kind))
      .map(({ kind, code }) => `${kind} ${code}`),
  ).toEqual(expect.arrayContaining(['comment anomaly', 'work created', 'work done']))
})
