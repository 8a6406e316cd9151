import type { Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations, slots, smibs } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, reading } from '../../../tests/support/feed'
import type { HourAnswer } from '../../accounting/days/days.contract'
import { up as fill } from '../../schema/migrations/057-what-held-before'
import { ingest } from '../ingestion/ingest.service'
import type { IngestMessage } from '../ingestion/ingest.contract'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const { clear, repairs, held, crossings } = bookedIn(() => backend)
const [slot, smib] = [slots.bellLink.id, smibs.bellLink.id]

/** Thursday, 12 March 2026, 11:00 in Cluj and Brăila. */
const morning = Date.UTC(2026, 2, 12, 9)
const minutes = (count: number) => morning + count * 60_000

beforeEach(async () => {
  const { db } = backend
  await clear()
  backend.clock.set(morning)
  await db
    .updateTable('slots')
    .set({ location_id: locations.cluj.id, denomination_minor: 1 })
    .where('id', '=', slot)
    .execute()
  await db.updateTable('smibs').set({ slot_id: slot }).where('id', '=', smib).execute()
  await db.deleteFrom('slot_history').where('slot_id', '=', slot).where('valid_from', '>', 0).execute()
  await db.deleteFrom('smib_history').where('smib_id', '=', smib).where('valid_from', '>', 0).execute()
  await db
    .updateTable('slot_history')
    .set({ location_id: locations.cluj.id, denomination_minor: 1 })
    .where('slot_id', '=', slot)
    .execute()
})

const send = async (at: number, ...messages: IngestMessage[]) => {
  backend.clock.set(at)
  return (await ingest(backend.deps, { tenantId: null }, messages)).verdicts.map(one =>
    one.verdict === 'refused' ? one.code : one.verdict,
  )
}
/** Told at once, by the clock of that minute. */
const tell = (seq: number, minute: number, coinIn: number, over: Partial<IngestMessage> = {}) =>
  send(minutes(minute), reading(seq, minutes(minute), { '0000': coinIn }, over))

async function change(minute: number, input: object, of: string = slot): Promise<void> {
  backend.clock.set(minutes(minute))
  const path = `/api/configuration/v1/slot/${of}`
  const { body } = await backend.json<{ data: { slot: Record<string, never> } }>(path, {
    as: 'ana',
    method: 'GET',
  })
  const { version, serial, denomination, manufacturer, location } = body.data.slot as unknown as {
    version: number
    serial: string
    denomination: object
    manufacturer: { _id: string }
    location: { _id: string }
  }
  const answer = await backend.request(path, {
    as: 'ana',
    method: 'PUT',
    body: {
      serial,
      denomination,
      manufacturer: manufacturer._id,
      location: location._id,
      version,
      reason: 'As agreed',
      ...input,
    },
  })
  expect(answer.status).toBe(200)
}

const money = async () =>
  (
    await backend.db
      .selectFrom('counter_days')
      .select(['gaming_day', 'location_id', 'denomination_minor', 'coin_in'])
      .where('slot_id', '=', slot)
      .execute()
  )
    .filter(row => row.coin_in !== 0)
    .map(
      row =>
        `${row.gaming_day} ${row.location_id === locations.cluj.id ? 'Cluj' : 'Brăila'} ${row.coin_in} × ${row.denomination_minor}`,
    )
    .sort()

describe('a slot that is moved at noon, repriced at three and reset at six', () => {
  it('shows right figures in both locations that evening, and after late data next morning', async () => {
    await tell(1, 0, 1_000)
    await tell(2, 30, 1_100)
    await change(60, { location: locations.braila.id })
    await tell(4, 90, 1_300)
    await tell(5, 180, 1_500)
    await change(240, { denomination: { minor: 5, currency: 'RON' } })
    await tell(7, 300, 1_700)
    await tell(8, 420, 0, { events: [{ event_seq_nr: 1, code: '7A' }] })
    await tell(9, 440, 50)

    // 200 lie across the move: booked in Cluj. 200 lie across the change of price: at which they were played nobody
    // knows yet.
    expect(await money()).toEqual([
      '2026-03-12 Brăila 200 × 1',
      '2026-03-12 Brăila 50 × 5',
      '2026-03-12 Cluj 300 × 1',
    ])
    expect(await repairs()).toEqual([
      null,
      null,
      '{"coin_in":"straddle"}',
      null,
      '{"coin_in":"repriced"}',
      '{"coin_in":"cleared"}',
      null,
    ])
    expect(await crossings()).toMatchObject([
      { kind: 'repriced', state: 'open', proposed_minor: 0 },
      { kind: 'cleared', state: 'open' },
    ])

    // Late next morning: one in Brăila, ten minutes after the move, and the one that was read at the very change of the
    // price.
    await send(
      minutes(1_200),
      reading(3, minutes(70), { '0000': 1_250 }),
      reading(6, minutes(240), { '0000': 1_600 }),
    )
    expect(await money()).toEqual(
      ['2026-03-12 Brăila 350 × 1', '2026-03-12 Brăila 150 × 5', '2026-03-12 Cluj 250 × 1'].sort(),
    )
    expect(await crossings()).toMatchObject([{ kind: 'cleared' }])
    // What lies across the move is booked at its instant: the hour before noon's.
    const hours = await backend.db
      .selectFrom('counter_hours')
      .select(['hour_start', 'coin_in', 'location_id'])
      .where('location_id', '=', locations.cluj.id)
      .where('slot_id', '=', slot)
      .where('coin_in', '>', 0)
      .execute()
    expect(hours).toEqual([{ hour_start: morning, coin_in: 250, location_id: locations.cluj.id }])
    // The hour in Cluj shows both readings of what it booked, though the second was taken in Brăila.
    const path = `/api/aggregate/v1/location/${locations.cluj.id}/day/2026-03-12/slot/${slot}/hour`
    const hour = await backend.json<{ data: HourAnswer }>(`${path}/${morning}`, { as: 'ana' })
    expect(
      hour.body.data.readings.map(one => [one.meters.coin_in, one.before, one.elsewhere]).slice(-2),
    ).toEqual([
      [1_100, false, false],
      [1_250, false, true],
    ])
  })

  it('keeps what holds in intervals that end at the instant of the change, to the nanosecond', async () => {
    await tell(1, 0, 1_000)
    await change(60, { location: locations.braila.id })
    await send(
      minutes(61),
      reading(2, minutes(60), { '0000': 1_010 }),
      reading(3, minutes(60), { '0000': 1_030 }, { server_time_nano: `${minutes(60)}000001` }),
      reading(4, minutes(61), { '0000': 1_070 }),
    )
    // 20 lie between the change and a nanosecond after it: they were played in Brăila.
    expect(await money()).toEqual(['2026-03-12 Brăila 60 × 1', '2026-03-12 Cluj 10 × 1'])
    expect(await repairs()).toEqual([null, null, null, null])
  })
})

describe('a SMIB that served another slot when it told something', () => {
  const other = slots.novoline
  const move = async (minute: number, to: string | null) => {
    backend.clock.set(minutes(minute))
    await backend.db
      .updateTable('smibs')
      .set({ slot_id: to, updated_at: minutes(minute) })
      .where('id', '=', smib)
      .execute()
  }
  const readings = () =>
    backend.db
      .selectFrom('counter_readings')
      .select(['slot_id', 'message_seq_nr', 'held'])
      .where('smib_id', '=', smib)
      .orderBy('message_seq_nr')
      .execute()

  it('is booked on the one that it served; what it told while it stood on none is kept and not booked', async () => {
    await backend.db.updateTable('smibs').set({ slot_id: null }).where('id', '=', smibs.novoline.id).execute()
    try {
      await tell(1, 0, 1_000)
      await move(60, null)
      await move(120, other.id)
      expect(
        await send(
          minutes(180),
          reading(2, minutes(30), { '0000': 1_100 }),
          reading(3, minutes(90), { '0000': 9 }),
          reading(
            4,
            minutes(150),
            { '0000': 70 },
            { events: [{ event_seq_nr: 1, code: '11', at: minutes(40) }] },
          ),
          reading(5, minutes(170), { '0000': 90 }),
        ),
      ).toEqual(['accepted', 'accepted', 'accepted', 'accepted'])
      expect(await readings()).toEqual([
        { slot_id: slot, message_seq_nr: 1, held: null },
        { slot_id: slot, message_seq_nr: 2, held: null },
        { slot_id: other.id, message_seq_nr: 3, held: 'not_placed' },
        { slot_id: other.id, message_seq_nr: 4, held: null },
        { slot_id: other.id, message_seq_nr: 5, held: null },
      ])
      const sums = await backend.db
        .selectFrom('counter_days')
        .select(['slot_id', 'coin_in'])
        .orderBy('coin_in', 'desc')
        .execute()
      expect(sums).toEqual([
        { slot_id: slot, coin_in: 100 },
        { slot_id: other.id, coin_in: 20 },
      ])
      // An event is of the slot that it happened on, whenever it was told.
      const door = await backend.db.selectFrom('events').select('slot_id').where('code', '=', '11').execute()
      expect(door).toEqual([{ slot_id: slot }])
      // A reading before one that is not placed is judged without it.
      await send(minutes(181), reading(6, minutes(160), { '0000': 80 }))
      expect(await held()).toEqual([null, null])
      await move(200, null)
      expect(await tell(7, 210, 1)).toEqual(['smib_without_slot'])
    } finally {
      await backend.db
        .updateTable('smibs')
        .set({ slot_id: null, updated_at: minutes(300) })
        .where('id', '=', smib)
        .execute()
      await backend.db
        .updateTable('smibs')
        .set({ slot_id: other.id })
        .where('id', '=', smibs.novoline.id)
        .execute()
    }
  })
})

describe('histories', () => {
  it('are written with every change, begin with the record, and go with it', async () => {
    const other = slots.harbour.id
    await change(20, { denomination: { minor: 5, currency: 'RON' } }, other)
    await change(20, { denomination: { minor: 10, currency: 'RON' } }, other)
    await change(30, { location: locations.cluj.id }, other)
    const history = () =>
      backend.db
        .selectFrom('slot_history')
        .select(['valid_from', 'origin', 'location_id', 'denomination_minor'])
        .where('slot_id', '=', other)
        .orderBy('valid_from')
        .execute()
    expect(await history()).toMatchObject([
      { valid_from: 0, denomination_minor: 1 },
      { valid_from: minutes(20), origin: 'written', denomination_minor: 10 },
      { valid_from: minutes(30), origin: 'written', location_id: locations.cluj.id },
    ])
    // A network from before there were histories: what the audit log tells of is filled in, and what nobody knows is
    // assumed.
    for (const table of ['slot_history', 'smib_history', 'location_rules'] as const)
      await backend.db.deleteFrom(table).execute()
    await fill(backend.db as unknown as Kysely<unknown>)
    expect(await history()).toMatchObject([
      { valid_from: 0, origin: 'assumed', location_id: locations.braila.id, denomination_minor: 1 },
      { valid_from: minutes(20), origin: 'log', location_id: locations.braila.id, denomination_minor: 10 },
      { valid_from: minutes(30), origin: 'log', location_id: locations.cluj.id, denomination_minor: 10 },
    ])
  })
})
