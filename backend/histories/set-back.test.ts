/** Changes that were entered late: once they are set back, all is booked as if they had been entered in time. */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations, slots, tenants, type Person } from '../../tests/people'
import { testBackend, type Envelope, type TestBackend } from '../../tests/support/backend'
import { bookedIn, HOUR, reading } from '../../tests/support/feed'
import { ingest } from '../rawdata/ingest.service'
import type { IngestMessage } from '../rawdata/ingest.contract'
import { bookedAnew } from '../rawdata/booked-anew.service'
import { heldPaths, type HeldAnswer, type MovedPlace } from './set-back.contract'
import { setBackTask } from './set-back-task'

let backend: TestBackend
const { clear, crossings } = bookedIn(() => backend)
const slot = slots.bellLink.id
const { cluj, braila } = locations
/** Thursday, 12 March 2026, 11:00 in Cluj and Brăila, whose days begin at 08:00. */
const morning = Date.UTC(2026, 2, 12, 9)
const minutes = (count: number) => morning + count * 60_000
const evening = minutes(600)

beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
beforeEach(async () => {
  await fresh()
})

async function fresh() {
  await clear()
  const { db } = backend
  for (const table of [
    'fiscal_heads',
    'period_locks',
    'location_days',
    'days_to_refresh',
    'approvals',
    'tasks',
  ] as const)
    await db.deleteFrom(table).execute()
  await db
    .updateTable('slots')
    .set({ location_id: cluj.id, denomination_minor: 1, updated_at: 1 })
    .where('id', '=', slot)
    .execute()
  await db.deleteFrom('slot_history').where('slot_id', '=', slot).where('valid_from', '>', 0).execute()
  await db
    .updateTable('slot_history')
    .set({ location_id: cluj.id, denomination_minor: 1 })
    .where('slot_id', '=', slot)
    .execute()
  await db.updateTable('locations').set({ rules_from: '0001-01-01', gaming_day_start: '08:00' }).execute()
  await db.deleteFrom('location_rules').where('from_date', '>', '0001-01-01').execute()
  await db.updateTable('location_rules').set({ gaming_day_start: '08:00' }).execute()
}

const send = async (at: number, ...messages: IngestMessage[]) => {
  backend.clock.set(at)
  const { refused } = await ingest(backend.deps, { tenantId: null }, messages)
  expect(refused).toBe(0)
}
const coins = (seq: number, minute: number, coinIn: number, over: Partial<IngestMessage> = {}) =>
  reading(seq, minutes(minute), { '0000': coinIn }, over)

/** As a form, an import or a bulk edit writes it, at that moment. */
const enter = (at: number, columns: { location_id?: string; denomination_minor?: number }) =>
  backend.db
    .updateTable('slots')
    .set({ ...columns, updated_at: at })
    .where('id', '=', slot)
    .execute()
const newest = async () =>
  (
    await backend.db
      .selectFrom('slot_history')
      .select(row => row.fn.max('valid_from').as('since'))
      .where('slot_id', '=', slot)
      .executeTakeFirstOrThrow()
  ).since

type Asked = { type: 'slot' | 'location'; id: string; since: number | string; to: number | string }
type Answer = Envelope & {
  data: { task: string | null; approval: string | null; preview: { places: MovedPlace[] } }
  error: { code: string; fields?: Record<string, { code: string }[]> }
}
const preview = (asked: Asked, as: Person = 'ana') =>
  backend.json<Answer>(heldPaths.preview, { as, body: asked })
const order = (asked: Asked, as: Person = 'ana') =>
  backend.json<Answer>(heldPaths.add, { as, body: { ...asked, reason: 'Entered late' } })

/** As the runner does it, from what it last kept. */
async function run(task: string, stopAfter = Infinity): Promise<unknown> {
  const { input } = await backend.db
    .selectFrom('tasks')
    .select('input')
    .where('id', '=', task)
    .executeTakeFirstOrThrow()
  let kept: string | null = null
  let steps = 0
  const once = (limit: number) =>
    setBackTask.run({
      taskId: task,
      input,
      checkpoint: kept,
      signal: new AbortController().signal,
      deps: backend.deps,
      save: checkpoint => {
        if (++steps > limit) return Promise.reject(new Error('killed'))
        kept = JSON.stringify(checkpoint)
        return Promise.resolve()
      },
    })
  if (stopAfter === Infinity) return once(Infinity)
  await expect(once(stopAfter)).rejects.toThrow('killed')
  return once(Infinity)
}
async function setBack(asked: Asked): Promise<void> {
  const { body } = await order(asked)
  await run(String(body.data.task))
}
const slotBack = async (to: number): Promise<Asked> => ({ type: 'slot', id: slot, since: await newest(), to })

const sums = async () => {
  const told = (rows: Record<string, unknown>[]) => rows.map(row => JSON.stringify(row)).sort()
  const columns = ['location_id', 'denomination_minor', 'game_nr', 'coin_in', 'coin_out', 'readings'] as const
  const { db } = backend
  const [days, hours, events, readings] = [
    await db
      .selectFrom('counter_days')
      .select(['gaming_day', ...columns])
      .execute(),
    await db
      .selectFrom('counter_hours')
      .select(['hour_start', ...columns])
      .execute(),
    await db.selectFrom('event_days').select(['gaming_day', 'code', 'location_id', 'count']).execute(),
    await db
      .selectFrom('counter_readings')
      .select([
        'server_time',
        'game_nr',
        'location_id',
        'gaming_day',
        'denomination_minor',
        'held',
        'repairs',
      ])
      .execute(),
  ]
  const moves = (row: { coin_in: number; coin_out: number; readings: number }) =>
    row.coin_in !== 0 || row.coin_out !== 0 || row.readings !== 0
  return {
    days: told(days.filter(moves)),
    hours: told(hours.filter(moves)),
    // Which numbers were missing for a while depends on what came when.
    events: told(events.filter(({ code }) => code !== 'sequence_gap')),
    readings: told(readings),
    crossings: await crossings(),
  }
}
const money = async () =>
  (
    await backend.db
      .selectFrom('counter_days')
      .select(['gaming_day', 'location_id', 'denomination_minor', 'coin_in'])
      .execute()
  )
    .filter(row => row.coin_in !== 0)
    .map(
      row =>
        `${row.gaming_day} ${row.location_id === cluj.id ? 'Cluj' : 'Brăila'} ${row.coin_in} × ${row.denomination_minor}`,
    )
    .sort()

describe('a slot moved at noon, repriced at three and reset at six, all of it entered in the evening', () => {
  it('shows the right figures in both locations that evening, and after late data next morning', async () => {
    const told = [
      coins(1, 0, 1_000),
      coins(2, 60, 1_100),
      coins(3, 120, 1_300),
      coins(4, 240, 1_500),
      coins(5, 300, 1_600, { events: [{ event_seq_nr: 1, code: '11' }] }),
      coins(6, 420, 0, { events: [{ event_seq_nr: 2, code: '7A' }] }),
      coins(7, 440, 50),
    ]
    await send(minutes(450), ...told)
    await enter(evening, { location_id: braila.id })
    expect(await money()).toEqual(['2026-03-12 Cluj 650 × 1'])
    const moved = await slotBack(minutes(60))
    const shown = await preview(moved)
    expect(
      shown.body.data.preview.places.map(({ location, effect }) => [
        location._id,
        effect.total.net_win.minor,
      ]),
    ).toEqual(
      [
        [braila.id, 550],
        [cluj.id, -550],
      ].sort(([a], [b]) =>
        (a === braila.id ? braila.name : cluj.name).localeCompare(b === braila.id ? braila.name : cluj.name),
      ),
    )
    expect(await money()).toEqual(['2026-03-12 Cluj 650 × 1'])
    await setBack(moved)
    expect(await money()).toEqual(['2026-03-12 Brăila 550 × 1', '2026-03-12 Cluj 100 × 1'])
    await enter(evening + 60_000, { denomination_minor: 5 })
    await setBack(await slotBack(minutes(240)))
    const right = ['2026-03-12 Brăila 150 × 5', '2026-03-12 Brăila 400 × 1', '2026-03-12 Cluj 100 × 1']
    expect(await money()).toEqual(right)
    expect(await backend.db.selectFrom('event_days').select(['location_id', 'code']).execute()).toEqual(
      expect.arrayContaining([
        { location_id: braila.id, code: '11' },
        { location_id: braila.id, code: '7A' },
      ]),
    )
    // Late next morning: of the time before the move, and of the time between it and the new price.
    await send(minutes(1_300), coins(20, 30, 1_050), coins(21, 90, 1_250))
    expect(await money()).toEqual(right)
    const trail = await backend.db
      .selectFrom('audit_log')
      .select(['entity', 'after_json'])
      .where('action', '=', 'set_back')
      .execute()
    expect(
      trail.map(({ entity, after_json }) => [entity, JSON.parse(String(after_json)) as object]),
    ).toMatchObject([
      ['slot', { since: minutes(60), reason: 'Entered late' }],
      ['slot', { since: minutes(240), reason: 'Entered late' }],
    ])
    const { body } = await backend.json<{ data: { held: HeldAnswer } }>(heldPaths.slot.replace(':id', slot), {
      as: 'ana',
      method: 'GET',
    })
    expect(body.data.held.intervals.map(({ since, origin }) => [since, origin])).toEqual([
      [minutes(240), 'set_back'],
      [minutes(60), 'set_back'],
      [null, expect.any(String)],
    ])
  })
})

describe('set back by a person', () => {
  beforeEach(async () => {
    await send(minutes(450), coins(1, 0, 1_000), coins(2, 60, 1_100), coins(3, 120, 1_300))
    await enter(evening, { location_id: braila.id })
  })

  it('is refused whole where any day that it touches is sealed or locked, at once and when the task runs', async () => {
    const moved = await slotBack(minutes(30))
    const before = await sums()
    const { body } = await order(moved)
    const head = { location_id: braila.id, tenant_id: tenants.carpathia.id, books_from: '2026-03-01' }
    await backend.db
      .insertInto('fiscal_heads')
      .values({ ...head, sealed_through: '2026-03-12' })
      .execute()
    for (const asked of [preview(moved), order(moved)])
      expect((await asked).body.error.code).toBe('day_sealed')
    await expect(run(String(body.data.task))).rejects.toThrow('day_sealed')
    await backend.db.deleteFrom('fiscal_heads').execute()
    await backend.db
      .insertInto('period_locks')
      .values({
        owner_id: cluj.id,
        tenant_id: tenants.carpathia.id,
        through: '2026-03-12',
        reason: 'Told',
        set_by: 'Ana',
        set_at: 0,
      })
      .execute()
    for (const asked of [preview(moved), order(moved)])
      expect((await asked).body.error.code).toBe('period_locked')
    expect(await sums()).toEqual(before)
    expect(await newest()).toBe(evening)
  })

  it('is refused where it makes no sense, and for whom it is none of their business', async () => {
    const moved = await slotBack(minutes(30))
    const code = async (more: object, as: Person = 'ana') => {
      const { status, body } = await preview({ ...moved, ...more } as Asked, as)
      return [status, body.error.fields?.to?.[0]?.code ?? body.error.code]
    }
    expect(await code({ to: evening })).toEqual([422, 'not_earlier'])
    expect(await code({ to: evening + 1 })).toEqual([422, 'not_earlier'])
    expect(await code({ to: 0 })).toEqual([422, 'change_between'])
    expect(await code({ to: evening - 32 * 24 * HOUR })).toEqual([422, 'span_too_long'])
    expect(await code({ to: '2026-03-12' })).toEqual([422, 'invalid'])
    expect(await code({ since: evening - 1 })).toEqual([409, 'effect_changed'])
    expect(await code({ since: 0 })).toEqual([409, 'effect_changed'])
    expect((await code({ id: 'f'.repeat(24) }))[0]).toBe(404)
    expect((await code({ id: 'x' }))[0]).toBe(422)
    expect((await code({ to: 1e300 }))[0]).toBe(422)
    // Of another tenant; and without the right to edit what was told.
    expect((await code({}, 'paulo'))[0]).not.toBe(200)
    expect((await code({}, 'mihai'))[0]).toBe(403)
  })

  it('happens once, however often the task begins anew', async () => {
    const { body } = await order(await slotBack(minutes(60)))
    await run(String(body.data.task))
    expect(await money()).toEqual(['2026-03-12 Brăila 200 × 1', '2026-03-12 Cluj 100 × 1'])
    await expect(run(String(body.data.task))).rejects.toThrow('effect_changed')
    expect(await money()).toEqual(['2026-03-12 Brăila 200 × 1', '2026-03-12 Cluj 100 × 1'])
  })
})

describe('a location’s day start that was entered late', () => {
  /** As a form saves it. */
  const plan = (rules_from: string) =>
    backend.db
      .updateTable('locations')
      .set({ rules_from, gaming_day_start: '05:00' })
      .where('id', '=', cluj.id)
      .execute()
  const told = Array.from({ length: 72 }, (_, nr) =>
    coins(
      nr + 1,
      nr * 60,
      1_000 + nr * 10,
      nr % 5 === 0 ? { events: [{ event_seq_nr: nr, code: '11' }] } : {},
    ),
  )

  it('books the days as if it had been entered in time, from where a killed task went on', async () => {
    await plan('2026-03-13')
    await send(minutes(72 * 60), ...told)
    const inTime = await sums()
    await fresh()
    await send(minutes(72 * 60), ...told)
    await plan('2026-03-16')
    expect(await sums()).not.toEqual(inTime)
    const asked: Asked = { type: 'location', id: cluj.id, since: '2026-03-16', to: '2026-03-13' }
    const answer = await preview(asked)
    const shown = answer.body.data.preview.places
    expect(shown.map(({ location, effect }) => [location._id, effect.total.net_win.minor])).toEqual([
      [cluj.id, 0],
    ])
    const { body } = await order(asked)
    await run(String(body.data.task), 1)
    expect(await sums()).toEqual(inTime)
    const { rules_from } = await backend.db
      .selectFrom('locations')
      .select('rules_from')
      .where('id', '=', cluj.id)
      .executeTakeFirstOrThrow()
    expect(rules_from).toBe('2026-03-13')
  })

  it('is refused into sealed days, by more than a week, and where a day would last too long', async () => {
    await plan('2026-03-16')
    const code = async (to: string, since = '2026-03-16') => {
      const { body } = await preview({ type: 'location', id: cluj.id, since, to })
      return body.error?.fields?.to?.[0]?.code ?? body.error?.code
    }
    expect(await code('2026-03-16')).toBe('not_earlier')
    expect(await code('2026-03-08')).toBe('span_too_long')
    expect(await code('2026-03-14', '2026-03-15')).toBe('effect_changed')
    await backend.db
      .insertInto('fiscal_heads')
      .values({
        location_id: cluj.id,
        tenant_id: tenants.carpathia.id,
        books_from: '2026-03-01',
        sealed_through: '2026-03-12',
      })
      .execute()
    // The day before ends at another instant.
    expect(await code('2026-03-13')).toBe('day_sealed')
    expect(await code('2026-03-14')).toBeUndefined()
  })
})

describe('any moves and prices, entered late and set back, with readings before and after', () => {
  it('book as if they had been entered in time, and as all readings judged anew', async () => {
    const step = fc.record({
      after: fc.integer({ min: 1, max: 200 }),
      played: fc.nat(300),
      game: fc.boolean(),
      late: fc.boolean(),
    })
    const change = fc.record({ place: fc.boolean(), price: fc.constantFrom(1, 5) })
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 3, maxLength: 14 }),
        fc.array(change, { minLength: 1, maxLength: 3 }),
        fc.array(fc.nat(1_000), { minLength: 3, maxLength: 3 }),
        fc.boolean(),
        async (steps, changes, parts, exact) => {
          let [minute, value] = [0, 1_000]
          const all = steps.map(({ after, played, game }, nr) => {
            minute += after
            value += played
            const own = { events: [{ event_seq_nr: nr, code: '11' }] }
            return coins(nr + 1, minute, value, {
              ...own,
              ...(game && {
                counters: [
                  { game_nr: 0, meters: { '0000': value } },
                  { game_nr: 2, meters: { '0000': value - 500 } },
                ],
              }),
            })
          })
          const times = all.map(one => Number(one.server_time_nano) / 1e6)
          const end = minutes(minute + 10)
          // Each at an instant of its own, in order; some at the very instant of a reading.
          const at = [
            ...new Set(
              changes.map((_, nr) => {
                const wanted = minutes(1) + Math.floor(((parts[nr] ?? 0) / 1_000) * (minute - 1)) * 60_000
                return exact ? (times.find(one => one >= wanted) ?? wanted) : wanted
              }),
            ),
          ].sort((a, b) => a - b)
          const columns = changes.slice(0, at.length).map(({ place, price }) => ({
            location_id: place ? braila.id : cluj.id,
            denomination_minor: price,
          }))

          await fresh()
          for (const [nr, one] of columns.entries()) await enter(at[nr] ?? 0, one)
          await send(end + 60_000, ...all)
          const inTime = await sums()

          await fresh()
          const late = all.filter((_, nr) => steps[nr]?.late)
          const early = all.filter(one => !late.includes(one))
          if (early.length > 0) await send(end, ...early)
          for (const [nr, one] of columns.entries()) {
            const before = await newest()
            await enter(end + nr + 1, one)
            const since = await newest()
            // A change to what holds already is none.
            if (since !== before) await setBack({ type: 'slot', id: slot, since, to: at[nr] ?? 0 })
          }
          if (late.length > 0) await send(end + 60_000, ...late)
          expect(await sums()).toEqual(inTime)
          const anew = (await bookedAnew(backend.db, slot, { from: 0, to: end })).rows()
          const kept = await backend.db
            .selectFrom('counter_days')
            .select(['gaming_day', 'location_id', 'coin_in', 'game_nr'])
            .execute()
          const total = (rows: { coin_in: number }[]) => rows.reduce((sum, row) => sum + row.coin_in, 0)
          expect(total(kept)).toBe(anew.days.reduce((sum, row) => sum + Number(row[8]), 0))
        },
      ),
      { numRuns: 40 },
    )
  })
})

describe('a second person', () => {
  it('is asked by one and done by another where the tenant wants two people for edits', async () => {
    const { db } = backend
    await send(minutes(450), coins(1, 0, 1_000), coins(2, 60, 1_100), coins(3, 120, 1_300))
    await enter(evening, { location_id: braila.id })
    const held = await slotBack(minutes(60))
    const set = await backend.json(`/api/fraud-detector-db/v1/tenant-settings/${tenants.carpathia.id}`, {
      as: 'ana',
      method: 'PUT',
      body: { version: 0, values: { edit_second_person: true }, reason: 'The owners asked' },
    })
    expect(set.status).toBe(200)
    const { body } = await order(held)
    expect(body.data).toMatchObject({ task: null, approval: expect.any(String) as string })
    expect((await order(held)).body.error.code).toBe('approval_waits')
    expect(await money()).toEqual(['2026-03-12 Cluj 300 × 1'])
    const answer = (as: Person) =>
      backend.json<Answer>('/api/approvals/v1/approval-approve', {
        as,
        body: { ids: [body.data.approval], reason: 'The technician’s sheet says so' },
      })
    expect((await answer('ana')).body.error.code).toBe('request_own')
    await db
      .updateTable('approvals')
      .set({ asked_by_id: 'f'.repeat(24) })
      .execute()
    // What is read since is no part of what was shown.
    await send(minutes(460), coins(9, 130, 1_350))
    expect((await answer('ana')).body.error.code).toBe('approval_outdated')
    const again = String((await order(held)).body.data.approval)
    await db
      .updateTable('approvals')
      .set({ asked_by_id: 'f'.repeat(24) })
      .execute()
    body.data.approval = again
    expect((await answer('ana')).status).toBe(200)
    const { id } = await db
      .selectFrom('tasks')
      .select('id')
      .where('kind', '=', 'set_back')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    await run(id)
    expect(await money()).toEqual(['2026-03-12 Brăila 250 × 1', '2026-03-12 Cluj 100 × 1'])
  })
})
