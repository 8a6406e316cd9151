import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations, slots, smibs, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { ingest } from '../../telemetry/ingestion/ingest.service'
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
const codes = async (id: string) => (await control(id)).warnings.map(warning => warning.code)
const reason = 'Board defective'
const replace = (from: string, to: string, as: Person = 'mihai') =>
  post('smib-to-smib', { from, to, reason }, as)
const rule = (value: string, version: number, as: Person = 'mihai') =>
  ask(as, 'PUT', `slot/${slots.bellLink.id}/unassign-rule`, { rule: value, version, reason: 'House rule' })

describe('replacing a board', () => {
  it('gives machine and hall to the new one; the old one keeps its history', async () => {
    await ingest(backend.deps, { tenantId: null }, [
      {
        smib_id: smibs.bellLink.mac,
        message_seq_nr: 1,
        server_time_nano: `${backend.clock()}000000`,
        kind: 'heartbeat',
      },
    ])
    expect(await replace(smibs.bellLink.id, spare)).toMatchObject({
      status: 200,
      data: { smib: { slot: { _id: slots.bellLink.id }, location: { _id: locations.cluj.id } } },
    })
    const old = await control(smibs.bellLink.id)
    expect(old).toMatchObject({
      smib: { slot: null, location: { _id: locations.cluj.id } },
      last_message: { seq: 1 },
    })
    expect(old.warnings).toContainEqual({ code: 'without_slot' })
    const record = await backend.db
      .selectFrom('audit_log')
      .select(['entity', 'entity_id', 'action'])
      .orderBy('seq', 'desc')
      .limit(3)
      .execute()
    expect(record.map(entry => `${entry.entity} ${entry.action}`).sort()).toEqual([
      'slot replace_smib',
      'smib replace',
      'smib replace',
    ])
  })

  it.each([
    ['itself', () => smibs.bellLink.id, 'same_board'],
    ['one already in use', () => smibs.novoline.id, 'already_linked'],
    ['one of another tenant', () => smibs.ribeira.id, 'unknown'],
    ['one that does not exist', () => 'f'.repeat(24), 'unknown'],
  ])('by %s is refused', async (_name, to, code) => {
    expect(await replace(smibs.bellLink.id, to())).toMatchObject({
      status: 422,
      error: { fields: { to: [{ code }] } },
    })
    expect((await control(smibs.bellLink.id)).smib.slot?._id).toBe(slots.bellLink.id)
  })

  it("across tenants is refused to the system's people too, as is an archived board", async () => {
    await backend.db.updateTable('smibs').set({ slot_id: null }).where('id', '=', smibs.ribeira.id).execute()
    expect((await replace(smibs.bellLink.id, smibs.ribeira.id, 'ana')).error.fields).toEqual({
      to: [{ code: 'other_tenant' }],
    })
    await backend.db.updateTable('smibs').set({ archived_at: 1 }).where('id', '=', spare).execute()
    expect((await replace(smibs.bellLink.id, spare)).error.fields).toEqual({ to: [{ code: 'archived' }] })
  })

  it('of two boards by the same one at once succeeds for one of them', async () => {
    const both = await Promise.all([
      replace(smibs.bellLink.id, spare),
      replace(smibs.novoline.id, spare, 'ana'),
    ])
    expect(both.map(result => result.status).sort()).toEqual([200, 422])
    expect(
      await backend.db.selectFrom('smibs').select('id').where('slot_id', 'is not', null).execute(),
    ).toHaveLength(4)
  })

  it("needs a machine, a reason, a right and one's own board", async () => {
    expect(await replace(spare, smibs.bellLink.id)).toMatchObject({
      status: 409,
      error: { code: 'not_assigned' },
    })
    expect((await post('smib-to-smib', { from: smibs.bellLink.id, to: spare })).error.fields).toHaveProperty(
      'reason',
    )
    expect((await replace(smibs.bellLink.id, spare, 'olga')).status).toBe(403)
    expect((await replace(smibs.bellLink.id, spare, 'paulo')).status).toBe(404)
  })
})

describe('unassigning a board', () => {
  const unassign = (as: Person = 'mihai') => post(`smib/${smibs.bellLink.id}/unassign`, { reason }, as)

  it('takes it from its machine, once', async () => {
    expect((await unassign()).status).toBe(200)
    expect(await unassign()).toMatchObject({ status: 409, error: { code: 'not_assigned' } })
    expect((await ask('olga', 'GET', `slot/${slots.bellLink.id}`)).data.slot).toMatchObject({ smib: null })
  })

  it("follows the slot's rule, whichever way it is tried", async () => {
    expect((await ask('olga', 'GET', `slot/${slots.bellLink.id}/unassign-rule`)).data).toEqual({
      rule: 'allowed',
      version: 0,
    })
    expect((await rule('only_when_locked', 0)).data).toEqual({ rule: 'only_when_locked', version: 1 })
    expect(await unassign()).toMatchObject({ status: 409, error: { code: 'unassign_only_when_locked' } })
    expect(await replace(smibs.bellLink.id, spare)).toMatchObject({
      status: 409,
      error: { code: 'unassign_only_when_locked' },
    })
    const { smib } = await control(smibs.bellLink.id)
    const form = {
      mac: smib.mac,
      location: smib.location._id,
      slot: null,
      poll_ms: smib.poll_ms,
      version: smib.version,
    }
    expect((await ask('mihai', 'PUT', `smib/${smib._id}`, form)).error.fields).toEqual({
      slot: [{ code: 'unassign_only_when_locked' }],
    })
    await backend.db
      .updateTable('slots')
      .set({ status: 'locked' })
      .where('id', '=', slots.bellLink.id)
      .execute()
    expect((await unassign()).status).toBe(200)
  })

  it('while credits are on the machine, or may be, waits for an empty one where the rule says so', async () => {
    await rule('only_when_no_credits', 0)
    expect((await unassign()).error.code).toBe('unassign_only_when_no_credits')
    await backend.db.updateTable('slots').set({ credits: 12 }).where('id', '=', slots.bellLink.id).execute()
    expect((await unassign()).error.code).toBe('unassign_only_when_no_credits')
    await backend.db.updateTable('slots').set({ credits: 0 }).where('id', '=', slots.bellLink.id).execute()
    expect((await unassign()).status).toBe(200)
  })

  it('is ruled on by one person at a time, with the right to', async () => {
    const both = await Promise.all([rule('only_when_locked', 0), rule('only_when_no_credits', 0, 'ana')])
    expect(both.map(result => result.status).sort()).toEqual([200, 409])
    expect(await rule('allowed', 0)).toMatchObject({ status: 409, error: { code: 'version_conflict' } })
    expect((await rule('allowed', 1, 'olga')).status).toBe(403)
    expect((await rule('allowed', 1, 'paulo')).status).toBe(404)
    expect((await rule('never', 1)).status).toBe(422)
  })
})

describe('test and log mode', () => {
  it('are turned on and off by a single form, and already so changes nothing', async () => {
    const test = (on?: boolean) =>
      post(`smib/${smibs.bellLink.id}/toggle-test`, on === undefined ? {} : { on }, 'olga')
    expect((await test(true)).data.smib).toMatchObject({ test_mode: true })
    const { version } = (await control(smibs.bellLink.id)).smib
    expect((await test(true)).data.smib).toMatchObject({ test_mode: true, version })
    expect((await test()).data.smib).toMatchObject({ test_mode: false })
    expect((await post(`smib/${smibs.bellLink.id}/toggle-log`, {}, 'olga')).data.smib).toMatchObject({
      log_mode: true,
    })
    expect((await post(`smib/${smibs.bellLink.id}/toggle-log`, {}, 'andrei')).status).toBe(403)
  })
})

describe('warnings', () => {
  it('tell what somebody should look at', async () => {
    const id = smibs.harbour.id
    expect(await codes(id)).toEqual(['never_heard'])
    const say = (seq: number, at: number) =>
      ingest(backend.deps, { tenantId: null }, [
        {
          smib_id: smibs.harbour.mac,
          message_seq_nr: seq,
          event_seq_nr: seq,
          server_time_nano: `${at}000000`,
          kind: 'heartbeat',
        },
      ])
    await say(10, backend.clock())
    expect(await codes(id)).toEqual([])
    await say(15, backend.clock() + 1_000)
    expect((await control(id)).warnings).toEqual([{ code: 'gaps', gaps: 1, messages: 4 }])
    await say(16, backend.clock() + 130_000)
    expect((await control(id)).warnings).toContainEqual({ code: 'clock_drift', ms: 130_000 })
    backend.clock.advance(26 * 3_600_000)
    expect(await codes(id)).toEqual(['offline', 'clock_drift'])
  })

  it("tell of a test mode forgotten, and of a firmware that differs from the hall's", async () => {
    await post(`smib/${smibs.bellLink.id}/toggle-test`, { on: true })
    expect(await codes(smibs.bellLink.id)).not.toContain('test_mode')
    backend.clock.advance(25 * 3_600_000)
    expect(await codes(smibs.bellLink.id)).toContain('test_mode')
    const row = await backend.db
      .selectFrom('smibs')
      .selectAll()
      .where('id', '=', spare)
      .executeTakeFirstOrThrow()
    await backend.db
      .insertInto('smibs')
      .values({ ...row, id: 'd3'.padEnd(24, '0'), mac: 'a0b1c2d3e498', location_id: locations.cluj.id })
      .execute()
    await backend.db
      .updateTable('smibs')
      .set({ firmware: '3.9.9' })
      .where('id', '=', smibs.bellLink.id)
      .execute()
    expect((await control(smibs.bellLink.id)).warnings).toContainEqual({
      code: 'firmware',
      own: '3.9.9',
      most: '4.2.1',
    })
  })

  it("are of one's own boards", async () => {
    expect((await ask('paulo', 'GET', `smib/${smibs.bellLink.id}/control`)).status).toBe(404)
    expect(
      (await ask('mihai', 'POST', 'smibs', { exactFields: ['assigned'], exactValues: [false] })).data.rows,
    ).toEqual(expect.arrayContaining([expect.objectContaining({ _id: spare })]))
  })
})
