import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { locations, password } from '../../../tests/people'
import { openDatabase, type Db } from '../db/database'
import { isStorageFull } from '../db/errors'
import { TOGETHER } from '../reads/reads.contract'
import { healthOf } from './health'
import { LEAST_FREE, RESERVE, setRoom, startStorageReserve } from './storage-room'

let b: TestBackend
let token: string
beforeEach(async () => {
  b = await testBackend()
  token = await b.login('mihai')
})
afterEach(() => b.close())

const health = async () => {
  const response = await b.request('/health')
  return [response.status, ((await response.json()) as { status: string }).status]
}
const create = (nr: number) =>
  b.json('/api/configuration/v1/slot', {
    token,
    body: {
      serial: `FULL-${nr}`,
      location: locations.cluj.id,
      manufacturer: 'Novomatic',
      denomination: { minor: 1, currency: 'RON' },
    },
  })

/** The embedded database may grow no more, as on a full disk: it answers the same, SQLITE_FULL. */
const noMoreRoom = () => sql`pragma max_page_count = 1`.execute(b.db)
const room = () => sql`pragma max_page_count = 1073741823`.execute(b.db)

describe('health', () => {
  it('is good where a write is kept, and asks for one only now and then', async () => {
    expect(await health()).toEqual([200, 'ok'])
    const written = async () =>
      Number((await b.db.selectFrom('health_checks').select('at').executeTakeFirstOrThrow()).at)
    const first = await written()
    b.clock.advance(2_000)
    await Promise.all(Array.from({ length: 20 }, health))
    expect(await written()).toBe(first)
    b.clock.advance(4_000)
    expect(await health()).toEqual([200, 'ok'])
    expect(await written()).toBe(first + 6_000)
    expect(await b.db.selectFrom('health_checks').select('id').execute()).toEqual([{ id: 'backend' }])
  })

  it('is bad where a write is not kept, whatever the reason', async () => {
    await b.db.schema.alterTable('health_checks').renameTo('gone').execute()
    const response = await b.request('/health')
    expect([response.status, await response.json()]).toEqual([
      503,
      expect.objectContaining({
        status: 'not_writable',
        reason: b.deps.engine === 'postgres' ? '42P01' : 'SQLITE_ERROR',
      }),
    ])
  })

  it('is bad in time where the database takes connections and says nothing', async () => {
    const sockets: Socket[] = []
    const silent = createServer(socket => sockets.push(socket)).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const { db, close } = openDatabase({ url: `postgres://nobody@127.0.0.1:${port}/none`, file: '' })
    expect(await healthOf({ ...b.deps, db })()).toEqual({ status: 'database_unreachable', reason: 'timeout' })
    for (const socket of sockets) socket.destroy()
    silent.close()
    await close()
  })

  it('says that the database is away when it is', async () => {
    expect(await health()).toEqual([200, 'ok'])
    await b.db.destroy()
    b.clock.advance(60_000)
    expect((await health())[0]).toBe(503)
    vi.spyOn(b.db, 'destroy').mockResolvedValue()
  })
})

describe('without room', () => {
  // PostgreSQL has no such limit to set: its own code, 53100, is told by `isStorageFull`.
  it('a write is refused as that, nothing of it stays, reading goes on, and health says so until there is room again', async ctx => {
    if (b.deps.engine === 'postgres')
      return ctx.skip('only the embedded database can be given a largest size')
    expect(await health()).toEqual([200, 'ok'])
    await noMoreRoom()
    let refused: Awaited<ReturnType<typeof create>> | undefined
    let kept = 0
    for (let nr = 0; nr < 2_000 && !refused; nr++) {
      const answer = await create(nr)
      if (answer.status === 200) kept++
      else refused = answer
    }
    expect([refused?.status, refused?.body.error.code, refused?.headers.get('retry-after')]).toEqual([
      503,
      'storage_full',
      '60',
    ])
    const found = await b.json('/api/configuration/v1/slots', { token, body: { query: 'FULL-' } })
    expect([found.status, found.body.data.total]).toEqual([200, kept])
    b.clock.advance(6_000)
    expect(await health()).toEqual([503, 'storage_full'])
    await room()
    expect((await create(5_000)).status).toBe(200)
    b.clock.advance(6_000)
    expect(await health()).toEqual([200, 'ok'])
  }, 60_000)
})

describe('with the last of the disk', () => {
  const MIB = 1024 * 1024
  const onSqlite = () => b.deps.engine === 'sqlite'

  it('somebody signs in, reads and signs out, and what else would change something is refused as without room', async ctx => {
    if (!onSqlite()) return ctx.skip('the disk of PostgreSQL is its server’s')
    let free = LEAST_FREE - 1
    setRoom(b.deps, () => Promise.resolve(free))
    const own = await b.login('ana')
    expect((await b.json('/api/configuration/v1/slots', { token: own, body: {} })).status).toBe(200)
    // As the pages that show several things side by side ask.
    const together = { reads: [{ method: 'POST', path: '/api/configuration/v1/slots', body: '{}' }] }
    expect((await b.json(TOGETHER, { token: own, body: together })).status).toBe(200)
    const refused = await create(1)
    expect([refused.status, refused.body.error.code]).toEqual([503, 'storage_full'])
    const told = await b.json('/api/rawdata/v1/ingest', {
      token: b.ingestTokens.system,
      body: { messages: [] },
    })
    expect([told.status, told.body.error.code]).toEqual([503, 'storage_full'])
    b.clock.advance(6_000)
    expect(await health()).toEqual([503, 'storage_full'])
    expect((await b.json('/api/authorization/v1/logout', { token: own, body: {} })).status).toBe(200)
    free = LEAST_FREE
    setRoom(b.deps, () => Promise.resolve(free))
    expect((await create(1)).status).toBe(200)
  })

  it('work in the background writes nothing more, alone or in a transaction, and goes on by itself', async ctx => {
    if (!onSqlite()) return ctx.skip('the disk of PostgreSQL is its server’s')
    const mark = (db: Db, at: number) =>
      db
        .insertInto('health_checks')
        .values({ id: 'work', at, room: '' })
        .onConflict(conflict => conflict.column('id').doUpdateSet({ at }))
        .execute()
    const works = [() => mark(b.deps.db, 2), () => b.deps.db.transaction().execute(tx => mark(tx, 3))]
    const written = async () =>
      (await b.deps.db.selectFrom('health_checks').select('at').where('id', '=', 'work').executeTakeFirst())
        ?.at
    let free = 0
    const left = (bytes: number) => {
      free = bytes
      setRoom(b.deps, () => Promise.resolve(free))
    }
    left(LEAST_FREE)
    const reserve = startStorageReserve(b.deps, () => Promise.resolve(free))
    await mark(b.deps.db, 1)
    left(LEAST_FREE - 1)
    for (const work of works) expect(isStorageFull(await work().catch((error: unknown) => error))).toBe(true)
    expect(await written()).toBe(1)
    const signedIn = await b.json('/api/authorization/v1/login', { body: { username: 'ana', password } })
    expect(signedIn.status).toBe(200)
    left(LEAST_FREE)
    for (const work of works) await work()
    expect(await written()).toBe(3)
    reserve.stop()
  })

  it('a file keeps room for that from other programs, goes when they have taken the rest, and comes back', async ctx => {
    if (!onSqlite()) return ctx.skip('the disk of PostgreSQL is its server’s')
    let free = 1_000 * MIB
    const reserve = startStorageReserve(b.deps, () => Promise.resolve(free))
    const size = async () => {
      await reserve.look()
      return stat(join(b.deps.env.dataDir, 'storage.reserve')).then(
        file => file.size,
        () => 0,
      )
    }
    expect(await size()).toBe(RESERVE)
    free = LEAST_FREE - 1
    expect(await size()).toBe(RESERVE)
    free = MIB
    expect(await size()).toBe(0)
    free = RESERVE
    expect(await size()).toBe(0)
    free = 100 * MIB
    expect(await size()).toBe(RESERVE)
    reserve.stop()
  })
})
