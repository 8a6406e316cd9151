import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, slots, smibs, tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { ingest } from '../ingestion/ingest.service'
import type { Status } from './presence.routes'
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
const status = async (kind: string, ids: string, as: 'olga' | 'paulo' | 'ana' | 'nora' = 'olga') =>
  await backend.json<{ data: { statuses: Record<string, Status> } }>(
    `/api/smib-realtime/v1/${kind}/status/${ids}`,
    { as },
  )

describe('online status', () => {
  it('goes from never over online and stale to offline', async () => {
    const start = backend.clock()
    const { id } = smibs.bellLink
    const state = async () => (await status('smib', id)).body.data.statuses[id]
    expect(await state()).toEqual({ state: 'never', since: null, last_seen_at: null })
    await hear('bellLink')
    expect(await state()).toEqual({ state: 'online', since: start, last_seen_at: start })
    backend.clock.advance(4 * MINUTE)
    await hear('bellLink')
    expect(await state()).toEqual({ state: 'online', since: start, last_seen_at: start + 4 * MINUTE })
    backend.clock.advance(5 * MINUTE)
    expect(await state()).toMatchObject({ state: 'stale', since: start + 4 * MINUTE })
    backend.clock.advance(25 * MINUTE)
    expect(await state()).toMatchObject({ state: 'offline', since: start + 4 * MINUTE })
    await hear('bellLink')
    expect(await state()).toMatchObject({ state: 'online', since: backend.clock() })
  })

  it('of a machine is that of its board, of a place the sum of its boards', async () => {
    await hear('bellLink')
    expect((await status('slot', slots.bellLink.id)).body.data.statuses[slots.bellLink.id]?.state).toBe(
      'online',
    )
    expect(
      (await status('location', `${locations.cluj.id},${locations.braila.id}`)).body.data.statuses,
    ).toMatchObject({
      [locations.cluj.id]: { state: 'online', online: 1, total: 2 },
      [locations.braila.id]: { state: 'never', online: 0, total: 1 },
    })
    expect(
      (await status('tenant', tenants.carpathia.id)).body.data.statuses[tenants.carpathia.id],
    ).toMatchObject({ online: 1, total: 3 })
  })

  it('leaves out what is outside the scope or no id, and wants the permission', async () => {
    expect(
      (await status('slot', `${slots.bellLink.id},${slots.ribeira.id},x,`, 'paulo')).body.data.statuses,
    ).toEqual({ [slots.ribeira.id]: expect.anything() })
    expect(
      (await status('tenant', `${tenants.carpathia.id},${tenants.lusitania.id}`, 'paulo')).body.data.statuses,
    ).toEqual({ [tenants.lusitania.id]: expect.anything() })
    expect((await status('location', locations.cluj.id, 'paulo')).body.data.statuses).toEqual({})
    expect((await status('smib', smibs.bellLink.id, 'nora')).status).toBe(403)
    expect((await status('smib', Array.from({ length: 501 }, (_, index) => index).join(','))).status).toBe(
      413,
    )
    expect(
      Object.keys(
        (
          await status(
            'smib',
            Object.values(smibs)
              .map(one => one.id)
              .join(','),
            'ana',
          )
        ).body.data.statuses,
      ),
    ).toHaveLength(4)
  })
})

describe('online status by the specification’s filters', () => {
  const asked = async (
    path: string,
    query: Record<string, string>,
    as: 'ana' | 'paulo' = 'ana',
  ): Promise<{ status: number; ids: string[]; fields: string[] }> => {
    const { status, body } = await backend.json<{
      data: { statuses: Record<string, Status> }
      error?: { fields?: object }
    }>(`/api/smib-realtime/v1/${path}?${new URLSearchParams(query).toString()}`, { as })
    return {
      status,
      ids: Object.keys(body.data?.statuses ?? {}).toSorted(),
      fields: Object.keys(body.error?.fields ?? {}),
    }
  }
  const atCluj = async (table: 'slots' | 'smibs') =>
    (
      await backend.db
        .selectFrom(table)
        .select('id')
        .where('location_id', '=', locations.cluj.id)
        .where('archived_at', 'is', null)
        .execute()
    )
      .map(({ id }) => id)
      .toSorted()

  it('is that of all at the locations or of the tenants', async () => {
    for (const [source, table] of [
      ['slot', 'slots'],
      ['smib', 'smibs'],
    ] as const) {
      const here = await atCluj(table)
      expect(here.length).toBeGreaterThan(0)
      expect(await asked(`${source}/status`, { type: source, locationIds: locations.cluj.id })).toMatchObject(
        {
          status: 200,
          ids: here,
        },
      )
    }
    expect((await asked('location/status', { locationIds: locations.cluj.id })).ids).toEqual([
      locations.cluj.id,
    ])
    expect((await asked('location/status', { tenantIds: tenants.carpathia.id })).ids).toContain(
      locations.braila.id,
    )
    expect(
      (await asked('tenant/status', { locationIds: `${locations.cluj.id},${locations.porto.id}` })).ids,
    ).toEqual([tenants.carpathia.id, tenants.lusitania.id].toSorted())
    expect((await asked('tenant/status', { tenantIds: tenants.lusitania.id })).ids).toEqual([
      tenants.lusitania.id,
    ])
  })

  it('narrows ids, each filter and the scope for itself', async () => {
    const both = `${slots.bellLink.id},${slots.ribeira.id}`
    expect((await asked(`slot/status/${both}`, { tenantIds: tenants.lusitania.id })).ids).toEqual([
      slots.ribeira.id,
    ])
    expect((await asked(`slot/status/${both}`, { locationIds: locations.braila.id })).ids).toEqual([])
    expect((await asked('slot/status', { locationIds: locations.cluj.id }, 'paulo')).ids).toEqual([])
    expect((await asked('tenant/status', { locationIds: locations.cluj.id }, 'paulo')).ids).toEqual([])
    const none = { locationIds: locations.cluj.id, tenantIds: tenants.lusitania.id }
    for (const source of ['slot', 'smib', 'location', 'tenant'])
      expect((await asked(`${source}/status`, none)).ids, source).toEqual([])
  })

  it('is that of all in use without a filter, and refused with a wrong one or another type', async () => {
    expect((await asked('slot/status', {}, 'paulo')).ids).toContain(slots.ribeira.id)
    expect((await asked('slot/status', {}, 'paulo')).ids).not.toContain(slots.bellLink.id)
    expect(await asked('slot/status', { locationIds: 'x' })).toMatchObject({ status: 422 })
    expect(await asked('slot/status', { locationids: locations.cluj.id })).toMatchObject({ status: 422 })
    expect(await asked('slot/status', { type: 'smib', locationIds: locations.cluj.id })).toMatchObject({
      status: 422,
      fields: ['type'],
    })
  })
})

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

  it('reads what has sent since the look before it, and all where a limit is another', async () => {
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
    await backend.db.deleteFrom('board_presence').where('smib_id', '=', id).execute()
    look = await watchPresence(backend.deps, look)
    expect(await known()).toBeUndefined()
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
})

describe('online, and how old the figures are', () => {
  it('is by when a board was heard; how old its figures are is told beside it (ruling 41)', async () => {
    const slot = async () =>
      (
        await backend.json<{ data: { slot: Record<string, unknown> } }>(
          `/api/configuration/v1/slot/${slots.novoline.id}`,
          { as: 'olga' },
        )
      ).body.data.slot
    const boardOf = async () =>
      (
        await backend.json<{ data: { smib: Record<string, unknown> } }>(
          `/api/configuration/v1/smib/${smibs.novoline.id}`,
          { as: 'ana' },
        )
      ).body.data.smib
    const now = backend.clock()
    let number = 0
    const deliver = (at: number, counters: boolean) =>
      ingest(backend.deps, { tenantId: null }, [
        {
          smib_id: smibs.novoline.mac,
          message_seq_nr: ++number,
          server_time_nano: `${at}000000`,
          ...(counters && { counters: [{ game_nr: 0, meters: { '0000': 100 + number } }] }),
        },
      ])
    // A SMIB that was away for three hours delivers what it kept.
    await deliver(now - 180 * MINUTE, true)
    expect([await slot(), await boardOf()]).toMatchObject(
      Array(2).fill({ state: 'online', last_seen_at: now, last_reading_at: now - 180 * MINUTE }),
    )
    // A message without counters is heard, and brings no figures.
    backend.clock.advance(MINUTE)
    await deliver(now + MINUTE, false)
    expect(await slot()).toMatchObject({ last_seen_at: now + MINUTE, last_reading_at: now - 180 * MINUTE })
    // The newest reading counts, in whatever order they come.
    backend.clock.advance(MINUTE)
    await deliver(now + 2 * MINUTE, true)
    expect(await slot()).toMatchObject({
      last_seen_at: now + 2 * MINUTE,
      last_reading_at: now + 2 * MINUTE,
    })
  })
})
