/** Parts of a message that somebody corrects or leaves out: shown before, evidence after, never in a locked day. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { smibs, slots, tenants, type Person } from '../../../tests/people'
import { testBackend, type Envelope, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, HOUR, reading, sunday } from '../../../tests/support/feed'

let backend: TestBackend
const { clear, deliver, days, hours, held } = bookedIn(() => backend)
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
beforeEach(async () => {
  await clear()
  for (const table of [
    'message_edits',
    'ignored_messages',
    'omitted_readings',
    'slot_data',
    'approvals',
  ] as const)
    await backend.db.deleteFrom(table).execute()
  // Each hour 100 credits; the third message tells 50 too much, a door, and what it read of the slot.
  await deliver([
    ...[100, 200].map((value, nr) => reading(nr + 1, at(nr), { '0000': value })),
    reading(
      3,
      at(2),
      { '0000': 350 },
      { events: [{ event_seq_nr: 1, code: '11' }], slot_data: { serial: 'EGT-1', games: 5 } },
    ),
    ...[400, 500].map((value, nr) => reading(nr + 4, at(nr + 3), { '0000': value })),
  ])
})
const at = (nr: number) => sunday + nr * HOUR
const key = { smib: smibs.bellLink.id, at: at(2), message_seq_nr: 3 }
const why = { reason: 'The board was wired wrongly' }

interface Row {
  _id: string
  state: string
  before: object
  after: object
}
type Answer = Envelope & {
  data: Record<string, Row> & {
    asked: string | null
    preview: { doubtful: boolean; effect: { total: { meters: object }; hours: object[] }; before: object }
    parts: {
      events: { event: string; code: string; edit: string | null }[]
      counters: { game_nr: number; edit: string | null }[]
      slotdata: { name: string; value: unknown }[]
      edits: Row[]
    }
    results: { outcome: string; reason?: string }[]
    rows: Row[]
  }
}
const send = (path: string, body: object, as: Person = 'ana') =>
  backend.json<Answer>(`/api/rawdata/v1/${path}`, { as, body })
const edit = (bucket: string, more: object, as?: Person) =>
  send(`message-edit/${bucket}`, { ...key, ...why, ...more }, as)
const revert = (id: string | undefined, as?: Person) =>
  send('message-edit-take-back', { ids: [id], reason: 'It was right after all' }, as)
const parts = async () => (await send('message-edit-parts', key)).body.data.parts
const coinIn = async () => (await hours()).map(row => row.coin_in)
const doorsCounted = async () =>
  (await backend.db.selectFrom('event_days').select(['code', 'count']).orderBy('code').execute()).map(row => [
    row.code,
    row.count,
  ])
const eventOf = async () => (await parts()).events[0]?.event ?? ''

describe('a reading', () => {
  const corrected = { game_nr: 0, values: { coin_in: 300 } }
  it('is corrected as the preview says, stands in its hour, and is taken back to what had stood', async () => {
    const before = [await days(), await hours(), await held()]
    const { preview } = (await send('message-edit-preview/counters', { ...key, ...corrected })).body.data
    expect([await days(), await hours(), await held()]).toEqual(before)
    expect(preview).toMatchObject({ doubtful: false, before: { coin_in: 350 } })
    expect(preview.effect.total.meters).toEqual({})

    const done = await edit('counters', corrected)
    expect(done.status).toBe(200)
    const row = done.body.data['message-edit']
    expect(row).toMatchObject({ state: 'holds', before: { coin_in: 350 }, after: { coin_in: 300 } })
    expect(await coinIn()).toEqual([0, 100, 100, 100, 100])
    // As many came as came.
    expect((await hours()).map(one => one.readings)).toEqual([1, 1, 1, 1, 1])
    expect((await parts()).counters).toMatchObject([{ game_nr: 0, edit: row?._id }])
    // What comes late goes by the corrected value.
    await deliver([reading(6, at(2) + HOUR / 2, { '0000': 360 })])
    expect(await coinIn()).toEqual([0, 100, 100, 100, 100])

    const again = await edit('counters', { game_nr: 0 })
    expect([again.status, again.body.error.code]).toEqual([409, 'item_edited'])
    const ignored = await send('ignore-message', { ...key, ...why })
    expect([ignored.status, ignored.body.error.code]).toEqual([409, 'message_edited'])

    expect((await revert(row?._id)).body.data.results).toMatchObject([{ outcome: 'done' }])
    expect(await coinIn()).toEqual([0, 100, 150, 50, 100])
    expect((await revert(row?._id)).body.data.results).toMatchObject([
      { outcome: 'skipped', reason: 'taken_back' },
    ])
    const trail = await backend.db
      .selectFrom('audit_log')
      .select('action')
      .where('entity_id', '=', row?._id ?? '')
      .orderBy('seq')
      .execute()
    expect(trail.map(({ action }) => action)).toEqual(['correct', 'take_back'])
  })

  it('is left out', async () => {
    const done = await edit('counters', { game_nr: 0 })
    expect(await coinIn()).toEqual([0, 100, 0, 200, 100])
    await revert(done.body.data['message-edit']?._id)
    expect(await coinIn()).toEqual([0, 100, 150, 50, 100])
  })

  it('that does not fit what is around it says so before', async () => {
    const wrong = { game_nr: 0, values: { coin_in: 10 } }
    const { preview } = (await send('message-edit-preview/counters', { ...key, ...wrong })).body.data
    expect(preview.doubtful).toBe(false)
    // The next ones agree with the one before it: it is a stray.
    await edit('counters', wrong)
    expect(await coinIn()).toEqual([0, 100, 0, 200, 100])
  })

  it('is edited once, by whoever may, and only where it is', async () => {
    expect((await edit('counters', corrected, 'olga')).status).toBe(403)
    expect((await edit('counters', corrected, 'paulo')).status).toBe(404)
    expect((await edit('counters', { ...corrected, smib: smibs.ribeira.id })).status).toBe(404)
    expect((await edit('counters', { ...corrected, game_nr: 7 })).status).toBe(404)
    expect((await edit('counters', { ...corrected, message_seq_nr: 4 })).status).toBe(404)
    expect(
      (await edit('counters', { game_nr: 0, values: { coin_in: 350 } })).body.error.fields,
    ).toMatchObject({
      values: [{ code: 'unchanged' }],
    })
    expect((await edit('counters', { game_nr: 0, values: {} })).status).toBe(422)
    expect((await edit('counters', { game_nr: 0, values: { coin_in: -1 } })).status).toBe(422)
    const both = await Promise.all([edit('counters', corrected), edit('counters', { game_nr: 0 })])
    expect(both.map(one => one.status).sort()).toEqual([200, 409])
    const id = both.find(one => one.status === 200)?.body.data['message-edit']?._id
    expect((await revert(id, 'paulo')).status).toBe(404)
    expect((await revert(slots.bellLink.id)).status).toBe(404)
    const list = await backend.json<Answer>('/api/rawdata/v1/message-edits', {
      as: 'mihai',
      body: { exactFields: ['bucket', 'slot'], exactValues: [['counters'], [slots.bellLink.id]] },
    })
    expect(list.body.data.rows).toMatchObject([{ _id: id, state: 'holds' }])
  })

  it('of a sealed day or in a locked period stays', async () => {
    const { location_id, gaming_day } = await backend.db
      .selectFrom('counter_readings')
      .select(['location_id', 'gaming_day'])
      .where('server_time', '=', at(2))
      .executeTakeFirstOrThrow()
    const done = await edit('counters', corrected)
    const head = { location_id, tenant_id: '', books_from: gaming_day, sealed_through: gaming_day }
    await backend.db.insertInto('fiscal_heads').values(head).execute()
    const code = async (asked: Promise<{ status: number; body: Answer }>) => {
      const { status, body } = await asked
      return [status, body.error.code]
    }
    expect(await code(revert(done.body.data['message-edit']?._id))).toEqual([409, 'day_sealed'])
    expect(await code(edit('events', { event: await eventOf() }))).toEqual([409, 'day_sealed'])
    expect(await code(edit('slotdata', { name: 'serial', value: 'X' }))).toEqual([409, 'day_sealed'])
    expect(await coinIn()).toEqual([0, 100, 100, 100, 100])
    await backend.db.deleteFrom('fiscal_heads').execute()
    const lock = {
      owner_id: location_id,
      tenant_id: '',
      through: gaming_day,
      reason: '',
      set_by: '',
      set_at: 0,
    }
    await backend.db.insertInto('period_locks').values(lock).execute()
    expect(await code(edit('slotdata', { name: 'serial', value: 'X' }))).toEqual([409, 'period_locked'])
    await backend.db.deleteFrom('period_locks').execute()
  })
})

describe('an event', () => {
  it('is corrected or left out: the day’s count and the doors follow, and it comes back whole', async () => {
    const event = await eventOf()
    const stored = await backend.db.selectFrom('events').selectAll().execute()
    expect(await doorsCounted()).toEqual([['11', 1]])
    const door = () => backend.db.selectFrom('slot_doors').select(['door', 'opened_at']).execute()
    const done = await edit('events', { event, code: '13' })
    expect(done.body.data['message-edit']).toMatchObject({ before: { code: '11' }, after: { code: '13' } })
    expect(await doorsCounted()).toEqual([['13', 1]])
    expect(await door()).toEqual(
      expect.arrayContaining([
        { door: '11', opened_at: null },
        { door: '13', opened_at: at(2) },
      ]),
    )
    await revert(done.body.data['message-edit']?._id)
    expect(await backend.db.selectFrom('events').selectAll().execute()).toEqual(stored)

    const gone = await edit('events', { event })
    expect(await doorsCounted()).toEqual([])
    expect((await parts()).events).toEqual([])
    expect((await parts()).edits).toMatchObject([{ before: { code: '11' }, after: {} }])
    await revert(gone.body.data['message-edit']?._id)
    expect(await backend.db.selectFrom('events').selectAll().execute()).toEqual(stored)
    expect(await doorsCounted()).toEqual([['11', 1]])
    expect((await edit('events', { event, code: '11' })).status).toBe(422)
    expect((await edit('events', { event: slots.bellLink.id })).status).toBe(404)
    expect((await edit('events', { event, code: 'ZZ' })).status).toBe(422)
  })

  it('that cleared the memory explains a fall, and one that did not no longer does', async () => {
    await deliver([
      reading(6, at(5), { '0000': 40 }, { events: [{ event_seq_nr: 2, code: '11' }] }),
      reading(7, at(6), { '0000': 90 }),
    ])
    expect((await held()).slice(-2)).toEqual(['open', null])
    const other = { smib: smibs.bellLink.id, at: at(5), message_seq_nr: 6 }
    const { events } = (await send('message-edit-parts', other)).body.data.parts
    const cleared = { ...other, event: events[0]?.event, code: '7a' }
    const { preview } = (await send('message-edit-preview/events', cleared)).body.data
    const done = await send('message-edit/events', { ...cleared, ...why })
    expect(preview.effect.total.meters).toEqual({})
    expect(await held()).toEqual([null, null, null, null, null, null, null])
    expect((await coinIn()).slice(-2)).toEqual([0, 50])
    await revert(done.body.data['message-edit']?._id)
    expect((await held()).slice(-2)).toEqual(['open', null])
  })
})

describe('a value of slot data', () => {
  it('is corrected, left out, and comes back', async () => {
    const told = async () => Object.fromEntries((await parts()).slotdata.map(one => [one.name, one.value]))
    const done = await edit('slotdata', { name: 'serial', value: 'EGT-2' })
    expect(await told()).toEqual({ serial: 'EGT-2', games: 5 })
    const gone = await edit('slotdata', { name: 'games' })
    expect(await told()).toEqual({ serial: 'EGT-2' })
    await revert(done.body.data['message-edit']?._id)
    await revert(gone.body.data['message-edit']?._id)
    expect(await told()).toEqual({ serial: 'EGT-1', games: 5 })
    expect((await edit('slotdata', { name: '__proto__' })).status).toBe(404)
    expect((await edit('slotdata', { name: 'serial', value: 'EGT-1' })).status).toBe(422)
  })
})

it('an edit waits for a second person where the tenant asks for one, and is done as it was shown', async () => {
  const set = await backend.json(`/api/fraud-detector-db/v1/tenant-settings/${tenants.carpathia.id}`, {
    as: 'ana',
    method: 'PUT',
    body: { version: 0, values: { edit_second_person: true }, reason: 'The owners asked' },
  })
  expect(set.status).toBe(200)
  const approve = async (id: string | null) => {
    await backend.db
      .updateTable('approvals')
      .set({ asked_by_id: 'f'.repeat(24), asked_by: 'Somebody else' })
      .where('id', '=', String(id))
      .execute()
    return backend.json<Answer>('/api/approvals/v1/approval-approve', {
      as: 'ana',
      body: { ids: [id], reason: 'Looked at it together' },
    })
  }
  const { asked, 'message-edit': none } = (await edit('counters', { game_nr: 0, values: { coin_in: 300 } }))
    .body.data
  expect(none).toBe(null)
  expect(await coinIn()).toEqual([0, 100, 150, 50, 100])
  // Who answers is shown what it says and what it is to say.
  const told = await backend.json<Answer>(`/api/approvals/v1/approval/${asked}`, { as: 'ana' })
  const shown = { before: { coin_in: 350 }, after: { coin_in: 300 } }
  expect(told.body.data.approval).toMatchObject({ asked: { message: { shown } } })
  const waiting = await send('message-edit-preview/counters', { ...key, game_nr: 0 })
  expect(waiting.body.data.preview).toMatchObject({ second_person: { waiting: { _id: asked } } })
  // About one message one question waits.
  const other = await edit('slotdata', { name: 'games' })
  expect([other.status, other.body.error.code]).toEqual([409, 'approval_waits'])
  expect((await approve(asked)).body.data.results).toMatchObject([{ outcome: 'done' }])
  expect(await coinIn()).toEqual([0, 100, 100, 100, 100])

  const stored = () => backend.db.selectFrom('message_edits').selectAll().executeTakeFirstOrThrow()
  const { id } = await stored()
  expect((await revert(id)).body.data.results).toMatchObject([{ outcome: 'skipped', reason: 'asked' }])
  const back = await backend.db
    .selectFrom('approvals')
    .select('id')
    .where('answer', 'is', null)
    .executeTakeFirstOrThrow()
  expect((await approve(back.id)).body.data.results).toMatchObject([{ outcome: 'done' }])
  expect((await stored()).taken_back_by).toBe('Somebody else, Ana Popescu')
  expect(await coinIn()).toEqual([0, 100, 150, 50, 100])
  // What others have changed since it was asked is asked again.
  const late = (await edit('counters', { game_nr: 0 })).body.data.asked
  await deliver([reading(6, at(1) + HOUR / 2, { '0000': 210 })])
  expect((await approve(late)).body.error.code).toBe('approval_outdated')
})
