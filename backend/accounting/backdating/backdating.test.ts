/** Changes that were entered late: once they are backdated, all is booked as if they had been entered in time. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations, slots, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { HOUR } from '../../../tests/support/feed'
import {
  coins,
  evening,
  minutes,
  backdatingTests,
  type Answer,
  type BackdatingRequest,
} from '../../../tests/support/backdating'
import { backdatingPaths, type AssignmentHistory } from './backdating.contract'

let backend: TestBackend
const { enter, fresh, money, newest, order, preview, run, send, backdate, slotBackdating, sums } =
  backdatingTests(() => backend)
const slot = slots.bellLink.id
const { cluj, braila } = locations
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
beforeEach(async () => {
  await fresh()
})

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
    const moved = await slotBackdating(minutes(60))
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
    await backdate(moved)
    expect(await money()).toEqual(['2026-03-12 Brăila 550 × 1', '2026-03-12 Cluj 100 × 1'])
    await enter(evening + 60_000, { denomination_minor: 5 })
    await backdate(await slotBackdating(minutes(240)))
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
    // Nothing is left of where it never stood, and of a price that it never had: an empty row would be told as a slot
    // that earned nothing there.
    for (const table of ['counter_hours', 'counter_days'] as const)
      expect(
        (await backend.db.selectFrom(table).selectAll().where('slot_id', '=', slot).execute()).filter(
          row => row.readings === 0 && row.coin_in === 0,
        ),
      ).toEqual([])
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
    const { body } = await backend.json<{ data: { held: AssignmentHistory } }>(
      backdatingPaths.slot.replace(':id', slot),
      {
        as: 'ana',
        method: 'GET',
      },
    )
    expect(body.data.held.intervals.map(({ since, origin }) => [since, origin])).toEqual([
      [minutes(240), 'set_back'],
      [minutes(60), 'set_back'],
      [null, expect.any(String)],
    ])
  })
})

describe('backdated by a person', () => {
  beforeEach(async () => {
    await send(minutes(450), coins(1, 0, 1_000), coins(2, 60, 1_100), coins(3, 120, 1_300))
    await enter(evening, { location_id: braila.id })
  })

  it('is refused whole where any day that it touches is sealed or locked, at once and when the task runs', async () => {
    const moved = await slotBackdating(minutes(30))
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
    const moved = await slotBackdating(minutes(30))
    const code = async (more: object, as: Person = 'ana') => {
      const { status, body } = await preview({ ...moved, ...more } as BackdatingRequest, as)
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
    expect((await code({}, 'paulo'))[0]).toBe(404)
    expect((await code({}, 'olga'))[0]).toBe(403)
  })

  it('happens once, however often the task begins anew', async () => {
    const { body } = await order(await slotBackdating(minutes(60)))
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
    const asked: BackdatingRequest = { type: 'location', id: cluj.id, since: '2026-03-16', to: '2026-03-13' }
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

describe('a second person', () => {
  it('is asked by one and done by another where the tenant wants two people for edits', async () => {
    const { db } = backend
    await send(minutes(450), coins(1, 0, 1_000), coins(2, 60, 1_100), coins(3, 120, 1_300))
    await enter(evening, { location_id: braila.id })
    const held = await slotBackdating(minutes(60))
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
