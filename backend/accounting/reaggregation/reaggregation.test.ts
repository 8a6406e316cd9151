/** Sums worked out anew: what is wrong is put right and told, what is sealed or locked is told and stays. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { locations, slots, smibs, tenants, type Person } from '../../../tests/people'
import { testBackend, type Envelope, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, HOUR, reading, sunday } from '../../../tests/support/feed'
import { closeDay } from '../closing/closing.service'
import { refreshEach } from '../../../tests/support/closed-days'
import { expectMoved } from '../../../tests/support/moved'
import { startSpansWatch, sumSpans } from '../days/span-sums.service'
import { dayOf, placeOf } from '../../telemetry/gaming-days/place.service'
import { reaggregateTask } from './reaggregate-task'
import type { Reaggregation } from './reaggregation.contract'

let backend: TestBackend
const { clear, deliver, ...booked } = bookedIn(() => backend)
/** Games have no order of their own in them. */
const inOrder = <Row>(rows: Row[]): Row[] =>
  rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
const days = async () => inOrder(await booked.days())
const hours = async () => inOrder(await booked.hours())
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
beforeEach(async () => {
  await clear()
  for (const table of [
    'fiscal_heads',
    'period_locks',
    'tasks',
    'location_days',
    'slot_day_closings',
    'slot_spans',
    'span_days',
  ] as const)
    await backend.db.deleteFrom(table).execute()
  // Three days, with a game beside the whole, a fall that is held, and a move of the clock in the first night.
  await deliver(
    Array.from({ length: 60 }, (_, nr) =>
      reading(
        nr + 1,
        sunday + nr * HOUR,
        { '0000': 1_000 + nr * 100, '0001': 500 + nr * 60 },
        nr % 7 === 0 ? { counters: counters(nr) } : {},
      ),
    ),
    [reading(61, sunday + 60 * HOUR, { '0000': 7 }), reading(62, sunday + 61 * HOUR, { '0000': 7_300 })],
  )
})
const counters = (nr: number): { game_nr: number; meters: Record<string, number> }[] => [
  { game_nr: 0, meters: { '0000': 1_000 + nr * 100, '0001': 500 + nr * 60 } },
  { game_nr: 3, meters: { '0000': 10 * nr } },
]
const period = { from: '2026-10-24', through: '2026-10-28' }
type Answer = Envelope & { data: { task: string } }
const ask = (more: object = {}, as: Person = 'ana') =>
  backend.json<Answer>('/api/rawdata/v1/reaggregate', {
    as,
    body: { type: 'slot', id: slots.bellLink.id, ...period, reason: 'The figures were asked for', ...more },
  })

/** As the runner does it, from what it last kept. */
async function work(more: object = {}, stopAfter = Infinity): Promise<Reaggregation> {
  const asked = await ask(more)
  expect(asked.status).toBe(200)
  const { input } = await backend.db
    .selectFrom('tasks')
    .select('input')
    .where('id', '=', asked.body.data.task)
    .executeTakeFirstOrThrow()
  let kept: string | null = null
  let steps = 0
  const run = () =>
    reaggregateTask.run({
      taskId: asked.body.data.task,
      input,
      checkpoint: kept,
      signal: new AbortController().signal,
      deps: backend.deps,
      save: async checkpoint => {
        if (++steps > stopAfter) throw new Error('killed')
        kept = JSON.stringify(checkpoint)
      },
    }) as Promise<Reaggregation>
  if (stopAfter === Infinity) return run()
  await expect(run()).rejects.toThrow('killed')
  stopAfter = Infinity
  return run()
}
const spoil = async (day: string, by = 1_000) => {
  const { numUpdatedRows } = await backend.db
    .updateTable('counter_days')
    .set(row => ({ coin_in: row('coin_in', '+', by) }))
    .where('slot_id', '=', slots.bellLink.id)
    .where('gaming_day', '=', day)
    .where('game_nr', '=', 0)
    .executeTakeFirstOrThrow()
  expect(Number(numUpdatedRows)).toBe(1)
}

/** What was put right, in the audit log of the slot. */
const trail = async () =>
  (
    await backend.db
      .selectFrom('audit_log')
      .select('action')
      .where('entity_id', '=', slots.bellLink.id)
      .where('action', '=', 'reaggregate')
      .execute()
  ).length

describe('sums worked out anew', () => {
  it('are what is kept, of a slot, its location and its tenant', async () => {
    for (const subject of [
      { type: 'slot', id: slots.bellLink.id },
      { type: 'location', id: locations.cluj.id },
      { type: 'tenant', id: tenants.carpathia.id },
    ]) {
      const found = await work(subject)
      expect(found).toMatchObject({ changed_hours: 0, changed_days: 0, kept_days: 0, diffs: [] })
      expect(found.subject).toMatchObject({
        type: subject.type,
        _id: subject.id,
        name: expect.any(String) as string,
      })
      expect(found.slots).toBeGreaterThan(0)
      expect(found.hours).toBeGreaterThan(60)
    }
  })

  it('put right what is wrong, what is missing and what is too much, and say what moved', async () => {
    const before = [await days(), await hours()]
    const told = await trail()
    await spoil('2026-10-26')
    await backend.db
      .deleteFrom('stored_hours')
      .where('hour_start', '=', sunday + 10 * HOUR)
      .execute()
    await backend.db.deleteFrom('counter_days').where('gaming_day', '=', '2026-10-25').execute()
    const found = await work({ type: 'location', id: locations.cluj.id })
    expect([await days(), await hours()]).toEqual(before)
    expect(found.changed_days).toBeGreaterThanOrEqual(2)
    expect(found.diffs.filter(one => one.day === '2026-10-26')).toMatchObject([
      { slot: slots.bellLink.id, state: 'changed' },
    ])
    // The hour that was missing differs by itself: it is told like the days.
    expect(found.hour_diffs).toMatchObject([
      { slot: slots.bellLink.id, hour: sunday + 10 * HOUR, state: 'changed' },
    ])
    expect(found.differing_hours).toBe(found.hour_diffs.length)
    expect(await trail()).toBe(told + 1)
    // A second time nothing differs.
    expect(await work()).toMatchObject({ changed_hours: 0, changed_days: 0, diffs: [] })
  })

  it('leave sealed days and locked periods as they are, and tell of them', async () => {
    const { location_id } = await backend.db
      .selectFrom('counter_days')
      .select('location_id')
      .where('slot_id', '=', slots.bellLink.id)
      .executeTakeFirstOrThrow()
    const through = '2026-10-25'
    const head = { location_id, tenant_id: '', books_from: through, sealed_through: through }
    await backend.db.insertInto('fiscal_heads').values(head).execute()
    const lock = { owner_id: tenants.carpathia.id, tenant_id: '', reason: '', set_by: '', set_at: 0 }
    await backend.db
      .insertInto('period_locks')
      .values({ ...lock, through: '2026-10-26' })
      .execute()
    await spoil('2026-10-25')
    await spoil('2026-10-26')
    await spoil('2026-10-27')
    const wrong = await days()
    const found = await work()
    expect(found).toMatchObject({ changed_days: 1, kept_days: 2 })
    expect(found.diffs.map(one => [one.day, one.state]).sort()).toEqual([
      ['2026-10-25', 'sealed'],
      ['2026-10-26', 'locked'],
      ['2026-10-27', 'changed'],
    ])
    const sum = (rows: typeof wrong, day: string) =>
      rows.filter(one => one.gaming_day === day).reduce((all, one) => all + one.coin_in, 0)
    const now = await days()
    expect(['2026-10-25', '2026-10-26', '2026-10-27'].map(day => sum(wrong, day) - sum(now, day))).toEqual([
      0, 0, 1_000,
    ])
  })

  it('have the watch add up months and tens of days anew, with their sealed days, unless it has to stop', async () => {
    // The days since are added with the second turn.
    for (let turn = 0; turn < 2; turn++) await sumSpans(backend.deps)
    const head = { location_id: locations.cluj.id, tenant_id: '', books_from: '2026-10-25' }
    await backend.db
      .insertInto('fiscal_heads')
      .values({ ...head, sealed_through: '2026-10-31' })
      .execute()
    await backend.db
      .updateTable('slot_spans')
      .set(row => ({ coin_in: row('coin_in', '+', 7) }))
      .execute()
    const october = { from: '2026-10-01', to: '2026-10-31', location: null }
    await expect(expectMoved(backend.db, 'wrong', october)).rejects.toThrow('wrong')
    await work()
    const waiting = () =>
      backend.db.selectFrom('span_days').select('day').where('changed', '=', 1).orderBy('day').execute()
    const all = await waiting()
    expect(all.length).toBeGreaterThan(2)
    // A turn that the end of the program meets leaves its months to the next one, as one whose lease is another's does.
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
    const watch = startSpansWatch(backend.deps)
    vi.advanceTimersByTime(3 * 60_000)
    vi.useRealTimers()
    await watch.stop()
    const { signal } = new AbortController()
    expect(await sumSpans(backend.deps, { signal, isOurs: () => Promise.resolve(false) })).toBe(0)
    expect(await waiting()).toEqual(all)
    expect(await sumSpans(backend.deps)).toBe(1)
    await expectMoved(backend.db, 'right', october)
  })

  it('bring closed days with them: how complete they were is kept there, and counted by what counts today', async () => {
    const kept = async () => ({
      revisions: (
        await backend.db
          .selectFrom('location_days')
          .select(['day', 'revision'])
          .where('location_id', '=', locations.cluj.id)
          .orderBy('day')
          .execute()
      ).map(({ day, revision }) => [day, revision]),
      quality: await backend.db
        .selectFrom('slot_day_closings')
        .select(['day', 'slot_id', 'quality'])
        .where('location_id', '=', locations.cluj.id)
        .orderBy('day')
        .orderBy('slot_id')
        .execute(),
    })
    const closed = ['2026-10-25', '2026-10-26']
    const place = await placeOf(backend.db, { tenantId: null }, locations.cluj.id)
    for (const day of closed)
      await backend.db
        .transaction()
        .execute(db => closeDay(db, dayOf(place, day), { by: null, reason: null }, backend.clock()))
    await refreshEach(backend.deps)
    const right = await kept()
    await backend.db
      .updateTable('slot_day_closings')
      .set({ quality: '{}' })
      .where('day', '=', '2026-10-26')
      .execute()
    await work({ type: 'location', id: locations.cluj.id })
    await refreshEach(backend.deps)
    expect(await kept()).toEqual({
      ...right,
      revisions: right.revisions.map(([day, revision]) => [
        day,
        Number(revision) + Number(day === '2026-10-26'),
      ]),
    })
  })

  it('that are stopped go on where they were, and count nothing twice', async () => {
    const before = await days()
    await deliver([{ ...reading(1, sunday, { '0000': 5 }), smib_id: smibs.novoline.mac }])
    await spoil('2026-10-26')
    const found = await work({ type: 'tenant', id: tenants.carpathia.id }, 0)
    expect(found.changed_days).toBe(1)
    expect(await days()).toEqual(before)
  })

  it('are asked for by whoever may, of what is theirs, over a period that is one', async () => {
    expect((await ask({}, 'olga')).status).toBe(403)
    expect((await ask({ id: smibs.bellLink.id })).status).toBe(404)
    expect((await ask({ id: slots.bellLink.id, type: 'tenant' })).status).toBe(404)
    expect((await ask({ through: '2026-10-01' })).body.error.fields).toMatchObject({
      through: [{ code: 'before_from' }],
    })
    expect((await ask({ through: '2027-10-01' })).body.error.fields).toMatchObject({
      through: [{ code: 'span_too_long' }],
    })
    for (const day of ['2026-13-01', 'x', '0000-00-00']) expect((await ask({ from: day })).status).toBe(422)
    expect((await ask({ reason: 'x' })).status).toBe(422)
  })
})
