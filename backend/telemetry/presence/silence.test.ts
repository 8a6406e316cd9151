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

describe('how long a silence may be', () => {
  const set = async (kind: 'tenant' | 'location' | 'smib', id: string, values: object) => {
    const path = `/api/configuration/v1/${kind}-config/${id}`
    const { version } = (await backend.json<{ data: { config: { version: number } } }>(path, { as: 'mihai' }))
      .body.data.config
    const { status: code, body } = await backend.json<{ error?: { fields?: object } }>(path, {
      as: 'mihai',
      method: 'PUT',
      body: { version, values },
    })
    return { code, fields: body.error?.fields }
  }
  /** As three lists, two filters and the status say it; they must agree. */
  const seen = async (smib: keyof typeof smibs) => {
    const { id: board, slot } = smibs[smib]
    const row = async (path: string, id: string, filters: Record<string, unknown> = {}) =>
      (
        await backend.json<{ data: { rows: { _id: string; state: string }[] } }>(`/api/${path}`, {
          as: 'mihai',
          body: {
            exactFields: ['_id', ...Object.keys(filters)],
            exactValues: [id, ...Object.values(filters)],
          },
        })
      ).body.data.rows[0]?.state
    const state = (await status('smib', board)).body.data.statuses[board]?.state
    const found = await Promise.all(
      (['online', 'stale', 'offline'] as const).flatMap(one => [
        row('configuration/v1/smibs', board, { state: one }),
        row('configuration/v1/slots', slots[slot].id, { state: one }),
      ]),
    )
    expect(await row('configuration/v1/smibs', board)).toBe(state)
    expect(await row('configuration/v1/slots', slots[slot].id)).toBe(state)
    expect(found.filter(Boolean)).toEqual([state, state])
    expect(await row('public_api/v1/slots-offline', slots[slot].id)).toBe(
      state === 'offline' ? state : undefined,
    )
    expect(
      (
        await backend.json<{ data: { state: string } }>(`/api/slotcontrol/v1/slot-status/${slots[slot].id}`, {
          as: 'mihai',
        })
      ).body.data.state,
    ).toBe(state)
    const preview = await backend.json<{ data: { summary: { reasons: object } } }>(
      '/api/slotcontrol/v1/bulk-preview',
      {
        as: 'mihai',
        body: { action: 'lock', reason: 'Looking only', ids: [slots[slot].id], with_credits: true },
      },
    )
    expect(preview.body.data.summary.reasons).toEqual(state === 'offline' ? { offline: 1 } : {})
    return state
  }
  const both = async () => [await seen('bellLink'), await seen('harbour')]

  it('is inherited: the SMIB’s own before its location’s, that before its tenant’s, the system’s last', async () => {
    await hear('bellLink')
    await hear('harbour')
    backend.clock.advance(8 * MINUTE)
    expect(await both()).toEqual(['stale', 'stale'])
    await set('tenant', tenants.carpathia.id, { 'presence.stale': 2, 'presence.offline': 7 })
    expect(await both()).toEqual(['offline', 'offline'])
    await set('location', locations.cluj.id, { 'presence.stale': 10, 'presence.offline': 60 })
    expect(await both()).toEqual(['online', 'offline'])
    await set('smib', smibs.bellLink.id, { 'presence.stale': 6 })
    expect(await both()).toEqual(['stale', 'offline'])
    expect(
      (await status('location', `${locations.cluj.id},${locations.braila.id}`)).body.data.statuses,
    ).toMatchObject({
      [locations.cluj.id]: { state: 'online', online: 0 },
      [locations.braila.id]: { state: 'offline', online: 0 },
    })
    backend.clock.advance(45 * MINUTE)
    expect(await both()).toEqual(['stale', 'offline'])
    backend.clock.advance(8 * MINUTE)
    expect(await both()).toEqual(['offline', 'offline'])
  })

  it('decides when people are told, and since when a board is back', async () => {
    await hear('harbour')
    await watchPresence(backend.deps)
    await backend.db.deleteFrom('events').execute()
    backend.clock.advance(8 * MINUTE)
    await watchPresence(backend.deps)
    const told = () =>
      backend.db
        .selectFrom('events')
        .select(['code', 'server_time'])
        .where('smib_id', '=', smibs.harbour.id)
        .orderBy('server_time')
        .execute()
    expect(await told()).toEqual([{ code: 'smib_offline', server_time: backend.clock() - MINUTE }])
    await hear('harbour')
    await watchPresence(backend.deps)
    expect((await told())[1]).toEqual({ code: 'smib_online', server_time: backend.clock() })
    expect((await status('smib', smibs.harbour.id)).body.data.statuses[smibs.harbour.id]).toMatchObject({
      state: 'online',
      since: backend.clock(),
    })
  })

  it('is stale before it is offline, and goes back to what was before', async () => {
    expect(await set('location', locations.braila.id, { 'presence.stale': 9 })).toEqual({
      code: 422,
      fields: { 'values.presence.offline': [{ code: 'not_after_stale' }] },
    })
    for (const [kind, id] of [
      ['tenant', tenants.carpathia.id],
      ['location', locations.cluj.id],
      ['smib', smibs.bellLink.id],
    ] as const)
      await set(kind, id, { 'presence.stale': null, 'presence.offline': null })
    expect(await backend.db.selectFrom('presence_limits').selectAll().execute()).toEqual([])
    backend.clock.advance(8 * MINUTE)
    expect(await seen('harbour')).toBe('stale')
  })

  it('is nothing that boards are told', async () => {
    const ask = async () =>
      (
        await backend.json<{
          data: { configs: { config_version: string; values: Record<string, unknown> }[] }
        }>('/api/configuration/v1/board-config', {
          token: backend.ingestTokens.carpathia,
          body: { boards: [{ smib_id: smibs.harbour.mac }] },
        })
      ).body.data.configs[0]
    const before = await ask()
    await set('location', locations.braila.id, { 'presence.offline': 45 })
    const after = await ask()
    expect(after?.config_version).toBe(before?.config_version)
    expect(Object.keys(after?.values ?? {})).not.toContain('presence.offline')
  })
})
