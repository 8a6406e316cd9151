import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations, slots, smibs, wednesday, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { reportedBetween } from '../../platform/db/active-between'
import { isPostgres } from '../../platform/db/bulk'
import { ingest } from '../../telemetry/ingestion/ingest.service'

interface Answer {
  data: {
    rows: { _id: string; serial: string }[]
    total: number
    job: { _id: string; total: number; planned: number }
    export: { expected_rows: number }
  }
  error: { code: string; fields?: Record<string, { code: string }[]>; details?: { found: number } }
}

const HOUR = 3_600_000
/** The gaming day of Tuesday, 08:00 to 08:00 in Bucharest. */
const tuesday = Date.UTC(2026, 2, 10, 6)
const iso = (at: number) => new Date(at).toISOString()
const between = (from: number, to: number) => ({ startDate: iso(from), endDate: iso(to) })

let backend: TestBackend
let sequence = 0
beforeAll(async () => {
  backend = await testBackend()
  // Bell Link played on Tuesday at ten, Novoline at noon and on Wednesday morning; the harbour's only told events;
  // Porto played at ten.
  await report('bellLink', tuesday + 2 * HOUR + 60_000)
  await report('novoline', tuesday + 4 * HOUR + 60_000, wednesday - HOUR)
  await report('ribeira', tuesday + 2 * HOUR + 60_000)
  await ingest(backend.deps, { tenantId: null }, [
    {
      smib_id: smibs.harbour.mac,
      message_seq_nr: ++sequence,
      server_time_nano: `${tuesday + 2 * HOUR}000000`,
      events: [{ event_seq_nr: 1, code: '11' }],
    },
  ])
})
beforeEach(() => backend.clock.set(wednesday))
afterAll(() => backend.close())

async function report(slot: keyof typeof smibs, ...times: number[]): Promise<void> {
  for (const at of times) {
    const { refused } = await ingest(backend.deps, { tenantId: null }, [
      {
        smib_id: smibs[slot].mac,
        message_seq_nr: ++sequence,
        server_time_nano: `${at}000000`,
        counters: [{ game_nr: 0, meters: { '0000': sequence } }],
      },
    ])
    expect(refused).toBe(0)
  }
}
async function call(as: Person, path: string, body: object) {
  const { status, body: answer } = await backend.json<Answer>(path, { as, body })
  return { status, ...answer }
}
const list = (as: Person, request: object) =>
  call(as, '/api/configuration/v1/slots', { sortBy: ['serial'], sortDirection: ['ASC'], ...request })
const serials = async (as: Person, request: object) =>
  (await list(as, request)).data.rows.map(row => row.serial)

describe('slots of a period', () => {
  it('are the machines that reported counters in it; what only sent events was not at work', async () => {
    expect(await serials('mihai', between(tuesday, tuesday + 24 * HOUR))).toEqual([
      slots.bellLink.serial,
      slots.novoline.serial,
    ])
    expect(await serials('mihai', between(tuesday, tuesday + 3 * HOUR))).toEqual([slots.bellLink.serial])
    expect(await serials('mihai', between(tuesday - 24 * HOUR, tuesday))).toEqual([])
  })

  it('are all machines when no period is asked for', async () => {
    expect((await list('mihai', {})).data.total).toBe(3)
  })

  it('are the same after machines have gone on talking: the last message says nothing about it', async () => {
    const asked = between(tuesday, tuesday + 3 * HOUR)
    const before = await serials('mihai', asked)
    backend.clock.set(wednesday + 30 * 24 * HOUR)
    await report('harbour', wednesday + 29 * 24 * HOUR)
    await backend.db
      .updateTable('slots')
      .set({ last_seen_at: wednesday + 30 * 24 * HOUR })
      .execute()
    expect(await serials('mihai', asked)).toEqual(before)
  })

  it('are found by whole hours; a reading at a full hour belongs to the hour that it closes', async () => {
    expect(
      await serials('mihai', between(tuesday + 2 * HOUR + 30 * 60_000, tuesday + 2 * HOUR + 40 * 60_000)),
    ).toEqual([slots.bellLink.serial])
    // Novoline's reading at eight closes the hour before.
    expect(await serials('mihai', between(wednesday - 2 * HOUR, wednesday - HOUR))).toEqual([
      slots.novoline.serial,
    ])
    expect(await serials('mihai', between(wednesday - HOUR, wednesday))).toEqual([])
  })

  it('may begin or end nowhere, and be written with any offset', async () => {
    expect(await serials('mihai', { startDate: iso(tuesday + 24 * HOUR), endDate: iso(wednesday) })).toEqual([
      slots.novoline.serial,
    ])
    expect(await serials('mihai', { endDate: iso(tuesday + 3 * HOUR) })).toEqual([slots.bellLink.serial])
    expect(
      await serials('mihai', { startDate: '2026-03-10T08:00+02:00', endDate: '2026-03-10T11:00:00+02:00' }),
    ).toEqual([slots.bellLink.serial])
  })

  it('stay within one’s own tenant, and take filters and search along', async () => {
    const day = between(tuesday, tuesday + 24 * HOUR)
    expect(await serials('paulo', day)).toEqual([slots.ribeira.serial])
    expect(await serials('ana', { ...day, query: 'nov' })).toEqual([
      slots.novoline.serial,
      slots.ribeira.serial,
    ])
    expect(
      await serials('ana', {
        ...day,
        exactFields: ['location'],
        exactValues: [locations.cluj.id],
        rowsPerPage: 1,
        page: 1,
      }),
    ).toEqual([slots.novoline.serial])
  })

  it.each([
    [{ startDate: 'yesterday' }, 'startDate'],
    [{ endDate: '2026-02-30T00:00:00Z' }, 'endDate'],
    [{ startDate: '2026-02-30' }, 'startDate'],
    [{ startDate: 1_770_000_000_000 }, 'startDate'],
    [{ startDate: '2026-03-10T08:00:00' }, 'startDate'],
    [{ startDate: iso(tuesday), endDate: iso(tuesday) }, 'endDate'],
    [{ startDate: iso(wednesday), endDate: iso(tuesday) }, 'endDate'],
  ])('refuses %j', async (body, field) => {
    const { status, error } = await list('mihai', body)
    expect(status).toBe(422)
    expect(Object.keys(error.fields ?? {})).toEqual([field])
  })

  it('are asked of no list whose records do not work', async () => {
    for (const path of [
      '/api/configuration/v1/locations',
      '/api/public_api/v1/slots-offline',
      '/api/slotcontrol/v1/bulk-jobs',
    ]) {
      expect((await call('ana', path, between(tuesday, wednesday))).status, path).toBe(422)
    }
    expect(
      (
        await call('ana', '/api/configuration/v1/archive-many/locations', {
          matching: between(tuesday, wednesday),
          preview: true,
        })
      ).status,
    ).toBe(422)
  })
})

describe('what takes all that match takes the period along', () => {
  const matching = { query: '', exactFields: [], exactValues: [], ...between(tuesday, tuesday + 24 * HOUR) }

  it('a bulk preview has the list’s total', async () => {
    const { status, data } = await call('mihai', '/api/slotcontrol/v1/bulk-preview', {
      action: 'lock',
      reason: 'Night closing',
      with_offline: true,
      matching,
    })
    expect(status).toBe(200)
    expect(data.job.total).toBe((await list('mihai', between(tuesday, tuesday + 24 * HOUR))).data.total)
  })

  it('an edit of many changes these machines and no others, and refuses another number than was confirmed', async () => {
    const order = { matching, fields: { position: 'T-1' }, expected: 2 }
    expect(
      (await call('mihai', '/api/configuration/v1/update-many/slots', { ...order, expected: 3 })).error,
    ).toMatchObject({ code: 'selection_changed', details: { found: 2 } })
    expect((await call('mihai', '/api/configuration/v1/update-many/slots', order)).status).toBe(200)
    const moved = await backend.db
      .selectFrom('slots')
      .select('serial')
      .where('position', '=', 'T-1')
      .orderBy('serial')
      .execute()
    expect(moved.map(row => row.serial)).toEqual([slots.bellLink.serial, slots.novoline.serial])
  })

  it('a command locks only them', async () => {
    const { status } = await call('mihai', '/api/slotcontrol/v1/lock', {
      matching: { ...matching, ...between(tuesday, tuesday + 3 * HOUR) },
      reason: 'Night closing',
    })
    expect(status).toBe(200)
    expect(
      (await backend.db.selectFrom('slots').select('serial').where('status', '=', 'locked').execute()).map(
        row => row.serial,
      ),
    ).toEqual([slots.bellLink.serial])
  })

  it('an export holds them', async () => {
    const order = {
      list: 'configuration/slots',
      page: 'slots',
      address: '',
      request: { ...between(tuesday, tuesday + 24 * HOUR) },
      columns: ['serial'],
      language: 'en',
      time_zone: 'UTC',
    }
    expect((await call('mihai', '/api/dataexport/v1/export', order)).data.export.expected_rows).toBe(2)
  })
})

describe('how it is found', () => {
  it('the key answers for each slot, and nothing else is read', async () => {
    if (isPostgres(backend.db)) return
    const { rows } = await sql<{
      detail: string
    }>`explain query plan select t.id from slots as t where t.archived_at is null
      and ${reportedBetween(tuesday, wednesday)} order by t.serial limit 50`.execute(backend.db)
    expect(rows.map(row => row.detail).join('\n')).toContain(
      'r USING PRIMARY KEY (slot_nr=? AND hour_start>? AND hour_start<?)',
    )
  })
})
