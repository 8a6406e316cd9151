/** Outstanding tickets are what slots printed less what slots redeemed, carried from the first day that is kept. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { locations, slots, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { noMovement } from '../../telemetry/readings/meters.contract'
import { ticketContract, type TicketAnswer } from './tickets.contract'

let backend: TestBackend
const day = (slot: keyof typeof slots, gaming_day: string, more: object) => ({
  ...noMovement,
  slot_id: slots[slot].id,
  gaming_day,
  game_nr: 0,
  location_id: locations[slots[slot].location].id,
  denomination_minor: 5,
  tenant_id: tenants[locations[slots[slot].location].tenant].id,
  currency: 'RON',
  readings: 24,
  ...more,
})
beforeAll(async () => {
  backend = await testBackend()
  await backend.db
    .insertInto('counter_days')
    .values([
      day('bellLink', '2026-03-07', { ticket_out: 1_000, ticket_in: 200 }),
      day('bellLink', '2026-03-09', { ticket_out: 400 }),
      // A game's meters are in the slot's.
      day('bellLink', '2026-03-09', { ticket_out: 400, game_nr: 1 }),
      day('novoline', '2026-03-10', { ticket_in: 900 }),
      day('harbour', '2026-03-09', { ticket_in: 10, currency: 'EUR', denomination_minor: 1 }),
    ])
    .execute()
})
afterAll(() => backend.close())

const ask = (body: object = {}, as: Person = 'mihai') =>
  backend.json<{ data: TicketAnswer }>(ticketContract.path, {
    as,
    method: 'POST',
    body: { from: '2026-03-08', to: '2026-03-11', ...body },
  })
const short = ({ rows }: TicketAnswer) =>
  rows.map(({ key, name, currency, opening, printed, redeemed, net, closing }) => [
    name ?? key,
    currency,
    opening,
    printed,
    redeemed,
    net,
    closing,
  ])

test('outstanding tickets begin with what earlier days left, by location and day by day', async () => {
  const { data } = (await ask()).body
  expect(short(data)).toEqual([
    ['Brăila Port', 'EUR', 0, 0, 10, -10, -10],
    ['Cluj Central', 'RON', 4_000, 2_000, 4_500, -2_500, 1_500],
  ])
  expect(data.rows.map(({ since }) => since)).toEqual(['2026-03-09', '2026-03-07'])
  expect(data.totals).toEqual([
    { currency: 'EUR', opening: 0, printed: 0, redeemed: 10, net: -10, closing: -10 },
    { currency: 'RON', opening: 4_000, printed: 2_000, redeemed: 4_500, net: -2_500, closing: 1_500 },
  ])
  expect(short((await ask({ by: 'day', location: locations.cluj.id })).body.data)).toEqual([
    ['2026-03-09', 'RON', 4_000, 2_000, 0, 2_000, 6_000],
    ['2026-03-10', 'RON', 6_000, 0, 4_500, -4_500, 1_500],
  ])
  // A ticket that one slot printed is redeemed in another.
  expect(short((await ask({ by: 'slot', location: locations.cluj.id })).body.data)).toEqual([
    ['EGT-00412', 'RON', null, 2_000, 0, 2_000, null],
    ['NOV-10077', 'RON', null, 0, 4_500, -4_500, null],
  ])
})

test('outstanding tickets are the tenant’s, and not for everybody', async () => {
  expect((await ask({}, 'paulo')).body.data.rows).toEqual([])
  expect((await ask({ location: locations.cluj.id }, 'paulo')).status).toBe(404)
  expect((await ask({}, 'nora')).status).toBe(403)
  expect((await ask({ to: '2026-03-01' })).status).toBe(422)
})
