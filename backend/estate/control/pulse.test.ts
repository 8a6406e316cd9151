import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { slots, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const { bellLink, novoline } = slots
const speaks = (id: string, protocol: string, status = 'active') =>
  backend.db
    .updateTable('slots')
    .set({ protocol, status, lock_delivery: status === 'locked' ? 'refused' : null })
    .where('id', '=', id)
    .execute()
beforeEach(async () => {
  await backend.db.deleteFrom('machine_commands').execute()
  await speaks(bellLink.id, 'pulse')
  await speaks(novoline.id, 'SAS 6.02')
})

interface Body {
  data: {
    results: { id: string; outcome: string; reason?: string }[]
    slot: { version: number; status: string }
  }
  error: { code: string; fields?: object }
}
const post = async (path: string, body: object, as: Person = 'mihai', method = 'POST') => {
  const answer = await backend.json<Body>(`/api/${path}`, { as, method, body })
  return { status: answer.status, ...answer.body }
}
const commands = async () =>
  (await backend.db.selectFrom('machine_commands').select('slot_id').execute()).map(row => row.slot_id)

describe('a machine that only sends pulses', () => {
  it.each(['lock', 'unlock'])('is refused a %s, and stays as it was', async verb => {
    await speaks(bellLink.id, 'pulse', verb === 'lock' ? 'active' : 'locked')
    expect(await post(`slotcontrol/v1/${verb}`, { ids: [bellLink.id], reason: 'Inspection' })).toMatchObject({
      status: 409,
      error: { code: 'no_downlink' },
    })
    expect(await commands()).toEqual([])
  })

  it('is left out, with the reason, where others are locked with it', async () => {
    const { status, data } = await post('slotcontrol/v1/lock', {
      ids: [bellLink.id, novoline.id],
      reason: 'Inspection',
    })
    expect([status, data.results]).toMatchObject([
      200,
      [
        { id: bellLink.id, outcome: 'skipped', reason: 'no_downlink' },
        { id: novoline.id, outcome: 'done' },
      ],
    ])
    expect(await commands()).toEqual([novoline.id])
  })

  it.each([
    [
      'AFT registration',
      'slotcontrol/v1/aft/refresh-registration',
      { slot: bellLink.id, reason: 'Inspection' },
    ],
    [
      'asset number',
      'slotcontrol/v1/aft/set-asset-number',
      { slot: bellLink.id, asset_number: 5, reason: 'Inspection' },
    ],
    ['lock told again', 'slotcontrol/v1/tell-again', { slot: bellLink.id }],
    ['question about its SAS interface', `configuration/v1/slot-sas-config/${bellLink.id}/type/3`, {}],
  ])('is refused an %s', async (_name, path, body) => {
    await speaks(bellLink.id, 'pulse', 'locked')
    expect(await post(path, body)).toMatchObject({ status: 409, error: { code: 'no_downlink' } })
    expect(await commands()).toEqual([])
  })

  it('is not made of a locked one: nobody could unlock it any more', async () => {
    await speaks(novoline.id, 'SAS 6.02', 'locked')
    const { slot } = (
      await backend.json<{ data: { slot: Record<string, unknown> } }>(
        `/api/configuration/v1/slot/${novoline.id}`,
        { as: 'mihai' },
      )
    ).body.data
    const { serial, manufacturer, denomination, version, location } = slot as Record<string, unknown> & {
      location: { _id: string }
    }
    const put = await post(
      `configuration/v1/slot/${novoline.id}`,
      {
        serial,
        manufacturer,
        denomination,
        version,
        location: location._id,
        protocol: 'pulse',
        reason: 'Old cabinet',
      },
      'mihai',
      'PUT',
    )
    expect(put).toMatchObject({ status: 422, error: { fields: { protocol: [{ code: 'while_locked' }] } } })
  })
})

describe('a machine without AFT', () => {
  it('can be locked, and is refused a registration', async () => {
    await speaks(novoline.id, 'SAS 5.02')
    expect(
      await post('slotcontrol/v1/aft/refresh-registration', { slot: novoline.id, reason: 'Inspection' }),
    ).toMatchObject({ status: 409, error: { code: 'no_aft' } })
    expect((await post('slotcontrol/v1/lock', { ids: [novoline.id], reason: 'Inspection' })).status).toBe(200)
  })
})
