/**
 * Checkpoints: a slot's meters at the end of its gaming day and when somebody asks for them, from the readings that
 * told them.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, slots, smibs, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { gamingDayBounds, gamingDayOf } from '../../estate/locations/gaming-day.service'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import { closeDays, renewDayCheckpoints } from './checkpoints.service'

let backend: TestBackend
/** In Cluj the day begins at eight. */
let boundary = 0
let day = ''
const zone = ['Europe/Bucharest', '08:00'] as const

beforeAll(async () => {
  backend = await testBackend()
  const open = gamingDayOf(backend.clock(), ...zone)
  boundary = gamingDayBounds(open, ...zone).from
  day = new Date(Date.parse(open) - 86_400_000).toISOString().slice(0, 10)
  const told = (seq: number, nano: string, meters: object) => ({
    smib_id: smibs.bellLink.mac,
    message_seq_nr: seq,
    server_time_nano: nano,
    counters: [{ meters }],
  })
  await ingest(backend.deps, { tenantId: null }, [
    told(1, `${boundary - 7_200_000}000000`, { '0000': 1_000, '0001': 400 }),
    told(2, `${boundary}000000`, { '0000': 1_500 }),
    told(3, `${boundary}000001`, { '0000': 1_501, '0001': 500 }),
  ])
})
afterAll(() => backend.close())

interface Row {
  kind: string
  coin_in: number
  slot: { name: string }
}
async function list(as: Person, filters: Record<string, string> = {}) {
  const answer = await backend.json('/api/checkpoints/v1/checkpoints', {
    as,
    body: { exactFields: Object.keys(filters), exactValues: Object.values(filters) },
  })
  return {
    status: answer.status,
    rows: ((answer.body.data as { rows?: unknown[] } | undefined)?.rows ?? []) as Row[],
  }
}
const make = (as: Person, body: object) =>
  backend.json('/api/checkpoints/v1/checkpoint', { as, body: { reason: 'Service of the slot', ...body } })

describe('a checkpoint', () => {
  it('is made once of each gaming day that ended: a reading at the boundary itself is the day’s, one a nanosecond later is not', async () => {
    while ((await closeDays(backend.deps)) > 0);
    await closeDays(backend.deps)
    const { rows } = await list('mihai', { slot: slots.bellLink.id })
    expect(rows).toMatchObject([
      {
        kind: 'day',
        gaming_day: day,
        server_time: boundary,
        reading_time: boundary,
        reading_age: 0,
        reading_state: 'fresh',
        message_seq_nr: 2,
        coin_in: 1_500,
        // Not in that reading: told by the one before it.
        coin_out: 400,
        earlier: { coin_out: boundary - 7_200_000 },
        jackpot: null,
        reason: null,
      },
    ])
  })

  it('of a day’s end is kept anew of one tenant whose readings up to it have all come only now', async () => {
    const days = async () => (await list('mihai', { slot: slots.bellLink.id })).rows.map(row => row.coin_in)
    await ingest(backend.deps, { tenantId: null }, [
      {
        smib_id: smibs.bellLink.mac,
        message_seq_nr: 4,
        server_time_nano: `${boundary}000000`,
        counters: [{ meters: { '0000': 1_501 } }],
      },
    ])
    await renewDayCheckpoints(backend.db, tenants.lusitania.id)
    while ((await closeDays(backend.deps)) > 0);
    expect(await days()).toEqual([1_500])
    await renewDayCheckpoints(backend.db, tenants.carpathia.id)
    while ((await closeDays(backend.deps)) > 0);
    expect(await days()).toEqual([1_501])
  })

  it('is made by hand with a reason, of a slot or of a location, and on record', async () => {
    backend.clock.advance(1_000)
    expect((await make('mihai', { type: 'location', id: locations.cluj.id })).body.data).toMatchObject({
      made: 1,
    })
    const { rows } = await list('mihai', { location: locations.cluj.id, kind: 'hand' })
    expect(rows).toMatchObject([
      {
        coin_in: 1_501,
        coin_out: 500,
        earlier: {},
        reason: 'Service of the slot',
        made_by: expect.any(String) as string,
      },
    ])
    const entry = await backend.db
      .selectFrom('audit_log')
      .select('entity_id')
      .where('action', '=', 'checkpoint')
      .executeTakeFirst()
    expect(entry?.entity_id).toBe(locations.cluj.id)
    expect((await make('mihai', { type: 'slot', id: slots.bellLink.id, reason: '' })).status).toBe(422)
  })

  it('is nobody else’s: not of another tenant, and of each type by its own permission', async () => {
    expect((await make('mihai', { type: 'slot', id: slots.ribeira.id })).status).toBe(404)
    expect((await list('paulo', { slot: slots.bellLink.id })).rows).toEqual([])
  })
})

it('of a day ends by the clock that the day has: one that holds from a coming date on ends none before', async () => {
  await renewDayCheckpoints(backend.db, tenants.carpathia.id)
  const { db } = backend
  const was = await db
    .selectFrom('locations')
    .select(['rules_from', 'gaming_day_start'])
    .where('id', '=', locations.cluj.id)
    .executeTakeFirstOrThrow()
  const set = (columns: typeof was) =>
    db.updateTable('locations').set(columns).where('id', '=', locations.cluj.id).execute()
  await set({ rules_from: '2030-01-01', gaming_day_start: '03:00' })
  while ((await closeDays(backend.deps)) > 0);
  const { at } = await db
    .selectFrom('checkpoints')
    .select(row => row.fn.max('server_time').as('at'))
    .where('location_id', '=', locations.cluj.id)
    .where('kind', '=', 'day')
    .executeTakeFirstOrThrow()
  expect(at).toBe(boundary)
  await set(was)
  await db.deleteFrom('location_rules').where('from_date', '=', '2030-01-01').execute()
})
