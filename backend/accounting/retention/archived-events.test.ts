/** Events of sealed days: what goes, what stays, and what is said of those that went. */
import { parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations, slots, smibs, tenants } from '../../../tests/people'
import { testBackend, type Ask, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, HOUR, reading, sunday } from '../../../tests/support/feed'
import { retained } from '../../../tests/support/retention'
import { doorOf } from '../../estate/slots/doors.service'
import { writeMadeEvents } from '../../telemetry/ingestion/made-events.service'
import { ingest } from '../../telemetry/ingestion/ingest.service'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
const { clear } = bookedIn(() => backend)
const { forget, seal, archive, dayAt } = retained(() => backend)
const ask = (path: string, more: Ask = {}) => backend.json(path, { as: 'ana', ...more })

let seq: number
const DAY = 24 * HOUR
const later = sunday + 400 * DAY
const told = (at: number, code: string, data?: Record<string, string | number>) =>
  reading(++seq, at, {}, { counters: [], events: [{ event_seq_nr: seq, code, ...(data && { data }) }] })
async function tell(...messages: ReturnType<typeof told>[]) {
  backend.clock.set(later)
  expect(await ingest(backend.deps, { tenantId: null }, messages)).toMatchObject({
    accepted: messages.length,
  })
}
const left = async () =>
  (await backend.db.selectFrom('events').select('code').orderBy('server_time').execute())
    .map(({ code }) => code)
    .filter(code => !code.startsWith('sequence'))
/** By kind, of all days. */
const money = async () =>
  (
    await backend.db
      .selectFrom('event_sums')
      .select(({ fn }) => [
        'kind',
        fn.sum<number>('records').as('records'),
        fn.sum<number>('minor').as('minor'),
      ])
      .groupBy('kind')
      .orderBy('kind')
      .execute()
  ).map(({ kind, records, minor }) => ({ kind, records: Number(records), minor: Number(minor) }))
const archives = async () =>
  (
    (await ask('/api/rawdata/v1/raw-archives', { body: { rowsPerPage: 100 } })).body.data.rows as unknown as {
      _id: string
      stream: string
    }[]
  ).filter(({ stream }) => stream === 'events')
/** Everything that is sealed up to a day after this instant. */
async function archiveThrough(at: number) {
  const { to } = await dayAt(at)
  await backend.db.deleteFrom('location_days').execute()
  await seal(sunday, to)
  await archive()
}

beforeEach(async () => {
  seq = 0
  await clear()
  await forget()
  for (const table of ['message_edits', 'ignored_messages'] as const)
    await backend.db.deleteFrom(table).execute()
})

describe('events of a sealed day that is old enough', () => {
  it('are in Parquet files, their sums stay, and their list says where they are', async () => {
    await tell(
      told(sunday + HOUR, '49'),
      told(sunday + 2 * HOUR, '49'),
      told(sunday + 3 * HOUR, '3D', { amount_minor: 700 }),
      told(sunday + 30 * HOUR, '49'),
      told(sunday + 31 * HOUR, '3D', { amount_minor: 50 }),
    )
    const before = await money()
    await archiveThrough(sunday + 4 * HOUR)
    expect(await left()).toEqual(['49', '3D'])
    expect(await money()).toEqual(before)
    const [file] = await archives()
    const piece = await ask(`/api/rawdata/v1/raw-archive/${file?._id}/piece/0`)
    const rows = await parquetReadObjects({
      file: new Uint8Array(Buffer.from(piece.body.data.content as string, 'base64')).buffer,
    })
    expect(rows.filter(row => !String(row.code).startsWith('sequence'))).toMatchObject([
      {
        code: '49',
        server_time: new Date(sunday + HOUR),
        slot_id: slots.bellLink.id,
        smib_id: smibs.bellLink.id,
      },
      { code: '49' },
      { code: '3D', data: '{"amount_minor":700}', category: 'ticket' },
    ])
    const list = async (from: number, to: number) =>
      (await ask('/api/rawdata/v1/events', { body: { dateStart: from, dateEnd: to } })).body.data.archived
    expect(await list(sunday, sunday + 5 * HOUR)).toMatchObject({ files: 1, location: locations.cluj.id })
    expect(await list(sunday + 29 * HOUR, sunday + 40 * HOUR)).toBeUndefined()
  })

  it('stay, where an attendant was called, as long as a reading is there whose win the call may explain', async () => {
    const handpay = (at: number) => [
      told(at, '51', { amount_minor: 700, kind: 'jackpot' }),
      told(at + HOUR, '52'),
    ]
    await tell(
      ...handpay(sunday + HOUR),
      reading(++seq, sunday + 3 * HOUR, { '0000': 1_000 }),
      ...handpay(sunday + 80 * HOUR),
      reading(++seq, sunday + 82 * HOUR, { '0000': 1_100 }),
    )
    const before = await money()
    // The reading after it is the one that the next will be compared with.
    await archiveThrough(sunday + 4 * HOUR)
    expect(await left()).toEqual(['51', '52', '51', '52'])
    await archiveThrough(sunday + 83 * HOUR)
    expect(await left()).toEqual(['51', '52'])
    expect(await money()).toEqual(before)
  })

  it('stay where they say how things stand: an open door, a span that goes on, the newest of each kind', async () => {
    await tell(
      told(sunday + HOUR, '11'),
      told(sunday + 2 * HOUR, '12'),
      // Open for three days.
      told(sunday + 3 * HOUR, '11'),
      told(sunday + 4 * HOUR, '1F'),
      told(sunday + 75 * HOUR, '1F'),
      told(sunday + 75 * HOUR + 1, '12'),
      told(sunday + 76 * HOUR, '12'),
    )
    await archiveThrough(sunday + 5 * HOUR)
    expect(await left()).toEqual(['11', '1F', '12', '12'])
    const spans = async () => {
      const body = {
        dateStart: sunday,
        dateEnd: sunday + 80 * HOUR,
        exactFields: ['slot'],
        exactValues: [slots.bellLink.id],
      }
      const { rows } = (await ask('/api/timelog/v1/timelog', { body })).body.data
      return rows.map(row => [row.kind, row.start_time, row.end_time])
    }
    const open = [['door', sunday + 3 * HOUR, sunday + 75 * HOUR + 1]]
    expect(await spans()).toEqual(open)
    // The end of a span that is there stays with it, and both go once there is a newer one.
    await archiveThrough(sunday + 80 * HOUR)
    expect(await left()).toEqual(['11', '1F', '12', '12'])
    expect(await spans()).toEqual(open)
    expect(await doorOf(backend.db, slots.bellLink.id, sunday + 81 * HOUR)).toMatchObject({ door: 'closed' })
    await tell(told(sunday + 100 * HOUR, '11'), told(sunday + 101 * HOUR, '12'))
    await forget()
    await archiveThrough(sunday + 80 * HOUR)
    expect(await left()).toEqual(['1F', '11', '12'])
  })

  it('stay where judgement asks for them, where somebody has edited them, and where their day is not sealed', async () => {
    await tell(
      told(sunday + HOUR, '7A'),
      told(sunday + 2 * HOUR, '49'),
      told(sunday + 3 * HOUR, '7A'),
      told(sunday + 26 * HOUR, '49'),
      told(sunday + 60 * HOUR, '49'),
    )
    const key = { smib: smibs.bellLink.id, at: sunday + 2 * HOUR, message_seq_nr: 2 }
    const { parts } = (await ask('/api/rawdata/v1/message-edit-parts', { body: key })).body
      .data as unknown as {
      parts: { events: { event: string }[] }
    }
    const edit = { ...key, event: parts.events[0]?.event, code: '4A', reason: 'The board was wired wrongly' }
    expect((await ask('/api/rawdata/v1/message-edit/events', { body: edit })).status).toBe(200)
    const { to } = await dayAt(sunday + 5 * HOUR)
    await seal(sunday, to)
    await seal(to + 1, to + DAY, 'closed')
    await seal(to + DAY + 1, to + 2 * DAY)
    await archive()
    expect(await left()).toEqual(['7A', '4A', '7A', '49', '49'])
  })

  it('stay, each with its end, until the anomaly that they are the evidence of is cleared', async () => {
    const found = (state: 'open' | 'cleared') => ({
      ...{
        id: 'a'.repeat(24),
        tenant_id: tenants.carpathia.id,
        location_id: locations.cluj.id,
        version: 1,
        search: '',
      },
      ...{ slot_id: slots.bellLink.id, archived_at: null, created_at: later, updated_at: later, state },
      ...{
        rule: 'max_handpay' as const,
        first_at: sunday + HOUR,
        last_at: sunday + HOUR,
        count: 1,
        value: 1,
      },
      ...{ threshold: 1, currency: 'RON', acknowledged_by: null, acknowledged_at: null, cleared_by: null },
      ...{ cleared_at: null, cleared_reason: null },
    })
    const handpay = (hour: number) => [told(sunday + hour * HOUR, '51'), told(sunday + hour * HOUR + 1, '52')]
    await tell(...handpay(1), ...handpay(2), ...handpay(3))
    await backend.db.insertInto('anomalies').values(found('open')).execute()
    await archiveThrough(sunday + 5 * HOUR)
    expect(await left()).toEqual(['51', '52', '51', '52'])
    await backend.db.updateTable('anomalies').set({ state: 'cleared' }).execute()
    await archiveThrough(sunday + 30 * HOUR)
    expect(await left()).toEqual(['51', '52'])
    await backend.db.deleteFrom('anomalies').execute()
  })

  it('of SMIBs on no slot go by their SMIB', async () => {
    const made = (code: 'smib_offline' | 'smib_online', hour: number) => ({
      ...{ code, at: sunday + hour * HOUR, slotId: null, smibId: smibs.bellLink.id },
      ...{ tenantId: tenants.carpathia.id, locationId: locations.cluj.id },
    })
    backend.clock.set(later)
    await writeMadeEvents(
      backend.db,
      [made('smib_offline', 1), made('smib_online', 2), made('smib_offline', 3), made('smib_online', 50)],
      later,
    )
    await archiveThrough(sunday + 5 * HOUR)
    expect(await left()).toEqual(['smib_offline', 'smib_online'])
  })

  it('go once: what comes again is known, and a stop at any piece leaves nothing in two places', async () => {
    const all = Array.from({ length: 30 }, (_, nr) => told(sunday + (nr + 1) * HOUR, nr % 2 ? '49' : '3D'))
    await tell(...all)
    const { to } = await dayAt(sunday + 26 * HOUR)
    await seal(sunday, to)
    for (let pieces = 1; pieces < 6; pieces++) await archive(pieces)
    await archive()
    const { rows } = await backend.db
      .selectFrom('raw_archives')
      .select(({ fn }) => fn.sum<number>('rows').as('rows'))
      .where('stream', '=', 'events')
      .executeTakeFirstOrThrow()
    expect(Number(rows) + (await left()).length).toBe(30)
    const before = await money()
    expect(await ingest(backend.deps, { tenantId: null }, all)).toMatchObject({ accepted: 0, duplicates: 30 })
    expect(await money()).toEqual(before)
  })
})

describe('a handpay', () => {
  const call = (hour: number, amount: number) =>
    told(sunday + hour * HOUR, '51', { amount_minor: amount, kind: 'jackpot' })
  it('that waits since several calls keeps the first one, which says since when', async () => {
    const since = async () =>
      (await backend.db.selectFrom('pending_handpays').select(['id', 'since']).execute())[0]
    await tell(call(1, 100), call(2, 200), call(3, 300))
    const first = await since()
    expect(first?.since).toBe(sunday + HOUR)
    await archiveThrough(sunday + 5 * HOUR)
    expect(await left()).toEqual(['51', '51'])
    await tell(call(40, 400))
    expect(await since()).toEqual(first)
  })
  it('takes its amount from the call that stayed for it', async () => {
    await tell(call(1, 100), told(sunday + 2 * HOUR, '52'), call(3, 500))
    await archiveThrough(sunday + 5 * HOUR)
    expect(await left()).toEqual(['52', '51'])
    await tell(told(sunday + 40 * HOUR, '52'))
    expect(await money()).toEqual([{ kind: 'jackpot', records: 2, minor: 600 }])
  })

  it('that comes only now is counted by itself, and changes no other', async () => {
    await tell(call(1, 100), told(sunday + 2 * HOUR, '52'), call(3, 500), told(sunday + 4 * HOUR, '52'))
    await tell(call(5, 70), told(sunday + 6 * HOUR, '52'))
    await archiveThrough(sunday + 7 * HOUR)
    const late = [call(1.5, 9_999), told(sunday + 3.5 * HOUR, '52', { amount_minor: 3 })]
    await tell(...late)
    expect(await money()).toEqual([
      { kind: 'handpaid_cancelled', records: 1, minor: 3 },
      { kind: 'jackpot', records: 3, minor: 670 },
    ])
  })
})
