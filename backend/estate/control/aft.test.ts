import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { slots, smibs, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { smibSide } from '../../../tests/support/smib-side'
import { COMMAND_LIFE_MS, type MachineCommand, type SlotStatusAnswer } from '../orders/control.contract'
import { expireCommands } from './expiry.service'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
beforeEach(async () => {
  await backend.db.deleteFrom('machine_commands').execute()
  await backend.db.deleteFrom('slot_controls').execute()
  await backend.db
    .updateTable('slots')
    .set({ status: 'active', lock_reason: null, lock_delivery: null, asset_no: null, asset_key: null })
    .execute()
})

type Body = {
  success: boolean
  data: Record<string, never>
  error: { code: string; fields?: Record<string, { code: string }[]> }
}
const post = async (as: Person, path: string, body: object) => {
  const { status, body: answer } = await backend.json<Body>(path, { as, body })
  return { status, ...answer }
}
const { fetched, answer, one } = smibSide(() => backend)
const statusOf = async (slot: string, as: Person = 'olga') =>
  (await backend.json<{ data: SlotStatusAnswer }>(`/api/slotcontrol/v1/slot-status/${slot}`, { as })).body
    .data
const last = async (slot: string) => (await statusOf(slot)).commands[0] as MachineCommand

describe('AFT', () => {
  const register = (slot: string, as: Person = 'olga') =>
    post(as, '/api/slotcontrol/v1/aft/refresh-registration', { slot, reason: 'Registration lost' })
  const number = (slot: string, asset_number: unknown, as: Person = 'olga') =>
    post(as, '/api/slotcontrol/v1/aft/set-asset-number', { slot, asset_number, reason: 'New label' })

  it("registration is refreshed once at a time, and the machine's word is kept", async () => {
    expect((await register(slots.bellLink.id)).status).toBe(200)
    expect(await register(slots.bellLink.id)).toMatchObject({
      status: 409,
      error: { code: 'already_ordered' },
    })
    const { command_id } = await one(smibs.bellLink.mac)
    await answer([
      {
        command_id,
        outcome: 'done',
        data: { registration_status: '01', asset_number: 410_003, pos_id: '0001' },
      },
    ])
    expect(await statusOf(slots.bellLink.id)).toMatchObject({
      aft_status: 'registered',
      aft_asset_no: 410_003,
      aft_pos_id: '0001',
      aft_at: backend.clock(),
    })
    expect((await register(slots.bellLink.id)).status).toBe(200)
  })

  it("an asset number is the slot's when the machine has taken it, and ends the registration", async () => {
    await register(slots.bellLink.id)
    await answer([
      {
        command_id: (await one(smibs.bellLink.mac)).command_id,
        outcome: 'done',
        data: { registration_status: '01' },
      },
    ])
    await number(slots.bellLink.id, 777_001)
    expect((await statusOf(slots.bellLink.id)).asset_no).toBeNull()
    await answer([{ command_id: (await one(smibs.bellLink.mac)).command_id, outcome: 'done' }])
    expect(await statusOf(slots.bellLink.id)).toMatchObject({
      asset_no: '777001',
      aft_asset_no: 777_001,
      aft_status: 'not_registered',
    })
    const found = await backend.json('/api/configuration/v1/slots', {
      as: 'mihai',
      body: { query: '777001' },
    })
    expect(found.body.data.total).toBe(1)
    const record = await backend.db
      .selectFrom('audit_log')
      .select(['action', 'after_json'])
      .where('entity_id', '=', slots.bellLink.id)
      .orderBy('seq', 'desc')
      .limit(2)
      .execute()
    expect(record.map(entry => entry.action)).toEqual(['aft_asset_number_taken', 'aft_set_asset_number'])
    expect(record[1]?.after_json).toContain('New label')
  })

  it('a number that a machine has taken is its own in forms, with zeros before it or without, and the one it had is free', async () => {
    const path = (slot: string) => `/api/configuration/v1/slot/${slot}`
    const save = async (slot: string, asset_no: string) => {
      const known = (await backend.json<{ data: { slot: object } }>(path(slot), { as: 'mihai' })).body.data
        .slot
      const { status, body } = await backend.json<Body>(path(slot), {
        as: 'mihai',
        method: 'PUT',
        body: { ...known, asset_no, reason: 'New label' },
      })
      return body.error?.fields ?? status
    }
    const taken = [{ code: 'taken' }]
    expect(await save(slots.bellLink.id, '00412')).toBe(200)
    expect((await number(slots.novoline.id, 412)).error.fields).toEqual({ asset_number: taken })
    await number(slots.bellLink.id, 777_002)
    await answer([{ command_id: (await one(smibs.bellLink.mac)).command_id, outcome: 'done' }])
    expect(await save(slots.novoline.id, '0777002')).toEqual({ asset_no: taken })
    expect(await save(slots.novoline.id, '777002')).toEqual({ asset_no: taken })
    expect(await save(slots.novoline.id, '412')).toBe(200)
    // Given away in a form while the machine was told: it is the machine's all the same.
    await number(slots.bellLink.id, 777_003)
    expect(await save(slots.novoline.id, '777003')).toBe(200)
    await answer([{ command_id: (await one(smibs.bellLink.mac)).command_id, outcome: 'done' }])
    expect((await statusOf(slots.bellLink.id)).asset_no).toBe('777003')
  })

  it("numbers are one machine's within a tenant, also while two people order them", async () => {
    const both = await Promise.all([
      number(slots.bellLink.id, 888_001),
      number(slots.novoline.id, 888_001, 'mihai'),
    ])
    expect(both.map(result => result.status).sort()).toEqual([200, 422])
    expect(both.find(result => result.status === 422)?.error.fields).toEqual({
      asset_number: [{ code: 'taken' }],
    })
    expect((await number(slots.ribeira.id, 888_001, 'paulo')).status).toBe(200)
  })

  it.each([[0], [-1], [4_294_967_296], [1.5], ['12'], [null]])('%s is no asset number', async value => {
    expect((await number(slots.bellLink.id, value)).error.fields).toHaveProperty('asset_number')
  })

  it('a machine that never answers leaves it unanswered, and the next order is possible', async () => {
    await register(slots.bellLink.id)
    await one(smibs.bellLink.mac)
    backend.clock.advance(COMMAND_LIFE_MS + 1)
    await expireCommands(backend.deps)
    expect(await last(slots.bellLink.id)).toMatchObject({ state: 'no_answer', stands: false })
    expect(await fetched(smibs.bellLink.mac)).toEqual([])
    expect((await register(slots.bellLink.id)).status).toBe(200)
  })

  it("needs a reason, a right, a live slot of one's own", async () => {
    expect(
      (await post('olga', '/api/slotcontrol/v1/aft/refresh-registration', { slot: slots.bellLink.id })).error
        .fields,
    ).toHaveProperty('reason')
    expect((await register(slots.bellLink.id, 'andrei')).status).toBe(403)
    expect((await register(slots.bellLink.id, 'paulo')).status).toBe(404)
    await backend.db.updateTable('slots').set({ archived_at: 1 }).where('id', '=', slots.harbour.id).execute()
    expect(await register(slots.harbour.id)).toMatchObject({ status: 409, error: { code: 'archived' } })
    await backend.db
      .updateTable('slots')
      .set({ archived_at: null })
      .where('id', '=', slots.harbour.id)
      .execute()
  })
})
