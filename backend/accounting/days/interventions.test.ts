/**
 * Where a figure is followed to: the hour that an instant is booked in, and what people did there, with who and why.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations, slots, smibs, type Person } from '../../../tests/people'
import { testBackend, type Envelope, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, HOUR, reading, sunday } from '../../../tests/support/feed'
import type { HourAnswer, SlotDayAnswer } from './days.contract'

let backend: TestBackend
const { clear, deliver } = bookedIn(() => backend)
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
beforeEach(clear)

const [slot, cluj] = [slots.bellLink.id, locations.cluj.id]
const at = (hours: number) => sunday + hours * HOUR
const where = (of: string, moment: number | string, as: Person = 'mihai') =>
  backend.request(`/api/aggregate/v1/slot/${of}/at/${moment}`, { as, method: 'GET' })
const placeOf = async (moment: number) => ((await (await where(slot, moment)).json()) as Envelope).data
const ask = async <Answer>(path: string) =>
  (
    await backend.json<{ data: Answer }>(
      `/api/aggregate/v1/location/${cluj}/day/2026-10-25/slot/${slot}${path}`,
      { as: 'mihai', method: 'GET' },
    )
  ).body.data
const post = (path: string, body: object, as: Person = 'ana') =>
  backend.json<{ data: Record<string, never> & { rows: { _id: string }[] } }>(path, { as, body })

describe('an instant of a slot', () => {
  it('lies in the hour and the gaming day that its figures are booked in: each takes its end with it', async () => {
    await deliver([reading(1, at(2), { '0000': 100 })])
    expect(await placeOf(at(2))).toEqual({ location: cluj, day: '2026-10-25', hour: at(1) })
    expect(await placeOf(at(2) + 1)).toEqual({ location: cluj, day: '2026-10-25', hour: at(2) })
    // The boundary itself closes the day before.
    expect(await placeOf(sunday)).toMatchObject({ day: '2026-10-24', hour: sunday - HOUR })
  })

  it('is told of no slot that the asker does not see, nor of what is no instant', async () => {
    expect((await where(slots.ribeira.id, at(2))).status).toBe(404)
    expect((await where(slot, at(2), 'paulo')).status).toBe(404)
    expect((await where('ffffffffffffffffffffffff', at(2), 'ana')).status).toBe(404)
    for (const odd of ['-1', '1.5', 'noon', '9e99', String(Number.MAX_SAFE_INTEGER)])
      expect((await where(slot, odd)).status, odd).toBe(404)
    expect((await where(slot, 0)).status).toBe(200)
  })
})

describe('an hour and its day', () => {
  it('are told as far as the day has come: what is yet to be played is not missing', async () => {
    await deliver([reading(1, at(1), { '0000': 100 }), reading(2, at(2), { '0000': 150 })])
    const now = at(4) + HOUR / 2
    backend.clock.set(now)
    const { body } = await backend.json<{ data: SlotDayAnswer }>(
      `/api/aggregate/v1/location/${cluj}/day/2026-10-25/slot/${slot}`,
      { as: 'mihai', method: 'GET' },
    )
    expect(body.data.hours.map(({ from }) => from)).toEqual([at(0), at(1), at(2), at(3)])
  })

  it('name what is in doubt, and then who decided it and why', async () => {
    await deliver([reading(1, at(1), { '0000': 48_000_000 }), reading(2, at(2), { '0000': 47_999_993 })])
    const open = [
      { of: 'repair', kind: 'fell', state: 'open', game_nr: 0, at: at(2), by: null, reason: null },
    ]
    expect((await ask<HourAnswer>(`/hour/${at(1)}`)).interventions).toMatchObject(open)
    // The hour before and the one after have nothing to do with it.
    for (const other of [0, 3])
      expect((await ask<HourAnswer>(`/hour/${at(other)}`)).interventions).toEqual([])

    const [repair] = (await post('/api/repairs/v1/repairs', { exactFields: ['slot'], exactValues: [[slot]] }))
      .body.data.rows
    const done = await post(`/api/repairs/v1/repair/${repair?._id}/decide`, {
      choice: 'break',
      reason: 'A new board, slip 2214',
    })
    expect(done.status).toBe(200)
    const decided = [
      {
        of: 'repair',
        _id: repair?._id,
        state: 'decided',
        by: 'Ana Popescu',
        reason: 'A new board, slip 2214',
      },
    ]
    expect((await ask<HourAnswer>(`/hour/${at(1)}`)).interventions).toMatchObject(decided)
    expect((await ask<SlotDayAnswer>('')).interventions).toMatchObject(decided)
    // Taken back, nobody's reason stands beside it.
    await post(`/api/repairs/v1/repair/${repair?._id}/reopen`, { reason: 'Another slot' })
    expect((await ask<SlotDayAnswer>('')).interventions).toMatchObject(open)
  })

  it('name a message that is ignored, in its own hour alone', async () => {
    await deliver([100, 200, 350, 400].map((value, nr) => reading(nr + 1, at(nr + 1), { '0000': value })))
    const ignored = await post('/api/rawdata/v1/ignore-message', {
      smib: smibs.bellLink.id,
      at: at(3),
      message_seq_nr: 3,
      reason: 'A frame of another machine',
    })
    expect(ignored.status).toBe(200)
    expect((await ask<SlotDayAnswer>('')).interventions).toMatchObject([
      {
        of: 'ignored',
        message_seq_nr: 3,
        at: at(3),
        by: 'Ana Popescu',
        reason: 'A frame of another machine',
      },
    ])
    expect((await ask<HourAnswer>(`/hour/${at(3)}`)).interventions).toEqual([])
    expect((await ask<HourAnswer>(`/hour/${at(2)}`)).interventions).toHaveLength(1)
  })

  it('show the readings of one game, and what was booked of it', async () => {
    const both = (nr: number, whole: number, third: number) => ({
      ...reading(nr, at(nr), {}),
      counters: [
        { game_nr: 0, meters: { '0000': whole } },
        { game_nr: 3, meters: { '0000': third } },
      ],
    })
    await deliver([both(1, 1_000, 70), both(2, 1_500, 90)])
    const ofGame = await ask<HourAnswer>(`/hour/${at(1)}?game=3`)
    expect(ofGame.game_nr).toBe(3)
    expect(ofGame.readings.map(({ before, meters }) => [before, meters.coin_in])).toEqual([
      [true, 70],
      [false, 90],
    ])
    expect(ofGame.booked.map(({ moved }) => moved.coin_in)).toEqual([20])
    expect((await ask<HourAnswer>(`/hour/${at(1)}`)).booked.map(({ moved }) => moved.coin_in)).toEqual([500])
    // A game that the slot has not.
    expect(await ask<HourAnswer>(`/hour/${at(1)}?game=4`)).toMatchObject({ readings: [], booked: [] })
  })
})
