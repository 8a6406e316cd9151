/**
 * A message that somebody ignores: its readings are passed by, shown before as it is booked, and taken back to what had
 * stood.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { smibs, slots, type Person } from '../../../tests/people'
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
  for (const table of ['ignored_messages', 'omitted_readings'] as const)
    await backend.db.deleteFrom(table).execute()
  // Each hour 100 credits; the third message is of another machine that stood a little higher.
  await deliver([100, 200, 350, 400, 500].map((value, nr) => reading(nr + 1, at(nr), { '0000': value })))
})
const at = (nr: number) => sunday + nr * HOUR
const key = { smib: smibs.bellLink.id, at: at(2), message_seq_nr: 3 }

type Answer = Envelope & {
  data: Record<string, { _id: string; moved: { minor: number }; effect: { total: { meters: object } } }> & {
    preview: { ignored: string | null; readings: number; effect: { total: { meters: object } } }
    results: { outcome: string; reason?: string }[]
  }
}
const send = (path: string, body: object, as: Person = 'ana') =>
  backend.json<Answer>(`/api/rawdata/v1/${path}`, { as, body })
const ignore = (more: object = {}, as: Person = 'ana') =>
  send('ignore-message', { ...key, reason: 'A frame of another machine', ...more }, as)
const coinIn = async () => (await hours()).map(row => row.coin_in)

describe('a message', () => {
  it('is ignored as the preview says, and counts again as before', async () => {
    const before = [await days(), await hours(), await held()]
    const preview = await send('ignore-message-preview', key)
    expect(preview.body.data.preview).toMatchObject({ ignored: null, readings: 1 })
    expect([await days(), await hours(), await held()]).toEqual(before)
    // The whole stays: 400 is told afterwards; an hour gets less, the next one more.
    expect(preview.body.data.preview.effect.total.meters).toEqual({})

    const done = await ignore()
    expect(done.status).toBe(200)
    const id = done.body.data['ignored-message']?._id
    expect(await coinIn()).toEqual([0, 100, 0, 200, 100])
    expect(await held()).toEqual([null, null, 'stray', null, null])

    const list = await backend.json<{ data: { rows: { _id: string; state: string }[] } }>(
      '/api/rawdata/v1/ignored-messages',
      { as: 'mihai', body: { exactFields: ['slot'], exactValues: [[slots.bellLink.id]] } },
    )
    expect(list.body.data.rows).toMatchObject([{ _id: id, state: 'ignored' }])

    const back = await send('ignored-message-restore', { ids: [id], reason: 'It was this one after all' })
    expect(back.body.data.results).toMatchObject([{ outcome: 'done' }])
    expect([await days(), await hours(), await held()]).toEqual(before)
    const again = await send('ignored-message-restore', { ids: [id], reason: 'Once more' })
    expect(again.body.data.results).toMatchObject([{ outcome: 'skipped', reason: 'restored' }])
    const trail = await backend.db
      .selectFrom('audit_log')
      .select('action')
      .where('entity_id', '=', id ?? '')
      .orderBy('seq')
      .execute()
    expect(trail.map(({ action }) => action)).toEqual(['ignore', 'count_again'])
  })

  it('that was the newest takes its movement along; what comes later goes on from the one before', async () => {
    await ignore({ at: at(4), message_seq_nr: 5 })
    expect(await coinIn()).toEqual([0, 100, 150, 50, 0])
    await deliver([reading(6, at(5), { '0000': 460 })])
    expect(await coinIn()).toEqual([0, 100, 150, 50, 0, 60])
    // Late data finds the omission in force.
    await deliver([reading(7, at(4) - 60_000, { '0000': 440 })])
    expect((await coinIn()).reduce((sum, one) => sum + one, 0)).toBe(360)
  })

  it('is ignored once, by whoever may, and only where it is', async () => {
    expect((await ignore({}, 'olga')).status).toBe(403)
    expect((await ignore({ message_seq_nr: 4 })).status).toBe(404)
    expect((await ignore({ smib: smibs.ribeira.id })).status).toBe(404)
    expect((await ignore({ reason: 'x' })).status).toBe(422)
    expect((await ignore()).status).toBe(200)
    const second = await ignore()
    expect([second.status, second.body.error.code]).toEqual([409, 'message_ignored'])
    await deliver([
      {
        ...reading(6, at(5), {}),
        counters: [],
        events: [{ event_seq_nr: 1, code: '11' }],
      },
    ])
    const none = await ignore({ at: at(5), message_seq_nr: 6 })
    expect([none.status, none.body.error.code]).toEqual([409, 'nothing_to_ignore'])
  })

  it('of a sealed day stays as it is, ignored or not, whether or not its day would come to something else', async () => {
    const day = (await days()).at(-1)
    const { location_id } = await backend.db
      .selectFrom('counter_days')
      .select('location_id')
      .where('slot_id', '=', slots.bellLink.id)
      .executeTakeFirstOrThrow()
    const through = day?.gaming_day ?? ''
    const seal = () =>
      backend.db
        .insertInto('fiscal_heads')
        .values({ location_id, tenant_id: '', books_from: through, sealed_through: through })
        .execute()
    await seal()
    const before = [await days(), await hours(), await held()]
    for (const more of [{}, { at: at(4), message_seq_nr: 5 }]) {
      const refused = await ignore(more)
      expect([refused.status, refused.body.error.code]).toEqual([409, 'day_sealed'])
    }
    const preview = await send('ignore-message-preview', key)
    expect([preview.status, preview.body.error.code]).toEqual([409, 'day_sealed'])
    expect([await days(), await hours(), await held()]).toEqual(before)
    await backend.db.deleteFrom('fiscal_heads').execute()
    const id = (await ignore()).body.data['ignored-message']?._id
    await seal()
    const back = await send('ignored-message-restore', { ids: [id], reason: 'It was this one after all' })
    expect([back.status, back.body.error.code]).toEqual([409, 'day_sealed'])
    await backend.db.deleteFrom('fiscal_heads').execute()
  })
})
