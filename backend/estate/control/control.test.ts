import { storeDoors } from '../slots/doors.service'
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
    .set({ status: 'active', lock_reason: null, lock_delivery: null, asset_no: null })
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
const lock = (ids: string[], as: Person = 'olga', verb = 'lock') =>
  post(as, `/api/slotcontrol/v1/${verb}`, { ids, reason: 'Jammed bill' })
const { asked, fetched, answer, one } = smibSide(() => backend)
const statusOf = async (slot: string, as: Person = 'olga') =>
  (await backend.json<{ data: SlotStatusAnswer }>(`/api/slotcontrol/v1/slot-status/${slot}`, { as })).body
    .data
const last = async (slot: string) => (await statusOf(slot)).commands[0] as MachineCommand

describe('a lock', () => {
  it('is an order at once, and confirmed when the machine has done it', async () => {
    await lock([slots.bellLink.id])
    expect(await statusOf(slots.bellLink.id)).toMatchObject({
      status: 'locked',
      lock_delivery: 'pending',
      commands: [{ kind: 'lock', state: 'queued', reason: 'Jammed bill', created_by: 'Olga Rusu' }],
    })
    const command = await one(smibs.bellLink.mac)
    expect(command).toMatchObject({ smib_id: smibs.bellLink.mac, kind: 'lock', ordered_at: backend.clock() })
    expect(await last(slots.bellLink.id)).toMatchObject({ state: 'sent', sent_at: backend.clock() })
    expect(await answer([{ command_id: command.command_id, outcome: 'done' }])).toEqual(['recorded'])
    expect(await statusOf(slots.bellLink.id)).toMatchObject({
      lock_delivery: 'confirmed',
      commands: [{ state: 'done', late: false }],
    })
    expect(await fetched(smibs.bellLink.mac)).toEqual([])
  })

  it('is handed out until it is answered, and answered once', async () => {
    await lock([slots.bellLink.id])
    const [first, again] = [await one(smibs.bellLink.mac), await one(smibs.bellLink.mac)]
    expect(again.command_id).toBe(first.command_id)
    const done = { command_id: first.command_id, outcome: 'done' }
    expect(await answer([done, done])).toEqual(['recorded', 'duplicate'])
    expect(await answer([{ ...done, outcome: 'refused' }])).toEqual(['duplicate'])
    expect((await statusOf(slots.bellLink.id)).lock_delivery).toBe('confirmed')
  })

  it('waits for the end of a game, and says so', async () => {
    await lock([slots.bellLink.id])
    const { command_id } = await one(smibs.bellLink.mac)
    expect(await answer([{ command_id, outcome: 'busy', code: 'game_in_progress' }])).toEqual(['recorded'])
    backend.clock.advance(35_000)
    expect(await last(slots.bellLink.id)).toMatchObject({ state: 'sent', answer_code: 'game_in_progress' })
    await answer([{ command_id, outcome: 'done' }])
    expect(await last(slots.bellLink.id)).toMatchObject({ state: 'done', answered_at: backend.clock() })
  })

  it('that the machine refuses is told to people, and may be told to the machine again', async () => {
    await backend.db.deleteFrom('notifications').execute()
    await lock([slots.bellLink.id])
    expect(await post('olga', '/api/slotcontrol/v1/tell-again', { slot: slots.bellLink.id })).toMatchObject({
      status: 409,
      error: { code: 'nothing_to_tell' },
    })
    await answer([
      { command_id: (await one(smibs.bellLink.mac)).command_id, outcome: 'refused', code: 'door_open' },
    ])
    expect(await statusOf(slots.bellLink.id)).toMatchObject({
      status: 'locked',
      lock_delivery: 'refused',
      commands: [{ state: 'refused', answer_code: 'door_open' }],
    })
    expect(
      await backend.db
        .selectFrom('notifications')
        .select('template')
        .where('template', '=', 'lock_refused')
        .execute(),
    ).toHaveLength(1)
    expect((await post('andrei', '/api/slotcontrol/v1/tell-again', { slot: slots.bellLink.id })).status).toBe(
      403,
    )
    expect((await post('olga', '/api/slotcontrol/v1/tell-again', { slot: slots.bellLink.id })).status).toBe(
      200,
    )
    await answer([{ command_id: (await one(smibs.bellLink.mac)).command_id, outcome: 'done' }])
    expect((await statusOf(slots.bellLink.id)).lock_delivery).toBe('confirmed')
  })

  it('without an answer in time stands, and reaches the machine when its board is back', async () => {
    await lock([slots.bellLink.id])
    backend.clock.advance(COMMAND_LIFE_MS + 1)
    expect(await expireCommands(backend.deps)).toBe(1)
    expect(await expireCommands(backend.deps)).toBe(0)
    expect(await statusOf(slots.bellLink.id)).toMatchObject({
      status: 'locked',
      lock_delivery: 'no_answer',
      commands: [{ state: 'no_answer', stands: true }],
    })
    backend.clock.advance(3 * 3_600_000)
    const { command_id } = await one(smibs.bellLink.mac)
    backend.clock.advance(2_000)
    expect(await answer([{ command_id, outcome: 'done' }])).toEqual(['late'])
    expect(await statusOf(slots.bellLink.id)).toMatchObject({
      lock_delivery: 'confirmed',
      commands: [{ state: 'done', late: true, stands: false }],
    })
  })

  it('is cancelled by an unlock, sent or not; an answer that comes after changes nothing', async () => {
    await lock([slots.bellLink.id])
    const first = await one(smibs.bellLink.mac)
    backend.clock.advance(1_000)
    await lock([slots.bellLink.id], 'olga', 'unlock')
    const second = await fetched(smibs.bellLink.mac)
    expect(second.map(command => command.kind)).toEqual(['unlock'])
    expect(await answer([{ command_id: first.command_id, outcome: 'done' }])).toEqual(['cancelled'])
    expect(await statusOf(slots.bellLink.id)).toMatchObject({
      status: 'active',
      lock_delivery: 'pending',
      commands: [{ kind: 'unlock' }, { kind: 'lock', state: 'cancelled', answer_code: 'superseded' }],
    })
  })

  it('goes to whichever board serves the machine then', async () => {
    await lock([slots.bellLink.id])
    await backend.db.updateTable('smibs').set({ slot_id: null }).where('id', '=', smibs.bellLink.id).execute()
    await backend.db
      .updateTable('smibs')
      .set({ slot_id: slots.bellLink.id })
      .where('id', '=', smibs.novoline.id)
      .execute()
    expect(await fetched(smibs.bellLink.mac)).toEqual([])
    expect(await one(smibs.novoline.mac)).toMatchObject({ kind: 'lock', smib_id: smibs.novoline.mac })
    await backend.db
      .updateTable('smibs')
      .set({ slot_id: slots.novoline.id })
      .where('id', '=', smibs.novoline.id)
      .execute()
    await backend.db
      .updateTable('smibs')
      .set({ slot_id: slots.bellLink.id })
      .where('id', '=', smibs.bellLink.id)
      .execute()
  })

  it('of two hands at once is one command', async () => {
    const results = await Promise.all([lock([slots.bellLink.id]), lock([slots.bellLink.id], 'mihai')])
    expect(results.map(result => result.status)).toEqual([200, 200])
    expect((await statusOf(slots.bellLink.id)).commands).toHaveLength(1)
  })
})

describe('boards', () => {
  it("of one tenant hear and answer nothing of another's", async () => {
    await lock([slots.bellLink.id])
    expect(await asked(backend.ingestTokens.lusitania, smibs.bellLink.mac)).toEqual([])
    const { command_id } = await one(smibs.bellLink.mac)
    expect(await answer([{ command_id, outcome: 'done' }], backend.ingestTokens.lusitania)).toEqual([
      'unknown',
    ])
    expect(await asked(backend.ingestTokens.system, smibs.bellLink.mac)).toHaveLength(1)
  })

  it('cannot answer what was never handed out, nor with nonsense; the rest of the batch counts', async () => {
    await lock([slots.bellLink.id, slots.harbour.id])
    const { command_id } = await one(smibs.bellLink.mac)
    const queued = (await last(slots.harbour.id))._id
    expect(
      await answer([
        { command_id: queued, outcome: 'done' },
        { command_id, outcome: 'exploded' },
        7,
        { command_id, outcome: 'done', code: 'x y' },
        { command_id: 'f'.repeat(24), outcome: 'done' },
        { command_id, outcome: 'done' },
      ]),
    ).toEqual(['unknown', 'malformed', 'malformed', 'malformed', 'unknown', 'recorded'])
  })

  it.each([
    ['no board', { smib_ids: [] }],
    ['too many', { smib_ids: Array.from({ length: 501 }, () => 'a0b1c2d3e401') }],
    ['no address', { smib_ids: ['x'] }],
    ['more', { smib_ids: ['a0b1c2d3e401'], all: true }],
  ])('asking with %s are refused with 422', async (_name, body) => {
    expect(
      (await backend.json('/api/rawdata/v1/commands/fetch', { token: backend.ingestTokens.system, body }))
        .status,
    ).toBe(422)
  })

  it('are no people: an access token does not fetch commands', async () => {
    expect(
      (
        await backend.json('/api/rawdata/v1/commands/fetch', {
          as: 'ana',
          body: { smib_ids: [smibs.bellLink.mac] },
        })
      ).status,
    ).toBe(403)
  })
})

describe('the status of a slot', () => {
  it("knows its doors, and is nobody else's to see", async () => {
    expect(await statusOf(slots.bellLink.id)).toMatchObject({
      door: null,
      state: 'never',
      smib: { name: smibs.bellLink.mac },
      unassign_rule: 'allowed',
    })
    const event = async (code: string, at: number) => {
      for (const statement of storeDoors(backend.db, [{ slotId: slots.bellLink.id, code, at }]))
        await backend.db.executeQuery(statement)
    }
    const now = backend.clock()
    await event('11', now - 9_000)
    await event('19', now - 8_000)
    await event('1A', now - 7_000)
    expect(await statusOf(slots.bellLink.id)).toMatchObject({ door: 'open', door_at: now - 9_000 })
    await event('12', now - 6_000)
    expect(await statusOf(slots.bellLink.id)).toMatchObject({ door: 'closed', door_at: now - 6_000 })
    expect(
      (await backend.json(`/api/slotcontrol/v1/slot-status/${slots.bellLink.id}`, { as: 'paulo' })).status,
    ).toBe(404)
  })

  it('comes with every command in a list of its own, by page and filter', async () => {
    await lock([slots.bellLink.id, slots.novoline.id])
    const { body } = await backend.json('/api/slotcontrol/v1/commands', {
      as: 'olga',
      body: { exactFields: ['kind', 'slot'], exactValues: ['lock', slots.novoline.id] },
    })
    expect(body.data).toMatchObject({ total: 1, rows: [{ slot: { name: slots.novoline.serial } }] })
    expect(
      (await backend.json('/api/slotcontrol/v1/commands', { as: 'paulo', body: {} })).body.data.total,
    ).toBe(0)
    expect(
      (
        await backend.json('/api/slotcontrol/v1/commands', {
          as: 'olga',
          body: { exactFields: ['kind'], exactValues: ['explode'] },
        })
      ).status,
    ).toBe(422)
  })
})
