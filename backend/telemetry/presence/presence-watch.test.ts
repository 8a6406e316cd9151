import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, smibs } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { ingest } from '../ingestion/ingest.service'
import { watchPresence } from './presence-watch'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const MINUTE = 60_000
let seq = 0
const hear = (smib: keyof typeof smibs) =>
  ingest(backend.deps, { tenantId: null }, [
    { smib_id: smibs[smib].mac, message_seq_nr: ++seq, server_time_nano: `${backend.clock()}000000` },
  ])

describe('the watch', () => {
  const told = async () =>
    (
      await backend.db
        .selectFrom('events')
        .select(['code', 'smib_id'])
        .where('category', '=', 'board')
        .orderBy('received_at')
        .orderBy('code')
        .execute()
    ).map(one => `${one.code} ${one.smib_id}`)

  it('tells once that a board fell silent, and once that it is back', async () => {
    await hear('bellLink')
    await watchPresence(backend.deps)
    expect(await told()).toEqual([])
    backend.clock.advance(31 * MINUTE)
    await Promise.all([watchPresence(backend.deps), watchPresence(backend.deps)])
    expect(await told()).toEqual([`smib_offline ${smibs.bellLink.id}`])
    await hear('bellLink')
    await watchPresence(backend.deps)
    await watchPresence(backend.deps)
    expect(await told()).toEqual([`smib_offline ${smibs.bellLink.id}`, `smib_online ${smibs.bellLink.id}`])
    expect(
      (await backend.db.selectFrom('notifications').select('template').orderBy('template').execute()).map(
        one => one.template,
      ),
    ).toEqual(['smib_offline', 'smib_online'])
  })

  it('is found by the looks that follow one another, also where a shorter limit is set meanwhile', async () => {
    const fellSilent = async () =>
      (await told()).filter(one => one === `smib_offline ${smibs.harbour.id}`).length
    await hear('harbour')
    let look = await watchPresence(backend.deps)
    for (let minute = 0; minute < 8; minute++) {
      backend.clock.advance(MINUTE)
      look = await watchPresence(backend.deps, look)
    }
    expect(await fellSilent()).toBe(0)
    const limit = {
      kind: 'smib' as const,
      owner_id: smibs.harbour.id,
      stale_ms: 2 * MINUTE,
      offline_ms: 5 * MINUTE,
    }
    await backend.db.insertInto('presence_limits').values(limit).execute()
    look = await watchPresence(backend.deps, look)
    expect(await fellSilent()).toBe(1)
    backend.clock.advance(31 * MINUTE)
    look = await watchPresence(backend.deps, look)
    // By the usual limit it was silent long before the look: nothing is read of it, and nothing changes.
    await backend.db.deleteFrom('presence_limits').execute()
    await watchPresence(backend.deps, look)
    expect(await fellSilent()).toBe(1)
  })

  it('finds what came back, by a message or by another limit', async () => {
    const { id } = smibs.novoline
    const known = async () =>
      (
        await backend.db
          .selectFrom('board_presence')
          .select('state')
          .where('smib_id', '=', id)
          .executeTakeFirst()
      )?.state
    await hear('novoline')
    let look = await watchPresence(backend.deps)
    expect(await known()).toBe('online')
    backend.clock.advance(6 * MINUTE)
    look = await watchPresence(backend.deps, look)
    const limit = { kind: 'smib' as const, owner_id: id, stale_ms: 2 * MINUTE, offline_ms: 5 * MINUTE }
    await backend.db.insertInto('presence_limits').values(limit).execute()
    look = await watchPresence(backend.deps, look)
    expect(await known()).toBe('offline')
    // Back without a message, since its limit is the usual one again.
    await backend.db.deleteFrom('presence_limits').execute()
    look = await watchPresence(backend.deps, look)
    expect(await known()).toBe('online')
    expect((await told()).filter(one => one === `smib_online ${id}`)).toHaveLength(1)
    backend.clock.advance(31 * MINUTE)
    look = await watchPresence(backend.deps, look)
    await hear('novoline')
    await watchPresence(backend.deps, look)
    expect((await told()).filter(one => one === `smib_online ${id}`)).toHaveLength(2)
  })

  it('stores what changed of the other tenants where one’s fails, and of that one with the next look', async () => {
    await hear('bellLink')
    await hear('ribeira')
    const before = await watchPresence(backend.deps)
    backend.clock.advance(31 * MINUTE)
    const [bellLink, ribeira] = [`smib_offline ${smibs.bellLink.id}`, `smib_offline ${smibs.ribeira.id}`]
    const offline = async () => (await told()).filter(one => one === bellLink || one === ribeira)
    const known = await offline()
    let tries = 0
    const db = new Proxy(backend.db, {
      get(target, name) {
        // Of all tenants the first one’s is that of Bell Link.
        if (name === 'transaction' && tries++ === 0) throw new Error('no room')
        const own: unknown = Reflect.get(target, name, target)
        return typeof own === 'function' ? (own as (...all: unknown[]) => unknown).bind(target) : own
      },
    })
    const look = await watchPresence({ ...backend.deps, db }, before)
    expect(look).toBe(before)
    expect((await offline()).length - known.length).toBe(1)
    expect((await offline()).filter(one => one === ribeira)).toHaveLength(1)
    expect(await watchPresence(backend.deps, look)).not.toBe(before)
    expect((await offline()).length - known.length).toBe(2)
  })

  it('finds a SMIB that moves to a location where a longer silence is allowed', async () => {
    const { id } = smibs.novoline
    const limit = {
      kind: 'location' as const,
      owner_id: locations.braila.id,
      stale_ms: 60 * MINUTE,
      offline_ms: 120 * MINUTE,
    }
    await backend.db.insertInto('presence_limits').values(limit).execute()
    await hear('novoline')
    let look = await watchPresence(backend.deps)
    backend.clock.advance(45 * MINUTE)
    look = await watchPresence(backend.deps, look)
    const before = (await told()).filter(one => one === `smib_online ${id}`).length
    const to = { location_id: locations.braila.id }
    await backend.db.updateTable('smibs').set(to).where('id', '=', id).execute()
    backend.clock.advance(MINUTE)
    await watchPresence(backend.deps, look)
    expect((await told()).filter(one => one === `smib_online ${id}`)).toHaveLength(before + 1)
    await backend.db.deleteFrom('presence_limits').execute()
  })
})
