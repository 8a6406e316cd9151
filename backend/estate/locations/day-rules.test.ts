import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { importDesk } from '../../../tests/support/imports'
import { bookedIn, HOUR, reading } from '../../../tests/support/feed'
import { ingest } from '../../telemetry/ingestion/ingest.service'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const { days } = bookedIn(() => backend)
/** Thursday, 12 March 2026, 11:00 in Cluj, where gaming days begin at 08:00. */
const thursday = Date.UTC(2026, 2, 12, 9)

async function save(input: object) {
  const path = `/api/configuration/v1/location/${locations.cluj.id}`
  const { body } = await backend.json<{ data: { location: { version: number; tenant: { _id: string } } } }>(
    path,
    {
      as: 'ana',
      method: 'GET',
    },
  )
  const { version, tenant } = body.data.location
  return backend.json<{
    data?: { location: { rules_from: string | null; gaming_day_start: string } }
    error?: { fields: Record<string, { code: string }[]> }
  }>(path, {
    as: 'ana',
    method: 'PUT',
    body: {
      code: locations.cluj.code,
      name: locations.cluj.name,
      city: locations.cluj.city,
      tenant: tenant._id,
      gaming_day_start: '08:00',
      version,
      reason: 'New opening hours',
      ...input,
    },
  })
}
const refusal = async (input: object) => (await save(input)).body.error?.fields

describe('a new start of the gaming day', () => {
  it('holds from the next gaming day, and what is told late of the days before stays in theirs', async () => {
    backend.clock.set(thursday)
    const { body } = await save({ gaming_day_start: '05:00' })
    expect(body.data?.location).toMatchObject({ rules_from: '2026-03-13', gaming_day_start: '05:00' })

    // 07:00 in Cluj: on Wednesday, Thursday and Friday.
    const seven = [10, 11, 12, 13].map(date => Date.UTC(2026, 2, date, 5))
    backend.clock.set(thursday + 48 * HOUR)
    const told = seven.map((at, index) => reading(index + 1, at, { '0000': 1_000 + 10 * index }))
    for (const one of told.reverse())
      expect((await ingest(backend.deps, { tenantId: null }, [one])).accepted).toBe(1)
    expect((await days()).map(day => [day.gaming_day, day.readings])).toEqual([
      ['2026-03-09', 1],
      ['2026-03-10', 1],
      ['2026-03-11', 1],
      ['2026-03-13', 1],
    ])
  })

  it('is refused for a day that has begun, before one that is planned, and where a day would last too long', async () => {
    backend.clock.set(thursday + 48 * HOUR)
    const start = { gaming_day_start: '06:00' }
    expect(await refusal({ ...start, rules_from: '2026-03-14' })).toEqual({
      rules_from: [{ code: 'date_past' }],
    })
    expect((await save({ ...start, rules_from: '2026-03-20' })).status).toBe(200)
    expect(await refusal({ gaming_day_start: '07:00', rules_from: '2026-03-18' })).toEqual({
      rules_from: [{ code: 'date_scheduled' }],
    })
    // What is planned and has not begun is changed in its place.
    expect(
      (await save({ gaming_day_start: '04:00', rules_from: '2026-03-20' })).body.data?.location.rules_from,
    ).toBe('2026-03-20')
    // From 04:00 in Romania to 23:59 in Hawaii the day between would have 56 hours.
    expect(
      await refusal({ gaming_day_start: '23:59', time_zone: 'Pacific/Honolulu', rules_from: '2026-03-25' }),
    ).toEqual({ gaming_day_start: [{ code: 'day_length' }] })
    const stored = await backend.db
      .selectFrom('location_rules')
      .select(['from_date', 'gaming_day_start'])
      .where('location_id', '=', locations.cluj.id)
      .orderBy('from_date')
      .execute()
    expect(stored).toEqual([
      { from_date: '0001-01-01', gaming_day_start: '08:00' },
      { from_date: '2026-03-13', gaming_day_start: '05:00' },
      { from_date: '2026-03-20', gaming_day_start: '04:00' },
    ])
  })

  it('is refused with a date alone, and set back from the next gaming day, whatever holds from when before', async () => {
    const stored = () =>
      backend.db
        .selectFrom('location_rules')
        .select(['from_date', 'gaming_day_start'])
        .where('location_id', '=', locations.cluj.id)
        .where('from_date', '>', '2026-03-20')
        .orderBy('from_date')
        .execute()
    backend.clock.set(Date.UTC(2026, 2, 25, 12))
    expect(await refusal({ gaming_day_start: '04:00', rules_from: '2026-03-30' })).toEqual({
      rules_from: [{ code: 'date_alone' }],
    })
    expect((await save({ gaming_day_start: '06:00' })).status).toBe(200)
    backend.clock.set(Date.UTC(2026, 2, 28, 12))
    const entries = await backend.json('/api/audit/v1/entries', {
      as: 'ana',
      body: {
        rowsPerPage: 1,
        exactFields: ['entity', 'entity_id'],
        exactValues: ['location', locations.cluj.id],
      },
    })
    const [entry] = entries.body.data.rows as { _id: string; after: { version: number } }[]
    const { status } = await backend.request(`/api/configuration/v1/revert/location/${locations.cluj.id}`, {
      as: 'ana',
      body: { entry: entry?._id, version: entry?.after.version, reason: 'By mistake' },
    })
    expect(status).toBe(200)
    expect(await stored()).toEqual([
      { from_date: '2026-03-26', gaming_day_start: '06:00' },
      { from_date: '2026-03-29', gaming_day_start: '04:00' },
    ])
  })

  it('of an import that is undone days later holds until then', async () => {
    // Each at its own time: who signed in on the first day has to again on the fifth.
    const at = async (time: number, step: (desk: ReturnType<typeof importDesk>) => Promise<unknown>) => {
      backend.clock.set(time)
      const desk = importDesk(backend)
      try {
        return await step(desk)
      } finally {
        await desk.end()
      }
    }
    const { code, name, city } = locations.cluj
    const file = `code;name;city;gaming_day_start\n${code};${name};${city};07:00`
    let id = ''
    await at(Date.UTC(2026, 3, 1, 12), async desk => {
      id = (await desk.check('ana', 'locations', 'update', file))._id
      await desk.done('ana', id, 'commit', { reason: 'New opening hours' })
    })
    await at(Date.UTC(2026, 3, 5, 12), desk => desk.done('ana', id, 'undo', { reason: 'The wrong file' }))
    const rules = await backend.db
      .selectFrom('location_rules')
      .select(['from_date', 'gaming_day_start'])
      .where('location_id', '=', locations.cluj.id)
      .where('from_date', '>', '2026-03-29')
      .orderBy('from_date')
      .execute()
    expect(rules).toEqual([
      { from_date: '2026-04-02', gaming_day_start: '07:00' },
      { from_date: '2026-04-06', gaming_day_start: '04:00' },
    ])
  })
})
