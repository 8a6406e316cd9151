import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { locations, slots, smibs } from '../../../tests/people'
import type { Config } from './config.contract'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

interface Given {
  smib_id: string
  config_version: string
  values: Record<string, unknown> | null
}
const ask = async (smibs: unknown[], token = backend.ingestTokens.carpathia) => {
  const { status, body } = await backend.json<{ data: { configs: Given[]; unknown: string[] } }>(
    '/api/configuration/v1/board-config',
    { token, body: { boards: smibs } },
  )
  return { status, ...body.data }
}
const read = async (id: string) =>
  (
    await backend.json<{ data: { config: Config } }>(`/api/configuration/v1/smib-config/${id}`, {
      as: 'mihai',
    })
  ).body.data.config
const save = (path: string, version: number, values: object) =>
  backend.json(`/api/configuration/v1/${path}`, { as: 'mihai', method: 'PUT', body: { version, values } })

describe('a board', () => {
  it('is given what counts for it, secrets in clear, and its page tells how far that has come', async () => {
    expect((await read(smibs.bellLink.id)).board?.state).toBe('never_asked')
    await save(`location-config/${locations.cluj.id}`, 0, {
      'net.mode': 'wifi',
      'net.password': 'Cheia salii 7!',
    })
    const first = (await ask([{ smib_id: 'A0:B1:C2:D3:E4:01' }])).configs[0]
    expect(first).toMatchObject({
      smib_id: smibs.bellLink.mac,
      values: { 'net.mode': 'wifi', 'net.password': 'Cheia salii 7!', 'comms.sas_address': 1 },
    })
    expect((await read(smibs.bellLink.id)).board).toMatchObject({
      state: 'taken',
      taken_at: backend.clock(),
      running_version: null,
    })
    backend.clock.advance(60_000)
    const again = (await ask([{ smib_id: smibs.bellLink.mac, config_version: first?.config_version }]))
      .configs[0]
    expect(again).toEqual({
      smib_id: smibs.bellLink.mac,
      config_version: first?.config_version,
      values: null,
    })
    expect((await read(smibs.bellLink.id)).board).toMatchObject({
      state: 'running',
      running_since: backend.clock(),
    })
    await save(`location-config/${locations.cluj.id}`, 1, { 'data.heartbeat': 20 })
    expect((await read(smibs.bellLink.id)).board).toMatchObject({
      state: 'waiting',
      taken_version: first?.config_version,
    })
    expect(
      (await ask([{ smib_id: smibs.bellLink.mac, config_version: first?.config_version }])).configs[0]
        ?.values,
    ).toMatchObject({ 'data.heartbeat': 20 })
    const events = await backend.db
      .selectFrom('events')
      .select(['code', 'slot_id'])
      .where('smib_id', '=', smibs.bellLink.id)
      .execute()
    expect(events).toEqual([{ code: 'config_pushed', slot_id: slots.bellLink.id }])
  })

  it('may ask for itself alone', async () => {
    const { status, body } = await backend.json<{ data: { configs: Given[] } }>(
      `/api/configuration/v1/board-config?smib_id=${smibs.novoline.mac}`,
      { token: backend.ingestTokens.carpathia },
    )
    expect([status, body.data.configs[0]?.smib_id]).toEqual([200, smibs.novoline.mac])
  })

  it('is unknown to another tenant’s token, and to nobody’s', async () => {
    expect(await ask([{ smib_id: smibs.ribeira.mac }, { smib_id: 'ffffffffffff' }])).toMatchObject({
      status: 200,
      configs: [],
      unknown: [smibs.ribeira.mac, 'ffffffffffff'],
    })
    expect(
      (
        await backend.json(`/api/configuration/v1/board-config?smib_id=${smibs.ribeira.mac}`, {
          token: backend.ingestTokens.carpathia,
        })
      ).status,
    ).toBe(404)
    expect((await ask([{ smib_id: 'not a board' }])).status).toBe(422)
    expect(
      (
        await backend.json('/api/configuration/v1/board-config', {
          as: 'ana',
          body: { boards: [{ smib_id: smibs.ribeira.mac }] },
        })
      ).status,
    ).toBe(403)
  })
})
