import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../platform/db/new-id'
import { testBackend, type Ask, type TestBackend } from '../../../tests/support/backend'
import { slotRow } from '../../../tests/support/network'
import { people, slots, wednesday } from '../../../tests/people'
import { claimNext, LEASE_MS } from '../../platform/tasks/claim'
import type { ListSource } from '../../platform/store/list-source'
import { startRunner, type Runner } from '../../platform/tasks/runner'
import { exportTask, removeExpired } from './export-task'
import { DIRECT_ROWS } from '../../platform/contract/list'
import { RETENTION_DAYS, type DataExport } from './exports.contract'

const HALL = 2_345
let backend: TestBackend
const runners: Runner[] = []
const order = {
  list: 'configuration/slots',
  page: 'slots',
  address: '',
  request: { sortBy: ['serial'], sortDirection: ['ASC'] },
  columns: ['serial', 'location', 'status'],
  language: 'ro',
  time_zone: 'Europe/Bucharest',
}
const base = '/api/dataexport/v1'

beforeAll(async () => {
  backend = await testBackend()
  const slots = Array.from({ length: HALL }, (_, nr) =>
    slotRow(newId(wednesday), `HALL-${String(nr).padStart(5, '0')}`, 'EGT', 'cluj', wednesday),
  )
  for (let from = 0; from < HALL; from += 500)
    await backend.db
      .insertInto('slots')
      .values(slots.slice(from, from + 500))
      .execute()
})
beforeEach(() => backend.clock.set(wednesday))
afterEach(() => Promise.all(runners.splice(0).map(runner => runner.stop())))
afterAll(() => backend.close())

const start = (chunkRows = 500) =>
  runners.push(
    startRunner(backend.deps, [exportTask(backend.app.api.sources, chunkRows)], { pollMs: 20, stopMs: 300 }),
  )
const ask = async (path: string, asking: Ask) => {
  const { status, body } = await backend.json(`${base}${path}`, asking)
  return { status, found: body.data?.export as unknown as DataExport, body }
}
const ordered = async (asking: Ask = { as: 'mihai', body: order }) => (await ask('/export', asking)).found
const read = async (id: string, as: keyof typeof people = 'mihai') =>
  (await ask(`/export/${id}`, { as })).found
async function until(id: string, state: string, as: keyof typeof people = 'mihai'): Promise<DataExport> {
  for (let tries = 0; tries < 250; tries++) {
    const found = await read(id, as)
    if (found.state === state) return found
    await pause(20)
  }
  throw new Error(`The export is ${(await read(id, as)).state}, not ${state}`)
}
async function fileOf({ _id, chunks }: DataExport, as: keyof typeof people = 'mihai'): Promise<unknown[][]> {
  const rows: unknown[][] = []
  for (let nr = 0; nr < chunks; nr++)
    rows.push(
      ...((await backend.json(`${base}/export/${_id}/chunk/${nr}`, { as })).body.data
        .rows as unknown as unknown[][]),
    )
  return rows
}
/** Something that one waits for and another tells. */
function signalled(): { told: Promise<void>; tell(): void } {
  let tell = () => {}
  const told = new Promise<void>(resolve => {
    tell = resolve
  })
  return { told, tell: () => tell() }
}
const serials = (rows: unknown[][]) => rows.map(row => String(row[0]))

describe('an export', () => {
  it('holds the whole filtered list in its order, with its columns, and says as of when', async () => {
    start()
    const { _id } = await ordered()
    const done = await until(_id, 'done')
    const rows = await fileOf(done)
    expect(done).toMatchObject({
      rows: HALL + 3,
      expected_rows: HALL + 3,
      as_of: wednesday,
      language: 'ro',
      expires_at: wednesday + RETENTION_DAYS * 86_400_000,
      own: true,
      created_by: 'Mihai Ionescu',
    })
    expect(serials(rows)).toEqual([...serials(rows)].sort())
    expect(rows.find(([serial]) => serial === slots.bellLink.serial)).toEqual([
      slots.bellLink.serial,
      { _id: expect.any(String) as string, name: 'Cluj Central' },
      'active',
    ])
  })

  it('says in which currencies each column of amounts is, of all its pieces, so that the file can begin with it', async () => {
    start(50)
    const whose = {
      as: 'ana' as const,
      body: { ...order, columns: ['serial', 'denomination', 'last_seen_at'] },
    }
    const { _id } = await ordered({ ...whose, body: { ...whose.body, request: { query: 'hall-000' } } })
    expect((await until(_id, 'done', 'ana')).units).toEqual({ denomination: ['RON'] })
    const mixed = await until((await ordered(whose))._id, 'done', 'ana')
    expect(mixed.units).toEqual({ denomination: ['EUR', 'RON'] })
    expect(
      (
        await until(
          (await ordered({ ...whose, body: { ...whose.body, request: { query: 'no such machine' } } }))._id,
          'done',
          'ana',
        )
      ).units,
    ).toEqual({})
  })

  it('of a filter finds what the list finds', async () => {
    start()
    const { _id } = await ordered({
      as: 'mihai',
      body: { ...order, request: { query: 'hall-0001', exactFields: ['status'], exactValues: ['active'] } },
    })
    expect((await until(_id, 'done')).rows).toBe(10)
  })

  it('of nothing is a file without rows', async () => {
    start()
    const { _id } = await ordered({ as: 'mihai', body: { ...order, request: { query: 'no such machine' } } })
    const done = await until(_id, 'done')
    expect(done).toMatchObject({ rows: 0, chunks: 0 })
    expect(await fileOf(done)).toEqual([])
  })

  it('neither doubles nor loses a machine when others come and go between its pieces', async () => {
    const { _id } = await ordered()
    start(100)
    for (let tries = 0; tries < 500 && !(await read(_id)).progress; tries++) await pause(2)
    const early = slotRow(newId(wednesday), 'AAA-00001', 'EGT', 'cluj', wednesday)
    await backend.db.insertInto('slots').values(early).execute()
    const rows = serials(await fileOf(await until(_id, 'done')))
    expect(new Set(rows).size).toBe(rows.length)
    expect(rows.filter(serial => serial.startsWith('HALL-'))).toHaveLength(HALL)
    await backend.db.deleteFrom('slots').where('id', '=', early.id).execute()
  })

  it('goes on after kill -9 where it was, and is the same file', async () => {
    const { _id, task } = await ordered()
    start(100)
    for (let tries = 0; tries < 500 && (await read(_id)).progress < 2_000; tries++) await pause(2)
    await Promise.all(runners.splice(0).map(runner => runner.stop()))
    // What a killed process leaves: its claim.
    const dead = await claimNext(backend.db, ['data_export'], backend.clock())
    expect(dead?.id).toBe(task)
    expect((JSON.parse(dead?.checkpoint ?? '{}') as { next: number }).next).toBeGreaterThan(0)
    backend.clock.advance(LEASE_MS + 1)
    start(100)
    const rows = serials(await fileOf(await until(_id, 'done')))
    expect(rows).toHaveLength(HALL + 3)
    expect(new Set(rows).size).toBe(rows.length)
  })

  it.for(['was stopped', 'was taken for dead'] as const)(
    'is whole although a turn that %s goes on settling rows beside the one that followed it',
    async what => {
      const { sources } = backend.app.api
      const source = sources.get(order.list)
      if (!source) throw new Error('No slots')
      const [gate, reached, left] = [signalled(), signalled(), signalled()]
      const idsInPieces: ListSource['idsInPieces'] = async function* (...asked) {
        reached.tell()
        await gate.told
        try {
          yield* source.idsInPieces(...asked)
        } finally {
          left.tell()
        }
      }
      const slow = new Map(sources).set(order.list, { ...source, idsInPieces })
      const { _id } = await ordered()
      const first = startRunner(backend.deps, [exportTask(slow, 100)], { pollMs: 20, stopMs: 300 })
      await reached.told
      if (what === 'was stopped') await first.stop()
      else backend.clock.advance(LEASE_MS + 1)
      start(100)
      const done = await until(_id, 'done')
      gate.tell()
      await left.told
      await pause(100)
      await first.stop()
      const rows = serials(await fileOf(done))
      expect(rows).toHaveLength(HALL + 3)
      expect(new Set(rows).size).toBe(rows.length)
      expect(await read(_id)).toEqual(done)
    },
  )

  it('is stopped by whoever ordered it, and leaves nothing behind', async () => {
    const { _id } = await ordered()
    expect((await ask(`/export/${_id}/cancel`, { method: 'POST', as: 'mihai', body: {} })).found.state).toBe(
      'cancelled',
    )
    expect((await ask(`/export/${_id}/cancel`, { method: 'POST', as: 'mihai', body: {} })).status).toBe(409)
    expect((await ask(`/export/${_id}/chunk/0`, { as: 'mihai' })).body.error.code).toBe('export_not_done')
    await removeExpired(backend.deps)
    expect(
      await backend.db.selectFrom('data_export_chunks').selectAll().where('export_id', '=', _id).execute(),
    ).toEqual([])
  })

  it('past its time is gone, and says so', async () => {
    start()
    const { _id } = await ordered({ as: 'mihai', body: { ...order, request: { query: 'hall-0001' } } })
    await until(_id, 'done')
    backend.clock.advance(RETENTION_DAYS * 86_400_000)
    expect((await read(_id)).state).toBe('expired')
    expect((await ask(`/export/${_id}/chunk/0`, { as: 'mihai' })).body.error.code).toBe('export_expired')
    expect(await removeExpired(backend.deps)).toBeGreaterThan(0)
    expect((await read(_id)).state).toBe('expired')
    const { body } = await backend.json(`${base}/list`, {
      as: 'mihai',
      body: { exactFields: ['state'], exactValues: ['expired'] },
    })
    expect(body.data.rows.map(row => row._id)).toContain(_id)
  })

  it('ordered twice by one press is one export', async () => {
    const asking = {
      as: 'mihai' as const,
      body: order,
      headers: { 'idempotency-key': 'one-press-of-the-button' },
    }
    expect((await ordered(asking))._id).toBe((await ordered(asking))._id)
  })
})

describe('who may', () => {
  it('an auditor exports and sees the tenant’s exports; an operator may not order one and sees none', async () => {
    const { _id } = await ordered()
    expect((await ask(`/export/${_id}`, { as: 'andrei' })).found).toMatchObject({ _id, own: false })
    expect((await ask('/export', { as: 'olga', body: order })).status).toBe(403)
    expect((await ask(`/export/${_id}`, { as: 'olga' })).status).toBe(404)
    expect((await backend.json(`${base}/list`, { as: 'olga', body: {} })).body.data).toMatchObject({
      rows: [],
      total: 0,
    })
  })

  it('Paulo of Lusitânia finds nothing of Carpathia’s: not the export, not its pieces, and his own holds his machines alone', async () => {
    start()
    const { _id } = await ordered()
    await until(_id, 'done')
    for (const path of [`/export/${_id}`, `/export/${_id}/chunk/0`])
      expect((await ask(path, { as: 'paulo' })).status).toBe(404)
    const own = await ordered({ as: 'paulo', body: order })
    for (
      let tries = 0;
      tries < 250 && (await ask(`/export/${own._id}`, { as: 'paulo' })).found.state !== 'done';
      tries++
    )
      await pause(20)
    expect(serials(await fileOf((await ask(`/export/${own._id}`, { as: 'paulo' })).found, 'paulo'))).toEqual([
      slots.ribeira.serial,
    ])
  })

  it('a download asks again for the list’s own permission', async () => {
    start()
    const { _id } = await ordered()
    await until(_id, 'done')
    await backend.db.deleteFrom('user_roles').where('user_id', '=', people.mihai.id).execute()
    backend.clock.advance(60_000)
    expect((await ask(`/export/${_id}/chunk/0`, { as: 'mihai' })).status).toBe(403)
  })
})

it.each([
  ['an unknown list', { list: 'configuration/secrets' }, 422],
  ['a column that is none', { columns: ['password_hash'] }, 422],
  ['no column', { columns: [] }, 422],
  ['a filter that is none', { request: { exactFields: ['password'], exactValues: ['x'] } }, 422],
  ['a sort that is none', { request: { sortBy: ['password'] } }, 422],
  ['a zone that is none', { time_zone: 'Mars/Olympus' }, 422],
  ['a field of its own', { tenant_id: 'x' }, 422],
])('%s is refused', async (_, change, status) => {
  expect((await ask('/export', { as: 'ana', body: { ...order, ...change } })).status).toBe(status)
})

it('states the limit that divides a download from a task', () => {
  expect(DIRECT_ROWS).toBe(10_000)
})
