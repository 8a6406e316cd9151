import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { locations, slots, type Person } from '../../../tests/people'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

interface Slot {
  _id: string
  version: number
  serial: string
  status: string
  lock_reason: string | null
  tenant: { name: string }
  location: { name: string }
  smib: { name: string } | null
  archived_at: number | null
}
interface Answer {
  success: boolean
  data: {
    rows: Slot[]
    total: number
    slot: Slot
    results: { id: string; outcome: string; reason?: string }[]
  }
  error: { code: string; fields?: Record<string, { code: string }[]>; details?: { current?: Slot } }
}

const call = async (
  as: Person,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) => {
  const { status, body: answer } = await backend.json<Answer>(path, { as, method, body, headers })
  return { status, ...answer }
}

describe('locking slots', () => {
  const lock = (as: Person, body: object) => call(as, 'POST', '/api/slotcontrol/v1/lock', body)
  beforeEach(async () => {
    await backend.db.updateTable('slots').set({ status: 'active', lock_reason: null }).execute()
  })

  it('locks those that are not, says which were, and keeps the reason', async () => {
    await lock('olga', { ids: [slots.novoline.id], reason: 'Jammed bill' })
    const {
      data: { results },
    } = await lock('olga', { ids: [slots.novoline.id, slots.harbour.id], reason: 'Inspection' })
    expect(results).toEqual([
      { id: slots.novoline.id, outcome: 'skipped', reason: 'already' },
      { id: slots.harbour.id, outcome: 'done', command_id: expect.any(String) as string },
    ])
    expect(
      (await call('olga', 'GET', `/api/configuration/v1/slot/${slots.novoline.id}`)).data.slot,
    ).toMatchObject({ status: 'locked', lock_reason: 'Jammed bill' })
  })

  it('locks all that a list shows', async () => {
    const {
      data: { results },
    } = await lock('mihai', {
      matching: { exactFields: ['location'], exactValues: [locations.braila.id] },
      reason: 'Closed hall',
    })
    expect(results).toMatchObject([{ id: slots.harbour.id, outcome: 'done' }])
  })

  it('locks none when one of them is not theirs', async () => {
    expect(
      (await lock('mihai', { ids: [slots.harbour.id, slots.ribeira.id], reason: 'Mistake' })).status,
    ).toBe(404)
    expect(
      (await call('mihai', 'GET', `/api/configuration/v1/slot/${slots.harbour.id}`)).data.slot.status,
    ).toBe('active')
  })

  it('tells of it once a machine, and once for several of a hall', async () => {
    await backend.db.deleteFrom('notifications').execute()
    await lock('mihai', {
      ids: [slots.harbour.id, slots.bellLink.id, slots.novoline.id],
      reason: 'Inspection',
    })
    const told = await backend.db
      .selectFrom('notifications')
      .select(['template', 'resource_id'])
      .orderBy('template')
      .execute()
    expect(told).toEqual([
      { template: 'slot_locked', resource_id: slots.harbour.id },
      { template: 'slots_locked', resource_id: locations.cluj.id },
    ])
  })

  it('asks for a reason and for a choice', async () => {
    expect((await lock('mihai', { ids: [slots.harbour.id] })).error.fields).toHaveProperty('reason')
    expect((await lock('mihai', { reason: 'Nothing chosen' })).status).toBe(422)
    expect((await lock('andrei', { ids: [slots.harbour.id], reason: 'An auditor only reads' })).status).toBe(
      403,
    )
  })
})
