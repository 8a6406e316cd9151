/**
 * Paying a win to the slot's credit meter: the slot's answer is what counts, silence is told as such, and nothing is
 * paid twice unnoticed.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { slots, smibs, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { smibSide } from '../../../tests/support/smib-side'
import { expireCommands } from '../../estate/control/expiry.service'
import { COMMAND_LIFE_MS } from '../../estate/orders/control.contract'
import { recordWin } from './win-record.service'

let backend: TestBackend
const { one, answer } = smibSide(() => backend)
const base = '/api/jackpot-manager/v1'
let win = ''
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

interface Answer {
  data: Record<string, { _id: string }> & { results: { outcome: string; reason?: string }[] }
}
const ask = async (path: string, body: object, as: Person = 'mihai') =>
  (await backend.json<{ data?: Answer['data'] }>(`${base}/${path}`, { as, method: 'POST', body })).body.data
const act = async (path: string, as: Person = 'mihai') =>
  (await ask(path, { ids: [win], reason: 'Counted and signed' }, as))?.results[0]
const told = async () =>
  (
    await backend.json<{ data: { 'jackpot-win': Record<string, unknown> } }>(`${base}/jackpot-win/${win}`, {
      as: 'mihai',
    })
  ).body.data['jackpot-win']
const heard = (at: number) =>
  backend.db.updateTable('smibs').set({ last_seen_at: at }).where('slot_id', '=', slots.bellLink.id).execute()
const timeIsUp = async () => {
  backend.clock.advance(COMMAND_LIFE_MS + 1_000)
  await expireCommands(backend.deps)
  await heard(backend.clock())
}

beforeEach(async () => {
  for (const table of ['jackpot_wins', 'jackpot_levels', 'jackpots', 'machine_commands'] as const)
    await backend.db.deleteFrom(table).execute()
  const made = async (path: string, body: object) => (await ask(path, body))?.[path]?._id ?? ''
  const jackpot = await made('jackpot', { name: 'Noroc', kind: 'progressive', currency: 'RON' })
  const level = await made('jackpot-level', {
    jackpot,
    name: 'Mini',
    position: 1,
    seed: { minor: 20_000, currency: 'RON' },
    visible: 50,
  })
  const row = await backend.db
    .selectFrom('jackpot_levels')
    .selectAll()
    .where('id', '=', level)
    .executeTakeFirstOrThrow()
  await heard(backend.clock())
  const evidence = { value_before: 20_000, value_after: 20_000, contributions: [] }
  win = await recordWin(
    backend.db,
    row,
    { slotId: slots.bellLink.id, at: backend.clock(), amount: 20_000, state: 'celebrating', evidence },
    backend.clock(),
  )
})

describe('a win that is paid by AFT', () => {
  it('is paid when the slot has said so, once', async () => {
    expect(await act('jackpot-win-pay-aft', 'nora')).toBeUndefined()
    expect(await act('jackpot-win-pay-aft')).toEqual({ id: win, outcome: 'done' })
    expect(await told()).toMatchObject({ state: 'celebrating', aft_state: 'ordered', paid_at: null })
    expect(await act('jackpot-win-pay-aft')).toMatchObject({ outcome: 'skipped', reason: 'aft_under_way' })
    expect(await act('jackpot-win-pay'), 'nobody confirms another payment meanwhile').toMatchObject({
      outcome: 'skipped',
      reason: 'aft_under_way',
    })
    const { command_id, kind, input } = await one(smibs.bellLink.mac)
    expect([kind, input.amount_minor, input.partial]).toEqual(['jackpot_pay', 20_000, false])
    const done = { command_id, outcome: 'done', code: '00', data: { transfer_status: '00' } }
    expect(await answer([done])).toEqual(['recorded'])
    expect(await answer([done])).toEqual(['duplicate'])
    expect(await told()).toMatchObject({
      state: 'paid',
      payment_method: 'aft',
      aft_state: 'done',
      paid_by: null,
      paid_twice: false,
    })
    expect(await act('jackpot-win-pay-aft')).toMatchObject({ outcome: 'skipped', reason: 'paid' })
  })

  it('is not ordered from a slot that nobody hears', async () => {
    await heard(backend.clock() - 3_600_000)
    expect(await act('jackpot-win-pay-aft')).toMatchObject({ outcome: 'skipped', reason: 'offline' })
    expect(await told()).toMatchObject({ state: 'celebrating', aft_state: null })
  })

  it('is refused by the slot with its code, and can be ordered anew under another number', async () => {
    await act('jackpot-win-pay-aft')
    const first = await one(smibs.bellLink.mac)
    await answer([{ command_id: first.command_id, outcome: 'refused', code: '87' }])
    expect(await told()).toMatchObject({ state: 'celebrating', aft_state: 'refused', aft_code: '87' })
    expect(await act('jackpot-win-pay-aft')).toMatchObject({ outcome: 'done' })
    const second = await one(smibs.bellLink.mac)
    expect(second.input.aft_transaction_id).not.toBe(first.input.aft_transaction_id)
  })

  it('is unknown while the slot is silent: told as such, and only ordered again under the same number', async () => {
    await act('jackpot-win-pay-aft')
    const first = await one(smibs.bellLink.mac)
    await timeIsUp()
    expect(await told()).toMatchObject({ state: 'celebrating', aft_state: 'unknown' })
    await act('jackpot-win-pay-aft')
    const second = await one(smibs.bellLink.mac)
    expect(second.input.aft_transaction_id).toBe(first.input.aft_transaction_id)
    // The slot did it the first time, and says that the number is used: a person has to look.
    await answer([{ command_id: second.command_id, outcome: 'refused', code: '81' }])
    expect(await told()).toMatchObject({ state: 'celebrating', aft_state: 'unknown', aft_code: '81' })
  })

  it('is known not to be paid where no SMIB fetched the order, and a part of the amount is not the amount', async () => {
    await act('jackpot-win-pay-aft')
    await timeIsUp()
    expect(await told()).toMatchObject({ state: 'celebrating', aft_state: 'not_told' })
    await act('jackpot-win-pay-aft')
    const { command_id } = await one(smibs.bellLink.mac)
    await answer([{ command_id, outcome: 'done', code: '01', data: { transfer_status: '01' } }])
    expect(await told()).toMatchObject({ state: 'celebrating', aft_state: 'unknown' })
  })

  it('is told to be paid twice where it was confirmed by hand and the slot answers late', async () => {
    await act('jackpot-win-pay-aft')
    const { command_id } = await one(smibs.bellLink.mac)
    await timeIsUp()
    expect(await act('jackpot-win-pay')).toMatchObject({ outcome: 'done' })
    expect(await answer([{ command_id, outcome: 'done' }])).toEqual(['late'])
    expect(await told()).toMatchObject({ state: 'paid', payment_method: 'hand', paid_twice: true })
    const entry = await backend.db
      .selectFrom('audit_log')
      .select('action')
      .where('entity_id', '=', win)
      .orderBy('seq', 'desc')
      .executeTakeFirst()
    expect(entry?.action).toBe('paid_twice')
  })

  it('is refused for a slot without AFT', async () => {
    await backend.db
      .updateTable('slots')
      .set({ protocol: 'SAS 5.02' })
      .where('id', '=', slots.bellLink.id)
      .execute()
    expect(await act('jackpot-win-pay-aft')).toMatchObject({ outcome: 'skipped', reason: 'no_aft' })
    await backend.db
      .updateTable('slots')
      .set({ protocol: 'SAS 6.02' })
      .where('id', '=', slots.bellLink.id)
      .execute()
  })
})
