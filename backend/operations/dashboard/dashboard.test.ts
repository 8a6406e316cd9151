/**
 * A person's dashboard: whose default it is, what they may choose, and that its figures are those of the lists and
 * roll-ups.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { locations, slots, smibs, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { OFFLINE_AFTER_MS } from '../../platform/contract/presence'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import { noMovement } from '../../telemetry/readings/meters.contract'
import {
  dashboardPaths,
  type Dashboard,
  type DashboardChoice,
  type DataOf,
  type TakingsData,
  type Widget,
} from './dashboard.contract'
import { comparedWithTheory } from './widget-figures.queries'

let backend: TestBackend
let number = 0

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

/** It is the 11th of March; the slots of Cluj are heard, that of Brăila has been silent for too long. */
beforeAll(async () => {
  backend = await testBackend()
  await hear('harbour')
  backend.clock.advance(OFFLINE_AFTER_MS)
  await hear('bellLink', ['11', '11', '20'])
  await hear('novoline')
  await backend.json('/api/slotcontrol/v1/lock', {
    as: 'mihai',
    body: { ids: [slots.novoline.id], reason: 'cash count' },
  })
  await backend.db
    .insertInto('counter_days')
    .values([
      day('bellLink', '2026-03-10', { coin_in: 840, coin_out: 700, jackpot: 40, bills_in: 300 }),
      day('bellLink', '2026-03-08', { coin_in: 100, coin_out: 160 }),
      day('bellLink', '2026-03-08', { coin_in: 20, currency: 'EUR', denomination_minor: 1 }),
      day('harbour', '2026-03-08', { coin_in: 60, coin_out: 20 }),
      // Of a single game, which the whole slot's row holds already; of another tenant; before the period.
      day('bellLink', '2026-03-10', { game_nr: 3, coin_in: 840 }),
      day('ribeira', '2026-03-10', { coin_in: 9_000, currency: 'EUR' }),
      day('bellLink', '2026-02-20', { coin_in: 7_000 }),
    ])
    .execute()
  await backend.db
    .updateTable('slots')
    .set({ theoretical_rtp: 9_000 })
    .where('id', '=', slots.bellLink.id)
    .execute()
  await backend.db
    .updateTable('slots')
    .set({ theoretical_rtp: null })
    .where('id', '=', slots.harbour.id)
    .execute()
})
afterAll(() => backend.close())

const hear = (smib: keyof typeof smibs, codes: string[] = []) =>
  ingest(backend.deps, { tenantId: null }, [
    {
      smib_id: smibs[smib].mac,
      message_seq_nr: ++number,
      server_time_nano: `${backend.clock()}000000`,
      events: codes.map((code, index) => ({ event_seq_nr: index + 1, code })),
    },
  ])
const get = async <Answer>(path: string, as: Person) =>
  (await backend.json(path, { as })).body.data as never as Answer
const read = (as: Person = 'mihai') => get<Dashboard>(dashboardPaths.read, as)
const choice = (as: Person = 'mihai') => get<DashboardChoice>(dashboardPaths.settings, as)
const choose = (widgets: unknown[] | null, as: Person = 'mihai') =>
  backend.json(dashboardPaths.settings, { method: 'PUT', as, body: { widgets } })
const widget = (kind: Widget['kind'], more: Partial<Widget> = {}): Widget => ({
  key: kind.replace('_', '').slice(0, 8),
  kind,
  size: 1,
  location: null,
  days: ['coin_in', 'net_win', 'ggr', 'hold'].includes(kind) ? 14 : null,
  ...more,
})
/** What these widgets show, in their order. */
async function shown<Data>(widgets: Widget[], as: Person = 'mihai'): Promise<Data[]> {
  expect((await choose(widgets, as)).status).toBe(200)
  return (await read(as)).widgets.map(({ data }) => data as Data)
}
const listed = async (exactFields: string[], exactValues: unknown[]) =>
  (await backend.json('/api/configuration/v1/slots', { as: 'mihai', body: { exactFields, exactValues } }))
    .body.data.total

describe('which widgets stand', () => {
  test('a manager begins with money, an operator with what needs a hand, and Nora has no dashboard', async () => {
    const kinds = async (as: Person) => (await read(as)).widgets.map(({ kind }) => kind)
    expect((await kinds('mihai')).slice(0, 3)).toEqual(['net_win', 'slots', 'ggr'])
    expect((await kinds('olga')).slice(0, 2)).toEqual(['slots', 'doors'])
    // The inspector may not list tasks.
    expect(await kinds('irina')).toEqual(['ggr', 'hold', 'events', 'slots', 'doors'])
    expect((await choice('irina')).allowed).not.toContain('tasks')
    expect((await backend.json(dashboardPaths.read, { as: 'nora' })).status).toBe(403)
  })

  test('a choice is one person’s own, in their order, until they take it back', async () => {
    await choose([
      widget('events', { size: 3 }),
      widget('slots', { key: 'a' }),
      widget('slots', { key: 'b' }),
    ])
    const own = await read()
    expect(own.is_own).toBe(true)
    expect(own.widgets.map(({ key, size }) => [key, size])).toEqual([
      ['events', 3],
      ['a', 1],
      ['b', 1],
    ])
    expect((await read('olga')).is_own).toBe(false)
    await choose([])
    expect((await read()).widgets).toEqual([])
    await choose(null)
    expect(await read()).toMatchObject({ is_own: false, widgets: { length: 9 } })
  })

  test('what is not theirs, or makes no sense, is refused and changes nothing', async () => {
    for (const [wrong, as] of [
      [[widget('tasks')], 'irina'],
      [[widget('slots', { location: locations.porto.id })], 'mihai'],
      [[widget('slots', { location: 'f'.repeat(24) })], 'mihai'],
      [[widget('slots'), widget('slots')], 'mihai'],
      [[widget('doors', { days: 7 })], 'mihai'],
      [[widget('ggr', { days: null })], 'mihai'],
      [[widget('notifications', { location: locations.cluj.id })], 'mihai'],
      [Array.from({ length: 25 }, (_, nr) => widget('slots', { key: `k${nr}` })), 'mihai'],
    ] as const)
      expect((await choose([...wrong], as)).status, JSON.stringify(wrong[0])).toBe(422)
    expect((await choice()).widgets).toBeNull()
  })

  test('a location that is archived later leaves its widget without figures, not the dashboard without its widgets', async () => {
    const archived = (at: number | null) =>
      backend.db
        .updateTable('locations')
        .set({ archived_at: at })
        .where('id', '=', locations.braila.id)
        .execute()
    const widgets = [widget('slots', { location: locations.braila.id }), widget('doors')]
    await choose(widgets)
    await archived(backend.clock())
    const { widgets: left } = await read()
    expect(left.map(({ data }) => data === null)).toEqual([true, false])
    expect((await choose(widgets.toReversed())).status).toBe(200)
    await archived(null)
  })
})

describe('what they show', () => {
  test('connected slots, open doors and unconfirmed locks are what their lists find, also of one location', async () => {
    const cluj = { location: locations.cluj.id }
    const [all, one, doors, locks, none] = (await shown([
      widget('slots'),
      widget('slots', { key: 'cluj', ...cluj }),
      widget('doors'),
      widget('commands'),
      widget('commands', { key: 'braila', location: locations.braila.id }),
    ])) as [DataOf<'slots'>, DataOf<'slots'>, DataOf<'doors'>, DataOf<'commands'>, DataOf<'commands'>]
    expect(all).toMatchObject({ total: 3, online: 2, offline: 1, never: 0 })
    expect(all.rows).toEqual([
      { location: { _id: locations.braila.id, name: locations.braila.name }, total: 1, offline: 1 },
    ])
    expect(one).toMatchObject({ total: 2, online: 2, offline: 0, rows: [] })
    expect(await listed(['state'], ['offline'])).toBe(all.offline)
    expect(doors).toMatchObject({ count: await listed(['door'], ['open']), alarms: { count: 1 } })
    expect(doors.rows.map(({ slot, since }) => [slot.name, since])).toEqual([
      [slots.bellLink.serial, backend.clock()],
    ])
    expect(locks).toMatchObject({
      count: 1,
      rows: [{ slot: { name: slots.novoline.serial }, state: 'locking' }],
    })
    expect(none).toMatchObject({ count: 0, rows: [] })
  })

  test('money by gaming day, each currency by itself, without other tenants and single games', async () => {
    const [coinIn, netWin, ggr, cluj] = (await shown([
      widget('coin_in'),
      widget('net_win', { days: 7 }),
      widget('ggr'),
      widget('coin_in', { key: 'cluj', location: locations.cluj.id }),
    ])) as TakingsData[]
    const of = (data: TakingsData | undefined, currency: string) =>
      data?.currencies.find(one => one.currency === currency)
    expect(coinIn).toMatchObject({ from: '2026-02-26', to: '2026-03-11' })
    expect(of(coinIn, 'RON')).toMatchObject({ total: (840 + 100 + 60) * 5 })
    expect(of(coinIn, 'RON')?.values.slice(-4)).toEqual([160 * 5, null, 840 * 5, null])
    expect(of(coinIn, 'EUR')?.total).toBe(20)
    expect(of(netWin, 'RON')?.values).toEqual([null, null, null, (-60 + 40) * 5, null, 100 * 5, null])
    expect(of(ggr, 'RON')?.total).toBe((300 - 40) * 5)
    expect(of(cluj, 'RON')?.total).toBe((840 + 100) * 5)
  })

  test('a gaming day is open as long as it runs in one of the locations', async () => {
    const taken = async () => (await shown([widget('net_win')])) as TakingsData[]
    expect(await taken()).toMatchObject([{ open_from: '2026-03-11', to: '2026-03-11' }])
    const harbour = backend.db.updateTable('locations').where('id', '=', locations[slots.harbour.location].id)
    await harbour.set({ time_zone: 'Pacific/Marquesas' }).execute()
    expect(await taken()).toMatchObject([{ open_from: '2026-03-10', to: '2026-03-11' }])
    await harbour.set({ time_zone: 'Europe/Bucharest' }).execute()
  })

  test('hold against theory: rates from sums, slots without theory are counted apart', async () => {
    const [hold] = await shown<DataOf<'hold'>>([widget('hold')])
    // 940 credits in; 40 kept of them, 94 expected at a return of 90 %.
    expect(hold?.currencies.find(({ currency }) => currency === 'RON')).toEqual({
      currency: 'RON',
      coin_in: 4_700,
      actual: Math.round((200 * 10_000) / 4_700),
      theoretical: 1_000,
    })
    expect(hold?.rows[0]).toMatchObject({ slot: { name: slots.bellLink.serial }, difference: 200 - 470 })
    expect(hold?.unknown).toBe(1)
  })

  test('events of the open gaming day by severity, and what waits to be confirmed', async () => {
    const [events, notes, tasks] = (await shown([
      widget('events'),
      widget('notifications'),
      widget('tasks'),
    ])) as [DataOf<'events'>, DataOf<'notifications'>, DataOf<'tasks'>]
    expect(events.counts).toEqual({ alarm: 2, warning: 1, info: 0 })
    expect(events.rows.map(({ code, count }) => [code, count])).toEqual([
      ['11', 2],
      ['20', 1],
    ])
    expect(events.span).toEqual({ start: Date.UTC(2026, 2, 11, 6), end: Date.UTC(2026, 2, 12, 6) })
    expect(notes.count).toBe(notes.rows.length)
    expect(tasks.count).toBe(tasks.rows.length)
  })

  test('Paulo sees his tenant’s alone', async () => {
    const [coinIn, all] = (await shown([widget('coin_in'), widget('slots')], 'paulo')) as [
      TakingsData,
      DataOf<'slots'>,
    ]
    expect(coinIn.currencies.map(({ currency, total }) => [currency, total])).toEqual([['EUR', 45_000]])
    expect(all.total).toBe(1)
  })
})

test('nothing is divided by nothing: without coin-in there is no hold', () => {
  expect(comparedWithTheory([])).toEqual({ currencies: [], rows: [], unknown: 0 })
})
