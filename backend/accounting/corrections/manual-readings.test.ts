/**
 * A slot that reported nothing is read by a person: shown before as it is booked, judged like every other reading, and
 * taken back to what had stood.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { slots, type Person } from '../../../tests/people'
import { testBackend, type Envelope, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, HOUR, reading, sunday } from '../../../tests/support/feed'

let backend: TestBackend
const { clear, deliver, days, hours, held, crossings } = bookedIn(() => backend)
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
beforeEach(async () => {
  await clear()
  await backend.db.deleteFrom('manual_readings').execute()
  // It told 100 credits an hour, fell silent for three hours, and told the rest at once.
  await deliver([
    reading(1, at(0), { '0000': 1_000 }),
    reading(2, at(1), { '0000': 1_100 }),
    reading(3, at(4), { '0000': 1_400 }),
  ])
})
const at = (nr: number) => sunday + nr * HOUR
const key = { slot: slots.bellLink.id, at: at(3), values: { coin_in: 1_350 } }

interface Preview {
  effect: { total: { meters: object }; hours: { hour: number; meters: object }[] } | null
  doubtful: boolean
  sealed: boolean
  last: { at: number; meters: object } | null
}
type Answer = Envelope & {
  data: Record<string, { _id: string; moved: { minor: number }; meters: object }> & {
    preview: Preview
    results: { outcome: string; reason?: string }[]
    rows: { _id: string; state: string }[]
  }
}
const send = (path: string, body: object, as: Person = 'mihai') =>
  backend.json<Answer>(`/api/rawdata/v1/${path}`, { as, body })
const enter = (more: object = {}, as: Person = 'mihai') =>
  send('manual-reading', { ...key, reason: 'Read off the machine at the round', ...more }, as)
const revert = (id: string | undefined) =>
  send('manual-reading-take-back', { ids: [id], reason: 'It was the machine beside it' })
const coinIn = async () => Object.fromEntries((await hours()).map(row => [hourNr(row), row.coin_in]))
const hourNr = ({ hour_start }: { hour_start: number }) => (hour_start - sunday) / HOUR + 1

describe('meters that a person read off a silent slot', () => {
  it('are booked as the preview says, in their hour, and taken back to what had stood', async () => {
    const before = [await days(), await hours(), await held()]
    const { preview } = (await send('manual-reading-preview', key)).body.data
    expect([await days(), await hours(), await held()]).toEqual(before)
    expect(preview).toMatchObject({
      doubtful: false,
      sealed: false,
      last: { at: at(1), meters: { coin_in: 1_100 } },
    })
    // The whole stays: what was told at once is told in two parts.
    expect(preview.effect?.total.meters).toEqual({})
    expect(preview.effect?.hours.map(({ meters }) => meters)).toEqual([{ coin_in: 250 }, { coin_in: -250 }])

    const done = await enter()
    expect(done.status).toBe(200)
    const id = done.body.data['manual-reading']?._id
    expect(await coinIn()).toEqual({ 0: 0, 1: 100, 3: 250, 4: 50 })
    // The hour has told nothing: it stays one without readings.
    expect((await hours()).map(row => row.readings)).toEqual([1, 1, 0, 1])

    const list = await backend.json<Answer>('/api/rawdata/v1/manual-readings', {
      as: 'mihai',
      body: { exactFields: ['slot'], exactValues: [[slots.bellLink.id]] },
    })
    expect(list.body.data.rows).toMatchObject([{ _id: id, state: 'counts', meters: { coin_in: 1_350 } }])

    expect((await revert(id)).body.data.results).toMatchObject([{ outcome: 'done' }])
    expect([await days(), (await hours()).filter(row => row.readings > 0), await held()]).toEqual(before)
    expect((await revert(id)).body.data.results).toMatchObject([{ outcome: 'skipped', reason: 'taken_back' }])
    const trail = await backend.db
      .selectFrom('audit_log')
      .select('action')
      .where('entity_id', '=', id ?? '')
      .orderBy('seq')
      .execute()
    expect(trail.map(({ action }) => action)).toEqual(['enter', 'take_back'])
  })

  it('that are the newest are what the next message goes on from, and late ones find them in their place', async () => {
    const done = await enter({ at: at(6), values: { coin_in: 1_500 } })
    expect(await coinIn()).toEqual({ 0: 0, 1: 100, 4: 300, 6: 100 })
    await deliver([reading(5, at(7), { '0000': 1_520 })])
    expect(await coinIn()).toEqual({ 0: 0, 1: 100, 4: 300, 6: 100, 7: 20 })
    await deliver([reading(4, at(5), { '0000': 1_440 })])
    expect(await coinIn()).toEqual({ 0: 0, 1: 100, 4: 300, 5: 40, 6: 60, 7: 20 })
    await revert(done.body.data['manual-reading']?._id)
    expect(await coinIn()).toEqual({ 0: 0, 1: 100, 4: 300, 5: 40, 7: 80 })
  })

  it('that do not fit are held, and ask for a decision as any reading', async () => {
    const wrong = { at: at(6), values: { coin_in: 200 } }
    const { preview } = (await send('manual-reading-preview', { ...key, ...wrong })).body.data
    expect(preview).toMatchObject({ doubtful: true, effect: { hours: [] } })
    const done = await enter(wrong)
    expect(await held()).toEqual([null, null, null, 'open'])
    expect(await crossings()).toMatchObject([{ state: 'open', kind: 'fell' }])
    // The machine itself goes on with its line: the person misread it.
    await deliver([reading(4, at(7), { '0000': 1_450 })])
    expect(await held()).toEqual([null, null, null, 'stray', null])
    expect(await crossings()).toEqual([])
    await revert(done.body.data['manual-reading']?._id)
    expect(await held()).toEqual([null, null, null, null])
  })

  it('begin a slot that told nothing yet, and leave nothing behind when they are taken back', async () => {
    await clear()
    const done = await enter({ at: at(2) })
    expect(await days()).toEqual([])
    await deliver([reading(1, at(3), { '0000': 1_375 })])
    expect(await coinIn()).toEqual({ 3: 25 })
    await revert(done.body.data['manual-reading']?._id)
    expect(await coinIn()).toEqual({ 3: 0 })
  })

  it('stand among the slot’s readings without a message', async () => {
    await enter()
    const list = await backend.json<{
      data: { counters: { message_seq_nr: number | null; smib: object | null }[] }
    }>('/api/rawdata/v1/counters', {
      as: 'mihai',
      body: { type: 'slot', id: slots.bellLink.id, dateStart: at(0) - HOUR, dateEnd: at(5) },
    })
    expect(list.body.data.counters.map(row => [row.message_seq_nr, row.smib === null])).toEqual([
      [3, false],
      [null, true],
      [2, false],
      [1, false],
    ])
  })

  it('are entered once, by whoever may, of a slot of theirs, at a time that has been', async () => {
    expect((await enter({}, 'olga')).status).toBe(403)
    expect((await enter({}, 'paulo')).status).toBe(404)
    expect((await enter({ slot: slots.ribeira.id })).status).toBe(404)
    const problems = async (more: object) => (await enter(more)).body.error.fields
    expect(await problems({ values: {} })).toMatchObject({ values: [{ code: 'required' }] })
    for (const clock of [backend.clock() + 1, Number.MAX_SAFE_INTEGER])
      expect(await problems({ at: clock })).toMatchObject({ at: [{ code: 'in_future' }] })
    for (const clock of [0, -1, Number.MIN_SAFE_INTEGER])
      expect(await problems({ at: clock })).toMatchObject({ at: [{ code: 'invalid' }] })
    expect((await enter({ values: { coin_in: -1 } })).status).toBe(422)
    expect((await enter({ values: { current_credits: 5 } })).status).toBe(422)
    expect((await enter({ reason: 'x' })).status).toBe(422)
    expect((await enter()).status).toBe(200)
    const second = await enter({ values: { coin_in: 1_360 } })
    expect([second.status, second.body.error.code]).toEqual([409, 'reading_entered'])
    expect((await send('manual-reading-preview', key)).status).toBe(409)
    const foreign = await send(
      'manual-reading-take-back',
      {
        ids: [(await backend.db.selectFrom('manual_readings').select('id').executeTakeFirstOrThrow()).id],
        reason: 'Not ours',
      },
      'paulo',
    )
    expect(foreign.status).toBe(404)
  })

  it('stay once their day is sealed, and those of a sealed day say so before', async () => {
    const done = await enter()
    const { location_id, gaming_day } = await backend.db
      .selectFrom('manual_readings')
      .select(['location_id', 'gaming_day'])
      .executeTakeFirstOrThrow()
    const head = { location_id, tenant_id: '', books_from: gaming_day, sealed_through: gaming_day }
    await backend.db.insertInto('fiscal_heads').values(head).execute()
    const back = await revert(done.body.data['manual-reading']?._id)
    expect([back.status, back.body.error.code]).toEqual([409, 'day_sealed'])
    const { preview } = (await send('manual-reading-preview', { ...key, at: at(3) + 1 })).body.data
    expect(preview.sealed).toBe(true)
    await backend.db.deleteFrom('fiscal_heads').execute()
  })
})
