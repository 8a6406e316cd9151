/** Handpays that wait: called by a slot and not reset, in whichever order its events arrive. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { slots, smibs, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { ingest } from '../../telemetry/ingestion/ingest.service'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const MINUTE = 60_000
let seq = 0
const report = (smib: keyof typeof smibs, code: string, at: number, data?: object) =>
  ingest(backend.deps, { tenantId: null }, [
    {
      smib_id: smibs[smib].mac,
      message_seq_nr: ++seq,
      server_time_nano: `${at}000000`,
      events: [{ event_seq_nr: 1, code, ...(data && { data }) }],
    },
  ])
const waiting = async (as: Person = 'olga', body: object = {}) =>
  (await backend.json('/api/slotcontrol/v1/handpays', { as, body })).body.data
const tile = async (as: Person) =>
  (await backend.json<{ data: { handpays: unknown } }>('/api/board/v1/shift', { as })).body.data.handpays

it('wait since the first call with the newest amount, and end with the reset of their slot', async () => {
  const now = backend.clock()
  await report('bellLink', '51', now - 30 * MINUTE, { amount_minor: 275_000, kind: 'cancelled_credits' })
  await report('bellLink', '51', now - 29 * MINUTE, { amount_minor: 275_000, kind: 'cancelled_credits' })
  await report('novoline', '51', now - 40 * MINUTE, { amount_minor: 'many', kind: 'jackpot' })
  await report('ribeira', '51', now - 5 * MINUTE, { amount_minor: 1.5 })
  const { rows, total } = await waiting()
  expect(total).toBe(2)
  expect(rows).toMatchObject([
    { slot: { name: slots.novoline.serial }, amount: null, kind: 'jackpot', since: now - 40 * MINUTE },
    {
      slot: { name: slots.bellLink.serial },
      amount: { minor: 275_000, currency: 'RON' },
      kind: 'cancelled_credits',
      since: now - 30 * MINUTE,
      win: null,
    },
  ])
  expect(await tile('olga')).toEqual({ count: 2, since: now - 40 * MINUTE })
  // Another tenant's are nobody else's; an amount that is no whole number is none.
  expect((await waiting('paulo')).rows).toMatchObject([
    { slot: { name: slots.ribeira.serial }, amount: null, kind: 'unknown' },
  ])
  expect((await backend.json('/api/slotcontrol/v1/handpays', { as: 'nora', body: {} })).status).toBe(403)

  await report('novoline', '52', now - MINUTE)
  expect((await waiting()).rows).toMatchObject([{ slot: { name: slots.bellLink.serial } }])
  // A reset that arrives late, from before the newest call, ends nothing: the wait begins after it.
  await report('bellLink', '52', now - 29 * MINUTE - 30_000)
  expect((await waiting()).rows).toMatchObject([{ since: now - 29 * MINUTE }])
  expect(await tile('olga')).toEqual({ count: 1, since: now - 29 * MINUTE })
  expect((await waiting('olga', { exactFields: ['kind'], exactValues: ['jackpot'] })).total).toBe(0)
})
