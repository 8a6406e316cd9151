/** What is said and done about days whose raw rows are in archives. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations, slots, tenants } from '../../../tests/people'
import { testBackend, type Ask, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, HOUR, reading, sunday } from '../../../tests/support/feed'
import { hourly, retained } from '../../../tests/support/retention'
import { closeDay } from '../closing/closing.service'
import { markDay } from '../../telemetry/readings/day-marks.service'
import { refreshMarked } from '../closing/days-watch.service'
import { dayOf, placeOf } from '../../telemetry/gaming-days/place.service'
import { ingest } from '../../telemetry/ingestion/ingest.service'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
const { clear, deliver, days, hours } = bookedIn(() => backend)
const { forget, seal, archive, dayAt } = retained(() => backend)
const send = (batch: typeof hourly) => ingest(backend.deps, { tenantId: null }, batch)
const figures = async () => ({ days: await days(), hours: await hours() })
const ask = (path: string, more: Ask = {}) => backend.json(path, { as: 'ana', ...more })

beforeEach(async () => {
  await clear()
  await forget()
  await deliver(hourly)
})

describe('of a day in archives', () => {
  const late = () => reading(500, sunday + 6 * HOUR + 60_000, { '0000': 1_550, '0001': 720 })

  it('a message that nobody had heard of is kept and booked nowhere', async () => {
    const { to } = await dayAt(sunday + 10 * HOUR)
    await seal(sunday, to)
    await archive()
    const before = await figures()
    expect(await send([late()])).toMatchObject({ accepted: 1 })
    expect(await figures()).toEqual(before)
    const { body } = await ask('/api/rawdata/v1/counters', {
      body: { dateStart: sunday, dateEnd: to, exactFields: ['slot'], exactValues: [slots.bellLink.id] },
    })
    expect(body.data.rows.map(row => row.held)).toContain('too_late')
    expect(await send([late()])).toMatchObject({ duplicates: 1 })
  })

  it('a memory event of then that comes only now changes nothing', async () => {
    const { to } = await dayAt(sunday + 10 * HOUR)
    await seal(sunday, to)
    await archive()
    const before = await figures()
    const cleared = { events: [{ event_seq_nr: 1, code: '7A' }], counters: [] }
    for (const at of [sunday + 3 * HOUR + 60_000, to - 60_000])
      expect(await send([reading(600 + (at % 7), at, {}, cleared)])).toMatchObject({ accepted: 1 })
    expect(await figures()).toEqual(before)
  })

  it('virtual counters go on over a rollover that is in an archive', async () => {
    await clear()
    await deliver(
      hourly.map((_, nr) =>
        reading(nr + 1, sunday + (nr + 1) * HOUR, { '0000': (99_999_700 + nr * 100) % 100_000_000 }),
      ),
    )
    const values = async () =>
      (
        await ask('/api/rawdata/v1/counters-virtual', {
          body: { dateStart: sunday + 60 * HOUR, dateEnd: sunday + 73 * HOUR, rowsPerPage: 50 },
        })
      ).body.data.rows.map(row => row.meters)
    const before = await values()
    expect(before.length).toBeGreaterThan(10)
    const { to } = await dayAt(sunday + 40 * HOUR)
    await seal(sunday, to)
    await archive()
    expect(await values()).toEqual(before)
  })

  it('a slot that was silent since then goes on from its last reading', async () => {
    const { to } = await dayAt(sunday + 75 * HOUR)
    await seal(sunday, to)
    await archive()
    await send([reading(73, sunday + 75 * HOUR, { '0000': 8_200, '0001': 3_360 })])
    const { coin_in } = (await days()).at(-1) ?? {}
    expect((await days()).reduce((sum, one) => sum + one.coin_in, 0)).toBe(8_200 - 1_000)
    expect(coin_in).toBeGreaterThan(0)
  })

  it('a day that is worked out anew keeps the readings that it opened and closed with', async () => {
    const { day, to } = await dayAt(sunday + 30 * HOUR)
    const place = dayOf(await placeOf(backend.db, { tenantId: null }, locations.cluj.id), day)
    await backend.db
      .transaction()
      .execute(tx => closeDay(tx, place, { by: null, reason: null }, backend.clock()))
    const stored = () =>
      backend.db
        .selectFrom('slot_day_closings')
        .selectAll()
        .where('slot_id', '=', slots.bellLink.id)
        .where('day', '=', day)
        .execute()
    const before = await stored()
    await backend.db.deleteFrom('location_days').execute()
    await seal(sunday, to)
    await archive()
    await markDay(backend.db, { locationId: locations.cluj.id, day })
    await refreshMarked(backend.deps)
    expect(await stored()).toEqual(before)
    expect(JSON.parse(before[0]?.opening ?? '{}')).toMatchObject({
      message_seq_nr: expect.any(Number) as number,
    })
  })

  it('sums of then are not worked out anew, nothing is entered or ignored there, and it is said why', async () => {
    const { day, to } = await dayAt(sunday + 10 * HOUR)
    await seal(sunday, to)
    await archive()
    for (const [type, id] of [
      ['slot', slots.bellLink.id],
      ['location', locations.cluj.id],
      ['tenant', tenants.carpathia.id],
    ] as const) {
      const asked = { type, id, from: day, through: day, reason: 'Looks odd' }
      const { status, body } = await ask('/api/rawdata/v1/reaggregate', { body: asked })
      expect([type, status, body.error?.code]).toEqual([type, 409, 'day_archived'])
    }
    const entered = await backend.json('/api/rawdata/v1/manual-reading', {
      as: 'mihai',
      body: {
        slot: slots.bellLink.id,
        at: sunday + 4 * HOUR + 60_000,
        values: { coin_in: 1_310 },
        reason: 'Read',
      },
    })
    expect([entered.status, entered.body.error?.code]).toEqual([409, 'day_archived'])
  })

  it('a file that somebody changed is told from one that was written', async () => {
    const { to } = await dayAt(sunday + 10 * HOUR)
    await seal(sunday, to)
    await archive()
    const one = await backend.db.selectFrom('raw_archives').select('id as _id').executeTakeFirst()
    await backend.db
      .updateTable('raw_archive_pieces')
      .set({ content: Buffer.from('another file').toString('base64') })
      .where('archive_id', '=', one?._id ?? '')
      .execute()
    const got = (await ask(`/api/rawdata/v1/raw-archive/${one?._id}`)).body.data['raw-archive']
    expect(got).toMatchObject({ verdict: 'altered' })
  })

  it('a decided repair says that readings around it are in archives, and where', async () => {
    const { to } = await dayAt(sunday + 10 * HOUR)
    await clear()
    const clearedAt = sunday + 5 * HOUR
    await deliver(
      hourly.map((one, nr) =>
        nr < 4
          ? one
          : reading(
              nr + 1,
              sunday + (nr + 1) * HOUR,
              { '0000': 40 + (nr - 4) * 100, '0001': 10 + (nr - 4) * 40 },
              nr === 4 ? { events: [{ event_seq_nr: 1, code: '7A' }] } : {},
            ),
      ),
    )
    const { _id: repair } = await backend.db
      .selectFrom('repairs')
      .select('id as _id')
      .where('crossing', '=', clearedAt)
      .executeTakeFirstOrThrow()
    const evidence = async () =>
      (await ask(`/api/repairs/v1/repair/${repair}/evidence`)).body.data.evidence as unknown as {
        archived: object | null
        readings: object[]
      }
    const decided = await backend.json(`/api/repairs/v1/repair/${repair}/decide`, {
      as: 'mihai',
      body: { choice: 'break', reason: 'The technician confirmed it' },
    })
    expect(decided.status).toBe(200)
    const before = await evidence()
    expect(before.archived).toBeNull()
    await seal(sunday, to)
    await archive()
    const after = await evidence()
    expect(after.readings.length).toBeLessThan(before.readings.length)
    expect(after.archived).toMatchObject({ files: 1, location: locations.cluj.id })
  })

  it('pages say where its readings are, and lists which rows of their period are there', async () => {
    const { day, to } = await dayAt(sunday + 10 * HOUR)
    await seal(sunday, to)
    await archive()
    const hour = sunday + 3 * HOUR
    const shown = await ask(
      `/api/aggregate/v1/location/${locations.cluj.id}/day/${day}/slot/${slots.bellLink.id}/hour/${hour}`,
    )
    expect(shown.status).toBe(404)
    const list = (path: string, body: object) => ask(`/api/rawdata/v1/${path}`, { body })
    const period = { dateStart: sunday, dateEnd: to + HOUR }
    for (const path of ['counters', 'counters-virtual', 'messages'])
      expect((await list(path, period)).body.data.archived, path).toMatchObject({
        files: 1,
        from: sunday + HOUR,
        location: locations.cluj.id,
      })
    const of = (field: string, value: string) => ({ ...period, exactFields: [field], exactValues: [value] })
    expect((await list('counters', of('slot', slots.bellLink.id))).body.data.archived).toBeDefined()
    expect((await list('counters', of('location', locations.braila.id))).body.data.archived).toBeUndefined()
    const later = { dateStart: to + HOUR, dateEnd: to + 5 * HOUR }
    expect((await list('counters', later)).body.data.archived).toBeUndefined()
    const paulo = await backend.json('/api/rawdata/v1/counters', { as: 'paulo', body: period })
    expect(paulo.body.data.archived).toBeUndefined()
  })
})
