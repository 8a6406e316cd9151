import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, reading } from '../../../tests/support/feed'
import { at, feed, repairing } from '../../../tests/support/repairing'
import { tenants } from '../../../tests/people'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
const { clear, deliver, days, held } = bookedIn(() => backend)
beforeEach(clear)
const { booked, list, only, post, decide, evidence } = repairing(() => backend)

describe('a repair', () => {
  it('of a memory clear shows its two readings, is seen before, booked, respected by late data and taken back', async () => {
    await deliver(feed(400, 500, [40, '7A'], 90))
    expect(await booked()).toBe(150)
    const repair = await only()
    expect(repair).toMatchObject({
      state: 'open',
      kind: 'cleared',
      crossing: at(2),
      value_before: 500,
      value_after: 40,
    })
    expect(repair.proposed.minor).toBeGreaterThan(0)
    // Found by its slot: a repair has no words of its own.
    const found = async (query: string) =>
      (
        await backend.json<{ data: { total: number } }>('/api/repairs/v1/repairs', {
          as: 'mihai',
          body: { page: 0, rowsPerPage: 10, query },
        })
      ).body.data.total
    expect([await found(repair.slot.name.toLowerCase()), await found('zzqxj')]).toEqual([1, 0])
    const told = await evidence(repair)
    expect(told).toMatchObject({ proposal: { coin_in: { before: 500, after: 0 } }, second_person_from: null })
    expect(told.readings.map(one => [one.part, one.values.coin_in])).toEqual([
      ['before', 400],
      ['before', 500],
      ['within', 40],
      ['after', 90],
    ])

    const preview = await post(repair, 'preview', { decision: { choice: 'break' } })
    expect(preview.body.data.effect).toMatchObject({
      hours: [{ hour: at(0), meters: { coin_in: 40 } }],
      days: [{ day: '2026-10-25', meters: { coin_in: 40 } }],
      total: { meters: { coin_in: 40 } },
      state: 'decided',
    })
    expect(await booked()).toBe(150)
    expect((await decide(repair, { choice: 'break' })).body.data.repair.state).toBe('decided')
    expect(await booked()).toBe(190)
    expect((await decide(repair, { choice: 'confirm' })).body.error.code).toBe('repair_decided')

    await deliver([reading(90, at(1) + 60_000, { '0000': 500 })])
    expect(await booked()).toBe(190)
    await deliver([reading(91, at(3) - 60_000, { '0000': 85 })])
    expect(await booked()).toBe(190)

    const entries = await backend.db
      .selectFrom('audit_log')
      .select(['entity', 'action', 'actor_id'])
      .where('entity_id', '=', repair._id)
      .execute()
    expect(entries).toMatchObject([{ entity: 'repair', action: 'decide' }])
    expect((await post(repair, 'preview', { decision: null })).body.data.effect.total.meters).toEqual({
      coin_in: -40,
    })
    backend.clock.advance(1_000)
    expect((await post(repair, 'reopen', { reason: 'Wrong slot' })).body.data.repair.state).toBe('open')
    expect(await booked()).toBe(150)
    expect((await evidence(repair)).decisions.map(one => one.action)).toEqual(['reopen', 'decide'])
  })

  it('that a later reading contradicts is contested and open again, and the reading wins once it is taken back', async () => {
    await deliver(feed(48_000_000, 500))
    const repair = await only()
    await decide(repair, { choice: 'break', after: { coin_in: 500 } })
    expect([await booked(), (await only()).state]).toEqual([0, 'decided'])
    await deliver([reading(2, at(2), { '0000': 48_000_060 })])
    expect((await list()).map(one => one.state).sort()).toEqual(['contested', 'open'])
    await post(repair, 'reopen', { reason: 'The fall was a stray frame' })
    expect(await booked()).toBe(60)
    expect([await list(), await held()]).toEqual([[], [null, 'stray', null]])
  })

  it('is contested by a late reading beyond the value at which the break ended the old run', async () => {
    await deliver(feed(400, 500, [40, '7A']))
    const repair = await only()
    await decide(repair, { choice: 'break' })
    expect(await booked()).toBe(140)
    await deliver([reading(90, at(1) + 60_000, { '0000': 520 })])
    expect(await only()).toMatchObject({ state: 'contested', value_before: 520 })
    expect(await booked()).toBe(120)
    await decide(repair, { choice: 'break' })
    expect([await booked(), (await only()).state]).toEqual([160, 'decided'])
  })

  it('confirms a jump, ignores what is wrong, and takes a reading that nobody told', async () => {
    await deliver(feed(1_000, 60_001_000))
    const jump = await only()
    expect(jump.kind).toBe('jumped')
    expect((await decide(jump, { choice: 'confirm' })).status).toBe(200)
    expect(await booked()).toBe(60_000_000)

    await clear()
    await deliver(feed(1_000, 60_001_000, 60_001_010))
    await decide(await only(), { choice: 'ignore' })
    expect([await booked(), (await only()).state, await held()]).toEqual([
      0,
      'decided',
      [null, 'stray', 'stray'],
    ])
    await deliver([reading(3, at(3), { '0000': 1_050 })])
    expect(await booked()).toBe(50)

    await clear()
    await deliver([reading(0, at(0), { '0000': 100 }), reading(1, at(2_000), { '0000': 90_000_000 })])
    const silent = await only()
    expect(
      (await decide(silent, { choice: 'insert', at: at(2_500), values: { coin_in: 1 } })).body.error.fields,
    ).toEqual({ at: [{ code: 'outside' }] })
    expect(
      (await decide(silent, { choice: 'insert', at: at(200), values: { coin_in: 50 } })).body.error.fields,
    ).toEqual({ 'values.coin_in': [{ code: 'too_small', params: { min: 100 } }] })
    const half = { choice: 'insert', at: at(1_900), values: { coin_in: 89_999_000 } }
    expect((await decide(silent, half)).status).toBe(200)
    expect(await booked()).toBe(89_999_900)
    expect((await days()).map(one => one.readings).reduce((sum, one) => sum + one)).toBe(2)
    // Late data from before every reading: judgement begins with nothing known, and still takes what was inserted.
    await deliver([reading(9, at(-1), { '0000': 90 })])
    expect([await booked(), (await only()).state]).toEqual([89_999_910, 'decided'])
  })

  it('that a long line follows tells of no choice on its page, and of each as soon as it is chosen', async () => {
    await deliver(feed(400_000, 500_000, ...Array.from({ length: 2_100 }, () => 499_000)))
    const repair = await only()
    const { books } = await evidence(repair)
    expect(books.map(one => [one.choice, one.total])).toEqual([
      ['ignore', null],
      ['break', null],
      ['confirm', null],
    ])
    const { effect } = (await post(repair, 'preview', { decision: { choice: 'confirm' } })).body.data
    expect(effect.total.meters.coin_in).toBeGreaterThan(0)
  })

  it('that began anew proposes what its break books, readings held until it proved itself with it, and tells of each choice', async () => {
    await deliver(feed(400_000, 500_000, 200_000, 200_010, 200_020, 200_030, 200_040, 200_050))
    const repair = await only()
    expect(repair).toMatchObject({ kind: 'restarted', value_before: 500_000, value_after: 200_000 })
    const { books } = await evidence(repair)
    expect(books.map(one => one.choice)).toEqual(['break', 'confirm'])
    const before = (await booked()) ?? 0
    const [broken] = books
    expect(broken).toMatchObject({ choice: 'break', still_open: false })
    const credits = broken?.total?.meters.coin_in ?? 0
    expect(credits).toBeGreaterThan(0)
    const { denomination_minor } = await backend.db
      .selectFrom('repairs')
      .select('denomination_minor')
      .where('id', '=', repair._id)
      .executeTakeFirstOrThrow()
    expect(repair.proposed.minor).toBe(credits * denomination_minor)
    await decide(repair, { choice: 'break' })
    expect(await booked()).toBe(before + credits)
    expect((await evidence(await only())).books).toEqual([])
  })

  it('of a sealed day stays as it is, decided or not, and says so before', async () => {
    await deliver(feed(400, 500, [40, '7A'], 90))
    const repair = await only()
    const gaming = (await days()).at(-1)
    const { location_id } = await backend.db
      .selectFrom('repairs')
      .select('location_id')
      .where('id', '=', repair._id)
      .executeTakeFirstOrThrow()
    const seal = () =>
      backend.db
        .insertInto('fiscal_heads')
        .values({
          location_id,
          tenant_id: '',
          books_from: gaming?.gaming_day ?? '',
          sealed_through: gaming?.gaming_day ?? '',
        })
        .execute()
    const refusals = async () => {
      const answers = await Promise.all([
        post(repair, 'preview', { decision: { choice: 'break' } }),
        decide(repair, { choice: 'break' }),
      ])
      return answers.map(({ status, body }) => [status, body.error.code])
    }
    const sealed = [409, 'day_sealed']
    expect((await evidence(repair)).stays).toBeNull()
    await seal()
    expect(await refusals()).toEqual([sealed, sealed])
    expect(await evidence(repair)).toMatchObject({ stays: 'day_sealed', books: [] })
    expect(await booked()).toBe(150)
    await backend.db.deleteFrom('fiscal_heads').execute()
    expect((await decide(repair, { choice: 'break' })).status).toBe(200)
    await seal()
    const back = await post(repair, 'reopen', { reason: 'Wrong slot' })
    expect([back.status, back.body.error.code]).toEqual(sealed)
    expect(await booked()).toBe(190)
    await backend.db.deleteFrom('fiscal_heads').execute()
  })

  it('waits for a second person from the tenant’s amount on, and never for the one who proposed it', async () => {
    const settings = `/api/fraud-detector-db/v1/tenant-settings/${tenants.carpathia.id}`
    const save = (version: number, values: object) =>
      backend.json(settings, {
        as: 'ana',
        method: 'PUT',
        body: { version, values, reason: 'The owners asked' },
      })
    expect((await save(0, { repair_second_person: true, repair_second_person_from: 10 })).status).toBe(200)
    await deliver(feed(400, 500, [40, '7A'], 90))
    const repair = await only()
    expect((await decide(repair, { choice: 'break' })).body.data.repair).toMatchObject({
      state: 'open',
      waiting: true,
    })
    expect(await booked()).toBe(150)
    // Whoever answers has before them what the other one had.
    expect(await evidence(repair, 'ana')).toMatchObject({
      readings: [{}, {}, {}, {}],
      would: { days: [{ day: '2026-10-25', meters: { coin_in: 40 } }], total: { meters: { coin_in: 40 } } },
    })
    const yes = { answer: 'approve', reason: 'Seen on site' }
    expect((await post(repair, 'answer', yes)).body.error.code).toBe('repair_own_proposal')
    expect([(await evidence(repair)).may_approve, (await evidence(repair, 'ana')).may_approve]).toEqual([
      false,
      true,
    ])
    expect((await decide(repair, { choice: 'confirm' }, 'ana')).body.error.code).toBe('repair_waits')
    // Whoever proposed takes that back; nobody refused it.
    await post(repair, 'answer', { answer: 'refuse', reason: 'Looking again' })
    await decide(repair, { choice: 'break' })
    await post(repair, 'answer', { answer: 'refuse', reason: 'No form' }, 'ana')
    await decide(repair, { choice: 'break' })
    expect((await evidence(repair)).decisions.map(one => one.action).slice(0, 5)).toEqual([
      'propose',
      'refuse',
      'propose',
      'withdraw',
      'propose',
    ])
    expect((await post(repair, 'answer', yes, 'ana')).body.data.repair).toMatchObject({
      state: 'decided',
      waiting: false,
    })
    expect(await booked()).toBe(190)
    // Taking it back moves the same, and waits as it did.
    const back = { reason: 'The technician erred' }
    expect((await post(repair, 'reopen', back)).body.data.repair).toMatchObject({
      state: 'decided',
      waiting: true,
    })
    expect(await booked()).toBe(190)
    expect(await evidence(repair, 'ana')).toMatchObject({
      waiting: { action: 'propose', choice: null },
      would: { total: { meters: { coin_in: -40 } } },
    })
    expect((await post(repair, 'reopen', back, 'ana')).body.error.code).toBe('repair_waits')
    expect((await post(repair, 'answer', yes)).body.error.code).toBe('repair_own_proposal')
    await post(repair, 'answer', { answer: 'refuse', reason: 'It stands' }, 'ana')
    expect(await booked()).toBe(190)
    await post(repair, 'reopen', back)
    expect((await post(repair, 'answer', yes, 'ana')).body.data.repair).toMatchObject({
      state: 'open',
      waiting: false,
    })
    expect(await booked()).toBe(150)
    await save(1, { repair_second_person: false })
  })

  it('is nothing to other tenants, and decided only by who may', async () => {
    await deliver(feed(400, 500, [40, '7A'], 90))
    const repair = await only()
    expect(await list('paulo')).toEqual([])
    expect((await decide(repair, { choice: 'break' }, 'paulo')).status).toBe(404)
    expect((await decide(repair, { choice: 'break' }, 'andrei')).status).toBe(403)
    expect(await list('andrei', { state: 'open' })).toHaveLength(1)
    expect(await list('andrei', { state: 'decided' })).toHaveLength(0)
  })
})
