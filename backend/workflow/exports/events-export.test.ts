/** Events are no entity, and their file is an export like any other. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations, slots, smibs, tenants, wednesday, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { listRequest } from '../../platform/contract/list'
import { newId } from '../../platform/db/new-id'
import { eventStream } from '../../telemetry/streams/stream-request'
import { events } from '../../telemetry/streams/stream-rows'
import { streamSource } from '../../telemetry/streams/stream-source'
import type { EventsTable } from '../../telemetry/readings/events.table'
import { eventsContract, type EventRow } from '../../telemetry/streams/streams.contract'
import { idsOf } from '../../../tests/support/ids-of'
import { claimNext, LEASE_MS } from '../../platform/tasks/claim'
import { startRunner, type Runner } from '../../platform/tasks/runner'
import { exportTask } from './export-task'
import type { DataExport } from './exports.contract'

const eventsSource = streamSource(eventsContract, eventStream, events)
/** So small that one ends within rows of the same moment. */
const inSmallPieces = streamSource(eventsContract, eventStream, events, 7)
const HOUR = 3_600_000
const WEEK = { dateStart: wednesday - 7 * 24 * HOUR, dateEnd: wednesday }
const TOLD = 1_234
const base = '/api/dataexport/v1'
const columns = ['server_time', 'code', 'slot', 'gap']
let backend: TestBackend
const runners: Runner[] = []

const eventOf = (
  slot: keyof typeof slots & keyof typeof smibs,
  location: keyof typeof locations,
  tenant: keyof typeof tenants,
  at: number,
  nr: number,
): EventsTable => ({
  id: newId(at),
  tenant_id: tenants[tenant].id,
  location_id: locations[location].id,
  slot_id: slots[slot].id,
  smib_id: smibs[slot].id,
  run: 1,
  message_seq_nr: nr,
  event_seq_nr: nr,
  server_time: at,
  server_nano: 0,
  received_at: at,
  code: nr % 2 === 0 ? '11' : '12',
  category: 'door',
  severity: nr % 2 === 0 ? 'alarm' : 'info',
  data: null,
})
const add = async (events: EventsTable[]) => {
  for (let from = 0; from < events.length; from += 500)
    await backend.db
      .insertInto('events')
      .values(events.slice(from, from + 500))
      .execute()
}

beforeAll(async () => {
  backend = await testBackend()
  await add(
    Array.from({ length: TOLD }, (_, nr) =>
      eventOf('bellLink', 'cluj', 'carpathia', WEEK.dateStart + nr * 60_000, nr),
    ),
  )
  await add([
    eventOf('ribeira', 'porto', 'lusitania', WEEK.dateStart + HOUR, 1),
    eventOf('bellLink', 'cluj', 'carpathia', WEEK.dateStart - 1, 1),
    eventOf('bellLink', 'cluj', 'carpathia', WEEK.dateEnd, 1),
  ])
})
beforeEach(() => backend.clock.set(wednesday))
afterEach(() => Promise.all(runners.splice(0).map(runner => runner.stop())))
afterAll(() => backend.close())

const ofSlot = { ...WEEK, exactFields: ['slot'], exactValues: [slots.bellLink.id] }
const order = (request: object = ofSlot) => ({
  list: 'rawdata/events',
  page: 'events',
  address: '',
  request,
  columns,
  language: 'ro',
  time_zone: 'Europe/Bucharest',
})
const start = (chunkRows = 500) =>
  runners.push(
    startRunner(backend.deps, [exportTask(backend.app.api.sources, chunkRows)], { pollMs: 20, stopMs: 300 }),
  )
const ask = async (path: string, as: Person, body?: object) => {
  const answer = await backend.json(`${base}${path}`, { as, ...(body && { body }) })
  return { ...answer, found: answer.body.data?.export as unknown as DataExport }
}
const ordered = async (as: Person = 'mihai', request?: object) =>
  (await ask('/export', as, order(request))).found
async function until(
  id: string,
  is: (found: DataExport) => boolean,
  as: Person = 'mihai',
): Promise<DataExport> {
  for (let tries = 0; tries < 1_000; tries++) {
    const { found } = await ask(`/export/${id}`, as)
    if (is(found)) return found
    await pause(5)
  }
  throw new Error('The export does not get there')
}
const done = ({ state }: DataExport) => state === 'done'
async function fileOf(
  { _id, chunks }: DataExport,
  as: Person = 'mihai',
): Promise<[number, string, { name: string }, boolean][]> {
  const rows = []
  for (let nr = 0; nr < chunks; nr++)
    rows.push(
      ...((await ask(`/export/${_id}/chunk/${nr}`, as)).body.data.rows as unknown as [
        number,
        string,
        { name: string },
        boolean,
      ][]),
    )
  return rows
}

describe('an export of events', () => {
  it('holds what the list holds of a machine and a period, in its order', async () => {
    start()
    const found = await until((await ordered())._id, done)
    const rows = await fileOf(found)
    const { body } = await backend.json<{ data: { rows: EventRow[]; total: number } }>(
      '/api/rawdata/v1/events',
      { as: 'mihai', body: { ...ofSlot, rowsPerPage: 10_000 } },
    )
    expect(found).toMatchObject({ rows: TOLD, expected_rows: TOLD, as_of: wednesday })
    expect(body.data.total).toBe(TOLD)
    expect(rows).toEqual(body.data.rows.map(row => [row.server_time, row.code, row.slot, row.gap]))
    expect(rows[0]?.[2]).toMatchObject({ name: slots.bellLink.serial })
  })

  it('of a filter, oldest first, is that', async () => {
    start()
    const request = {
      ...ofSlot,
      exactFields: ['slot', 'severity'],
      exactValues: [slots.bellLink.id, 'alarm'],
      sortBy: ['server_time'],
      sortDirection: ['ASC'],
    }
    const rows = await fileOf(await until((await ordered('mihai', request))._id, done))
    expect(rows).toHaveLength(TOLD / 2)
    expect(rows.map(([at]) => at)).toEqual(rows.map(([at]) => at).sort((a, b) => a - b))
  })

  it('has the events that were there when it began, however many arrive meanwhile', async () => {
    const { _id } = await ordered('mihai', WEEK)
    start(50)
    await until(_id, ({ as_of }) => as_of !== null)
    // A SMIB that was cut off delivers what happened days ago.
    const late = Array.from({ length: 100 }, (_, nr) =>
      eventOf('novoline', 'cluj', 'carpathia', WEEK.dateStart + nr * 600_000 + 1, nr),
    )
    await add(late)
    const rows = await fileOf(await until(_id, done))
    expect(new Set(rows.map(([at]) => at)).size).toBe(rows.length)
    expect(rows).toHaveLength(TOLD)
    await backend.db
      .deleteFrom('events')
      .where(
        'id',
        'in',
        late.map(({ id }) => id),
      )
      .execute()
  })

  it('goes on after kill -9 where it was', async () => {
    const { _id, task } = await ordered()
    start(50)
    await until(_id, ({ progress }) => progress > 1_000)
    await Promise.all(runners.splice(0).map(runner => runner.stop()))
    const dead = await claimNext(backend.db, ['data_export'], backend.clock())
    expect(dead?.id).toBe(task)
    backend.clock.advance(LEASE_MS + 1)
    start(50)
    const rows = await fileOf(await until(_id, done))
    expect(rows).toHaveLength(TOLD)
    expect(new Set(rows.map(([at]) => at)).size).toBe(TOLD)
  })

  it('of more halls than one statement takes is in order, those without a number last among equals', async () => {
    const location = await backend.db
      .selectFrom('locations')
      .selectAll()
      .where('id', '=', locations.cluj.id)
      .executeTakeFirstOrThrow()
    const halls = Array.from({ length: 250 }, (_, nr) => ({
      ...location,
      id: newId(wednesday),
      code: `H-${nr}`,
      code_key: null,
    }))
    await backend.db.insertInto('locations').values(halls).execute()
    const period = { dateStart: WEEK.dateStart - 30 * 24 * HOUR, dateEnd: WEEK.dateStart - 29 * 24 * HOUR }
    const told = halls.map(({ id }, nr) => ({
      ...eventOf('bellLink', 'cluj', 'carpathia', period.dateStart + Math.floor(nr / 10), nr),
      location_id: id,
      ...(nr % 10 === 3 && { message_seq_nr: null, event_seq_nr: null }),
    }))
    await add([...told].reverse())
    const expected = Array.from({ length: 25 }, (_, nr) => told.slice(nr * 10, nr * 10 + 10)).flatMap(
      equals => [
        ...equals.filter(one => one.message_seq_nr !== null),
        ...equals.filter(one => one.message_seq_nr === null),
      ],
    )
    const request = listRequest.parse({ ...period, sortBy: ['server_time'], sortDirection: ['ASC'] })
    const own = { tenantId: tenants.carpathia.id }
    for (const source of [eventsSource, inSmallPieces])
      expect(await idsOf(source, backend.db, own, request, 250, wednesday)).toEqual(
        expected.map(({ id }) => id),
      )
    expect(
      await eventsSource.total(backend.db, { tenantId: tenants.carpathia.id }, request, 230, wednesday),
    ).toEqual({ total: 231, capped: true })
    await expect(
      idsOf(eventsSource, backend.db, { tenantId: null }, request, 249, wednesday),
    ).rejects.toMatchObject({ status: 413 })
    expect(
      await idsOf(eventsSource, backend.db, { tenantId: tenants.lusitania.id }, request, 250, wednesday),
    ).toEqual([])
  })

  it('of Paulo holds Lusitânia’s events alone, whatever he asks for', async () => {
    start()
    const own = await fileOf(await until((await ordered('paulo', WEEK))._id, done, 'paulo'), 'paulo')
    expect(own.map(([, , slot]) => slot.name)).toEqual([slots.ribeira.serial])
    expect(await until((await ordered('paulo'))._id, done, 'paulo')).toMatchObject({
      rows: 0,
      expected_rows: 0,
    })
  })
})

describe('an order of events', () => {
  it.each([
    ['without a period', { exactFields: ['slot'], exactValues: [slots.bellLink.id] }],
    ['of a period without an end', { dateStart: WEEK.dateStart }],
    ['of a period without a beginning', { dateEnd: WEEK.dateEnd }],
    ['by a sort that is none', { ...WEEK, sortBy: ['code'] }],
    ['of a filter that is none', { ...WEEK, exactFields: ['colour'], exactValues: ['red'] }],
  ])('%s is refused', async (_, request) => {
    expect((await ask('/export', 'mihai', order(request))).status).toBe(422)
    expect((await ask('/expected', 'mihai', { list: 'rawdata/events', request })).status).toBe(422)
  })

  it('is refused to whoever may order no export', async () => {
    expect((await ask('/export', 'olga', order())).status).toBe(403)
    expect((await ask('/expected', 'olga', { list: 'rawdata/events', request: WEEK })).status).toBe(403)
  })

  it('of more than one file takes is refused with the limit and what is known of the total', async () => {
    const source = backend.app.api.sources.get('rawdata/events')
    if (!source) throw new Error('Events are no list')
    expect((await ask('/expected', 'mihai', { list: 'rawdata/events', request: ofSlot })).body.data).toEqual({
      total: TOLD,
      limit: source.mostRows,
    })
    const limit = TOLD + 500
    const most = source.mostRows
    source.mostRows = limit
    await sql`insert into events (id, tenant_id, location_id, slot_id, code, category, severity, server_time, server_nano, received_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(limit + 500)})
      select 'many-' || i, ${tenants.carpathia.id}, ${locations.cluj.id}, ${slots.novoline.id}, '7E', 'play', 'info', cast(${WEEK.dateStart} as bigint) + i, 0, cast(${wednesday} as bigint) from n`.execute(
      backend.db,
    )
    const { status, body } = await ask('/export', 'mihai', order(WEEK))
    expect(status).toBe(413)
    expect(body.error).toMatchObject({
      code: 'too_many',
      details: { limit, total: limit + 1, capped: true },
    })
    expect((await ask('/expected', 'mihai', { list: 'rawdata/events', request: WEEK })).body.data).toEqual({
      total: limit + 1,
      capped: true,
      limit,
    })
    // Another slot's flood is none of this one's.
    expect((await ask('/export', 'mihai', order())).status).toBe(200)
    source.mostRows = most
    await sql`delete from events where code = '7E'`.execute(backend.db)
  })
})
