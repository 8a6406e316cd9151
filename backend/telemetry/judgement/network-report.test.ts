/** Reports over all slots: whose they are, that games add up to their slot, and that nothing is cut without a word. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { locations, people, slots, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { noMovement } from '../readings/meters.contract'
import {
  extendedMetersContract,
  slotGamesContract,
  type NetworkAnswer,
} from '../../accounting/period-reports/network-report.contract'
import { storedHour } from '../../../tests/support/stored'

let backend: TestBackend
const day = (slot: keyof typeof slots, gaming_day: string, more: object = {}) => ({
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

/** It is the 11th of March. Slot bellLink tells two games, whose counters lag behind its own; novoline tells none. */
beforeAll(async () => {
  backend = await testBackend()
  await backend.db
    .insertInto('counter_days')
    .values([
      day('bellLink', '2026-03-09', { coin_in: 600_000, coin_out: 540_000, games_played: 6_000 }),
      day('bellLink', '2026-03-09', { game_nr: 1, coin_in: 500_000, coin_out: 420_000, games_played: 5_400 }),
      day('bellLink', '2026-03-10', { coin_in: 100, games_played: 4, denomination_minor: 10 }),
      day('bellLink', '2026-03-10', { game_nr: 2, coin_in: 60, games_played: 3, denomination_minor: 10 }),
      day('novoline', '2026-03-09', {
        coin_in: 400,
        coin_out: 100,
        jackpot: 40,
        bills_in: 300,
        games_played: 8,
      }),
      day('novoline', '2026-03-08', { coin_in: 40, currency: 'EUR', denomination_minor: 1, games_played: 2 }),
      // All that it played is a game's: nothing of the slot itself is left to tell.
      day('harbour', '2026-03-09', { coin_in: 70, games_played: 7 }),
      day('harbour', '2026-03-09', { game_nr: 1, coin_in: 70, games_played: 7 }),
      day('ribeira', '2026-03-09', { coin_in: 9_000, currency: 'EUR', denomination_minor: 1 }),
      day('bellLink', '2026-02-01', { coin_in: 5_000 }),
    ])
    .execute()
  await backend.db
    .updateTable('slots')
    .set({ theoretical_rtp: 9_500 })
    .where('id', '=', slots.bellLink.id)
    .execute()
  await backend.db
    .updateTable('slots')
    .set({ theoretical_rtp: null })
    .where('id', '=', slots.novoline.id)
    .execute()
})
afterAll(() => backend.close())

const ask = (body: object = {}, as: Person = 'mihai', { path }: { path: string } = slotGamesContract) =>
  backend.json(path, { as, body: { from: '2026-03-08', to: '2026-03-31', ...body } })
const read = async (...asked: Parameters<typeof ask>) =>
  (await ask(...asked)).body.data as never as NetworkAnswer
const short = ({ rows }: NetworkAnswer) =>
  rows.map(({ name, told, game_nr, currency, coin_in }) => [name, told, game_nr, currency, coin_in])

describe('game statistics', () => {
  test('tell each game, what a slot has beyond its games, and slots that tell none', async () => {
    const answer = await read()
    expect(short(answer)).toEqual([
      ['AMA-55501', 'game', 1, 'RON', 350],
      ['EGT-00412', 'game', 1, 'RON', 2_500_000],
      ['EGT-00412', 'game', 2, 'RON', 600],
      ['EGT-00412', 'rest', null, 'RON', 500_400],
      ['NOV-10077', 'slot', null, 'EUR', 40],
      ['NOV-10077', 'slot', null, 'RON', 2_000],
    ])
    expect(new Set(answer.rows.map(({ key, currency }) => `${key} ${currency}`)).size).toBe(
      answer.rows.length,
    )
    // The same totals as of the slots themselves; currencies are never added.
    const totals = (one: NetworkAnswer) => one.totals.map(({ currency, coin_in }) => [currency, coin_in])
    expect(totals(answer)).toEqual([
      ['EUR', 40],
      ['RON', 3_000_000 + 1_000 + 2_000 + 350],
    ])
    expect(totals(await read({ by: 'slot' }))).toEqual(totals(answer))
    expect(answer).toMatchObject({
      from: '2026-03-08',
      to: '2026-03-11',
      open_day: '2026-03-11',
      missing_days: ['2026-03-11'],
      left_out: 0,
      time_zone: 'Europe/Bucharest',
    })
  })

  test('hold the return against theory with the band that so many games allow', async () => {
    const { rows } = await read({ by: 'slot', location: locations.cluj.id })
    expect(rows.map(({ name, rtp, theoretical, verdict }) => [name, rtp, theoretical, verdict])).toEqual([
      ['EGT-00412', 8_997, 9_500, 'within'],
      ['NOV-10077', 0, null, 'unknown'],
      ['NOV-10077', 3_500, null, 'unknown'],
    ])
    // 3 × 10 bets / √6,004 to either side.
    expect(rows[0]).toMatchObject({
      band_low: 5_628,
      band_high: 13_372,
      average_bet: 500,
      games_played: 6_004,
    })
  })

  test('show alone what is outside its band, to the basis point, and of how many rows', async () => {
    const among = (theoretical: number) =>
      backend.db
        .updateTable('slots')
        .set({ theoretical_rtp: theoretical })
        .where('id', '=', slots.bellLink.id)
        .execute()
    for (const [theoretical, verdict] of [
      [5_125, 'within'],
      [5_124, 'above'],
      [12_869, 'within'],
      [12_870, 'below'],
    ] as const) {
      await among(theoretical)
      const all = await read({ by: 'slot' })
      expect(all.rows.find(({ name }) => name === 'EGT-00412')).toMatchObject({ rtp: 8_997, verdict })
      const outside = await read({ by: 'slot', show: 'outside' })
      expect(outside.rows).toEqual(all.rows.filter(one => one.verdict === 'above' || one.verdict === 'below'))
      expect(outside).toMatchObject({
        outside: { rows: verdict === 'within' ? 0 : 1, of: all.rows.length },
        left_out: 0,
        totals: all.totals,
      })
    }
    await among(9_500)
    expect((await read()).outside).toBeUndefined()
    // A location has no band: a request for what is outside of it is refused.
    expect((await ask({ by: 'location', show: 'outside' })).status).toBe(422)
  })

  test('are of what the reader may see, and of a location that is theirs', async () => {
    expect(short(await read({}, 'paulo'))).toEqual([['NOV-20990', 'slot', null, 'EUR', 9_000]])
    expect((await ask({ location: locations.cluj.id }, 'paulo')).status).toBe(404)
    expect((await ask({}, 'nora')).status).toBe(403)
    expect(await read({ from: '2026-05-01', to: '2026-05-02' })).toMatchObject({ rows: [], totals: [] })
    expect((await ask({ from: '2020-01-01' })).status).toBe(422)
  })

  test('say how many rows they left out, which their totals hold', async () => {
    const answer = await read({ rows: 2 })
    expect(answer.rows).toHaveLength(2)
    expect(answer.left_out).toBe(4)
    expect(answer.totals).toEqual((await read()).totals)
  })
})

test('extended meters are every meter of slots, locations and tenants', async () => {
  const of = async (by: string, as: Person = 'mihai') =>
    (await read({ by }, as, extendedMetersContract)).rows.map(
      ({ name, location, currency, bills_in, net_win, net_win_before_jackpots, verdict }) => [
        name,
        location,
        currency,
        bills_in,
        net_win,
        net_win_before_jackpots,
        verdict,
      ],
    )
  expect((await of('slot')).at(-1)).toEqual([
    'NOV-10077',
    'Cluj Central',
    'RON',
    1_500,
    1_300,
    1_500,
    'unknown',
  ])
  expect(await of('location')).toEqual([
    ['Brăila Port', null, 'RON', 0, 350, 350, null],
    ['Cluj Central', null, 'EUR', 0, 40, 40, null],
    ['Cluj Central', null, 'RON', 1_500, 302_300, 302_500, null],
  ])
  expect((await of('tenant', 'ana')).map(row => row.slice(0, 3))).toEqual([
    ['Carpathia Gaming', null, 'EUR'],
    ['Carpathia Gaming', null, 'RON'],
    ['Lusitânia Jogos', null, 'EUR'],
  ])
})

test('whom a rule narrows to a part of the network gets the sums of that part', async () => {
  const rule = await backend.json('/api/users/v1/acl-rule', {
    as: 'ana',
    body: {
      name: 'The coast',
      tenant: tenants.carpathia.id,
      user: people.olga.id,
      model: 'location',
      conditions: ['city: Brăila'],
    },
  })
  expect(rule.status).toBe(200)
  const answer = await read({}, 'olga')
  expect(short(answer)).toEqual([['AMA-55501', 'game', 1, 'RON', 350]])
  expect(answer.totals.map(({ coin_in }) => coin_in)).toEqual([350])
  expect((await ask({ location: locations.cluj.id }, 'olga')).status).toBe(404)
})

/** What play put into jackpots: two slots of Cluj feed a level with 0.5 % shown and 0.1 % kept. */
describe('with jackpots', () => {
  const at = Date.UTC(2026, 2, 9, 12)
  const hour = (slot: keyof typeof slots, coin_in: number, hour_start = at) => {
    const { gaming_day: _, ...row } = day(slot, '2026-03-09', { coin_in })
    return storedHour({ ...row, hour_start })
  }
  beforeAll(async () => {
    const make = async (path: string, body: object) => {
      const { body: answer } = await backend.json(`/api/jackpot-manager/v1/${path}`, { as: 'mihai', body })
      return (answer.data as Record<string, { _id: string }>)[path]?._id ?? ''
    }
    const lei = (minor: number) => ({ minor, currency: 'RON' })
    const jackpot = await make('jackpot', {
      name: 'Noroc',
      location: locations.cluj.id,
      kind: 'mystery',
      currency: 'RON',
    })
    await make('jackpot-level', {
      jackpot,
      name: 'Mini',
      position: 1,
      seed: lei(20_000),
      limit: null,
      hit_from: lei(3_000_000),
      hit_to: lei(5_000_000),
      visible: 50,
      hidden: 10,
    })
    await make('jackpot-source', { jackpot, name: 'Hall' })
    for (const table of ['jackpot_terms', 'jackpot_sources'] as const)
      await backend.db.updateTable(table).set({ from_hour: 0 }).execute()
    // Increments end within the day: what is played afterwards adds nothing.
    await backend.db
      .updateTable('jackpot_terms')
      .set({ to_hour: at + 3_600_000 })
      .execute()
    await backend.db
      .insertInto('stored_hours')
      .values([
        hour('bellLink', 600_000),
        hour('bellLink', 5_000_000, at + 2 * 3_600_000),
        // Of the gaming day before the period, and of a slot that feeds nothing.
        hour('bellLink', 9_000_000, Date.UTC(2026, 2, 7, 12)),
        hour('harbour', 70),
      ])
      .execute()
  })
  const slotRow = async (as: Person = 'mihai', more: object = {}) =>
    (await read({ by: 'slot', ...more }, as)).rows.find(
      row => row.name === slots.bellLink.serial && row.currency === 'RON',
    )

  test('a slot’s return has what its play put into them, against its theory; a location and the total have the sum', async () => {
    // 30,010 lei played, 27,000 paid; 0.6 % of 30,000 lei put in.
    expect(await slotRow()).toMatchObject({
      coin_in: 3_001_000,
      rtp: 8_997,
      contributed: 18_000,
      rtp_with_jackpot: 9_057,
      theoretical: 9_500,
      jackpot_gap: -443,
    })
    const { rows, totals } = await read({ by: 'location' })
    expect(rows.find(row => row.name === 'Cluj Central' && row.currency === 'RON')).toMatchObject({
      contributed: 18_000,
      jackpot_gap: null,
    })
    expect(rows.find(row => row.name === 'Brăila Port')).toMatchObject({ contributed: 0 })
    expect(totals.find(row => row.currency === 'RON')).toMatchObject({ contributed: 18_000 })
  })

  test('of one game and in the meters’ report it is unknown, not zero', async () => {
    const { rows } = await read({ by: 'game' })
    expect(new Set(rows.map(row => row.contributed))).toEqual(new Set([null]))
    const meters = (await ask({ by: 'slot' }, 'mihai', extendedMetersContract)).body
      .data as never as NetworkAnswer
    expect(new Set(meters.rows.map(row => row.rtp_with_jackpot))).toEqual(new Set([null]))
    expect((await read({ by: 'slot' }, 'paulo')).rows.map(row => row.contributed)).toEqual([0])
  })
})
