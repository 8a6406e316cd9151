import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations, slots, smibs, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import type { DownlinkCommand } from '../control/downlink.contract'
import type { SmibControlAnswer } from './smib-control.contract'

const spare = 'd2'.padEnd(24, '0')
let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
  const row = await backend.db
    .selectFrom('smibs')
    .selectAll()
    .where('id', '=', smibs.bellLink.id)
    .executeTakeFirstOrThrow()
  await backend.db
    .insertInto('smibs')
    .values({
      ...row,
      id: spare,
      mac: 'a0b1c2d3e499',
      search: 'a0b1c2d3e499',
      slot_id: null,
      location_id: locations.braila.id,
    })
    .execute()
})
afterAll(() => backend.close())
beforeEach(async () => {
  const { db } = backend
  await db.deleteFrom('machine_commands').execute()
  await db.deleteFrom('slot_controls').execute()
  await db.updateTable('slots').set({ status: 'active', credits: null }).execute()
  await db
    .updateTable('smibs')
    .set({
      slot_id: null,
      test_mode: 0,
      test_mode_since: null,
      log_mode: 0,
      password_hash: null,
      password_set_at: null,
      archived_at: null,
    })
    .execute()
  for (const smib of Object.values(smibs))
    await db.updateTable('smibs').set({ slot_id: slots[smib.slot].id }).where('id', '=', smib.id).execute()
})

type Body = {
  data: Record<string, never>
  error: { code: string; fields?: Record<string, { code: string }[]> }
}
const ask = async (as: Person, method: string, path: string, body?: object) => {
  const { status, body: answer } = await backend.json<Body>(`/api/configuration/v1/${path}`, {
    as,
    method,
    body,
  })
  return { status, ...answer }
}
const post = (path: string, body: object, as: Person = 'mihai') => ask(as, 'POST', path, body)
const control = async (id: string) =>
  (
    await backend.json<{ data: SmibControlAnswer }>(`/api/configuration/v1/smib/${id}/control`, {
      as: 'olga',
    })
  ).body.data

describe("a board's password", () => {
  const refresh = (expected: number | null, as: Person = 'mihai') =>
    post(`smib-refresh-password/${smibs.bellLink.id}`, { expected, reason: 'Technician left' }, as)

  it('is told once, kept as a hash, and the board is told the hash', async () => {
    const { status, data } = await refresh(null)
    expect(status).toBe(200)
    const password = String(data.password)
    expect(password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/)
    const row = await backend.db
      .selectFrom('smibs')
      .selectAll()
      .where('id', '=', smibs.bellLink.id)
      .executeTakeFirstOrThrow()
    expect(await verify(row.password_hash ?? '', password)).toBe(true)
    const { body } = await backend.json<{ data: { commands: DownlinkCommand[] } }>(
      '/api/rawdata/v1/commands/fetch',
      { token: backend.ingestTokens.carpathia, body: { smib_ids: [smibs.bellLink.mac] } },
    )
    expect(body.data.commands).toMatchObject([
      { kind: 'refresh_password', input: { password_hash: row.password_hash } },
    ])
    for (const table of [
      'audit_log',
      'machine_commands',
      'idempotency_keys',
      'smibs',
      'notifications',
    ] as const) {
      expect(JSON.stringify(await backend.db.selectFrom(table).selectAll().execute())).not.toContain(password)
    }
    const told = JSON.stringify([
      await control(smibs.bellLink.id),
      (await ask('mihai', 'GET', `smib/${smibs.bellLink.id}`)).data,
    ])
    expect(told).not.toContain(password)
    expect(told).not.toContain('argon2')
    expect((await control(smibs.bellLink.id)).smib.password_changed_at).toBe(data.changed_at)
  })

  it('is not made twice by the same press, nor by two people at once', async () => {
    const both = await Promise.all([refresh(null), refresh(null, 'ana')])
    expect(both.map(result => result.status).sort()).toEqual([200, 409])
    expect((await refresh(null)).error.code).toBe('password_changed')
    const changed = (await control(smibs.bellLink.id)).smib.password_changed_at
    backend.clock.advance(1_000)
    expect((await refresh(changed)).status).toBe(200)
    expect((await control(smibs.bellLink.id)).commands.map(command => command.state)).toEqual([
      'queued',
      'cancelled',
    ])
    expect((await refresh(backend.clock(), 'olga')).status).toBe(403)
    expect((await refresh(backend.clock(), 'paulo')).status).toBe(404)
  })
})

describe('telling a board', () => {
  const send = (type: string, body: object = {}, as: Person = 'olga', id: string = smibs.bellLink.id) =>
    post(`smib-send-cmd/${id}/type/${type}`, body, as)

  it('restarts it with or without bluetooth, once at a time', async () => {
    expect((await send('restart', { mode: 2 })).status).toBe(200)
    expect(await send('restart', { mode: 1 })).toMatchObject({
      status: 409,
      error: { code: 'already_ordered' },
    })
    expect((await send('identify')).status).toBe(200)
    expect((await control(smibs.bellLink.id)).commands.map(command => command.input).reverse()).toEqual(
      expect.arrayContaining([{ type: 'restart', mode: 2 }, { type: 'identify' }]),
    )
  })

  it('asks it for the numbers that are missing since it last restarted', async () => {
    const smib_id = smibs.novoline.mac
    const at = backend.clock()
    await ingest(
      backend.deps,
      { tenantId: null },
      [1, 2, 5, 9].map(nr => ({
        smib_id,
        message_seq_nr: nr,
        event_seq_nr: nr,
        server_time_nano: `${at + nr}000000`,
      })),
    )
    expect((await send('resend', {}, 'olga', smibs.novoline.id)).status).toBe(200)
    expect((await control(smibs.novoline.id)).commands[0]?.input).toEqual({
      type: 'resend',
      missing: [
        { from: 6, to: 8 },
        { from: 3, to: 4 },
      ],
    })
  })

  it('is a path of its own for each kind of command', async () => {
    expect((await send('explode')).status).toBe(404)
  })

  it.each([
    ['restart', {}, 'mode'],
    ['restart', { mode: 3 }, 'mode'],
    ['identify', { mode: 1 }, 'mode'],
  ])('%s with %o is refused', async (type, body, field) => {
    expect(await send(type, body)).toMatchObject({ status: 422, error: { fields: { [field]: [{}] } } })
  })

  it("is for one's own boards, with the right to, and for none in the archive", async () => {
    expect((await send('identify', {}, 'paulo')).status).toBe(404)
    expect((await send('identify', {}, 'andrei')).status).toBe(403)
    await backend.db
      .updateTable('smibs')
      .set({ archived_at: 1 })
      .where('id', '=', smibs.bellLink.id)
      .execute()
    expect((await send('identify')).error.code).toBe('archived')
  })

  it('knows what each protocol can be told', async () => {
    const { data } = await ask('olga', 'GET', 'get-communication-protocol-types')
    expect(data.types).toContainEqual({
      protocol: 'pulse',
      family: 'pulse',
      lock: false,
      aft: false,
      addressed: false,
    })
    expect(data.types).toContainEqual({
      protocol: 'SAS 6.02',
      family: 'SAS',
      lock: true,
      aft: true,
      addressed: true,
    })
  })
})
