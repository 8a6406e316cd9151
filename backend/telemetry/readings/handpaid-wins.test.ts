/**
 * A win beyond what a slot can have paid is booked when an attendant was called for it, whichever of the two is heard
 * first.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, HOUR, reading, sunday } from '../../../tests/support/feed'
import { slots, smibs } from '../../../tests/people'

let backend: TestBackend
let price: number
beforeAll(async () => {
  backend = await testBackend()
  const slot = await backend.db
    .selectFrom('slots')
    .select('denomination_minor')
    .where('id', '=', slots.bellLink.id)
    .executeTakeFirstOrThrow()
  price = slot.denomination_minor
})
afterAll(() => backend.close())
const { clear, deliver, days, held } = bookedIn(() => backend)
beforeEach(() => clear())

const WIN = 60_000_000
const MINUTE = 60_000
const before = reading(1, sunday, { '0000': 1_000, '0001': 500, '0002': 0, '0003': 0, '0005': 40 })
const won = (nr: number, at: number, codes = ['0001']) =>
  reading(nr, at, {
    '0000': 1_300,
    ...Object.fromEntries(['0001', '0002', '0003'].map(code => [code, code === '0001' ? 500 : 0])),
    ...Object.fromEntries(codes.map(code => [code, (code === '0001' ? 500 : 0) + WIN])),
    '0005': 43,
  })
const call = (nr: number, at: number, data?: Record<string, string | number>) =>
  reading(nr, at, {}, { counters: [], events: [{ event_seq_nr: nr, code: '51', ...(data && { data }) }] })
const jackpot = (credits: number) => ({ amount_minor: credits * price, kind: 'jackpot' })
const cancelled = () => ({ amount_minor: WIN * price, kind: 'cancelled_credits' })
const at = (minutes: number) => sunday + minutes * MINUTE
const coinOut = async () => (await days()).reduce((sum, one) => sum + one.coin_out, 0)

describe('a win of more than the highest award', () => {
  it('waits for a person while nothing tells of it', async () => {
    await deliver([before, won(2, at(15))])
    expect([await coinOut(), await held()]).toEqual([0, [null, 'open']])
  })

  it('is booked when a handpay tells of it, before or after, in one batch or several', async () => {
    const feed = [before, call(2, at(10), jackpot(WIN)), won(3, at(15))]
    for (const batches of [[feed], feed.map(one => [one]), feed.toReversed().map(one => [one])]) {
      await clear()
      await deliver(...batches)
      expect([await coinOut(), await held()]).toEqual([WIN, [null, null]])
    }
  })

  it('is booked when the attendant comes hours later, and the meter moves only then', async () => {
    const later = [
      before,
      call(2, at(10), jackpot(WIN)),
      reading(3, at(15), { '0001': 500, '0005': 40 }),
      won(4, at(200)),
    ]
    await deliver(...later.map(one => [one]))
    expect([await coinOut(), await held()]).toEqual([WIN, [null, null, null]])
  })

  it.each([
    ['told for less', () => jackpot(WIN / 2)],
    ['told without an amount', () => undefined],
    ['for credits that were cancelled', cancelled],
  ])('is not explained by a handpay %s', async (_, data) => {
    await deliver([before, call(2, at(10), data()), won(3, at(15))])
    expect([await coinOut(), await held()]).toEqual([0, [null, 'open']])
  })

  it('is not explained by a handpay of two days ago', async () => {
    const first = reading(1, sunday - 60 * HOUR, { '0001': 500, '0005': 40 })
    const old = call(2, sunday - 50 * HOUR, jackpot(WIN))
    await deliver([first, old, reading(3, sunday, { '0001': 500, '0005': 40 }), won(4, at(15))])
    expect(await coinOut()).toBe(0)
  })

  it('leaves other meters to their own handpays', async () => {
    await deliver([before, call(2, at(10), cancelled()), won(3, at(15), ['0003'])])
    expect(await held()).toEqual([null, null])
    await clear()
    await deliver([before, call(2, at(10), jackpot(WIN)), won(3, at(15), ['0003'])])
    expect(await held()).toEqual([null, 'open'])
  })

  it('waits again once somebody says that there was no such event, until that is taken back', async () => {
    const edit = async (path: string, body: object) => {
      const reason = 'No attendant was there'
      const answer = await backend.json<{ data: Record<string, { _id: string }> }>(
        `/api/rawdata/v1/${path}`,
        {
          as: 'ana',
          body: { ...body, reason },
        },
      )
      expect(answer.status).toBe(200)
      return answer.body.data['message-edit']?._id
    }
    await deliver([before, call(2, at(10), jackpot(WIN)), won(3, at(15))])
    const { id: event } = await backend.db.selectFrom('events').select('id').executeTakeFirstOrThrow()
    const left = await edit('message-edit/events', {
      smib: smibs.bellLink.id,
      at: at(10),
      message_seq_nr: 2,
      event,
    })
    expect([await coinOut(), await held()]).toEqual([0, [null, 'open']])
    await edit('message-edit-take-back', { ids: [left] })
    expect([await coinOut(), await held()]).toEqual([WIN, [null, null]])
    for (const table of ['message_edits', 'approvals'] as const) await backend.db.deleteFrom(table).execute()
  })
})
