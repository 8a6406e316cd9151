/** Lists of locations, slots and tenants say what the start page says of them, to whoever may know it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { locations, people, slots, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import {
  overviewPaths,
  type ShiftOverview,
  type SlotOverview,
} from '../../operations/overview/overview.contract'
import { daysBefore } from '../../operations/overview/takings.queries'
import { noMovement } from '../../telemetry/readings/meters.contract'
import { gamingDayOf } from '../locations/gaming-day.service'

let backend: TestBackend
let today: string

async function book(slotId: string, day: string, minor: number, currency?: string): Promise<void> {
  const slot = await backend.db
    .selectFrom('slots')
    .selectAll()
    .where('id', '=', slotId)
    .executeTakeFirstOrThrow()
  await backend.db
    .insertInto('counter_days')
    .values({
      ...noMovement,
      slot_id: slotId,
      gaming_day: day,
      location_id: String(slot.location_id),
      tenant_id: slot.tenant_id,
      currency: currency ?? slot.currency,
      game_nr: 0,
      denomination_minor: currency ? 2 : 1,
      readings: 1,
      coin_in: minor,
    })
    .execute()
}

beforeAll(async () => {
  backend = await testBackend()
  today = gamingDayOf(backend.clock(), 'Europe/Bucharest', '08:00')
  const seen = (id: string, last_seen_at: number | null) =>
    backend.db.updateTable('slots').set({ last_seen_at }).where('id', '=', id).execute()
  await seen(slots.bellLink.id, backend.clock())
  await seen(slots.novoline.id, backend.clock() - 3_600_000)
  await seen(slots.harbour.id, null)
  await book(slots.bellLink.id, today, 1_000)
  await book(slots.bellLink.id, daysBefore(today, 1), 9_000)
  await book(slots.novoline.id, today, -250)
  await book(slots.harbour.id, daysBefore(today, 1), 700)
})
afterAll(() => backend.close())

const base = '/api/configuration/v1'
type Listed = Record<string, unknown>
async function list(path: string, as: Person, fields?: string[]): Promise<Map<string, Listed>> {
  const { status, body } = await backend.json(`${base}/${path}`, { as, body: { ...(fields && { fields }) } })
  expect(status).toBe(200)
  return new Map(body.data.rows.map(row => [String(row._id), row]))
}
const figures = ['slots', 'connected', 'net_win_today']
const lei = (minor: number) => ({ minor, currency: 'RON' })

describe('a list of locations', () => {
  test('says how many slots are connected and what they took on this gaming day, as the start page does', async () => {
    const rows = await list('locations', 'mihai', figures)
    expect(rows.get(locations.cluj.id)).toEqual({
      _id: locations.cluj.id,
      slots: 2,
      connected: 1,
      net_win_today: [lei(750)],
    })
    // Nothing was read today: that is unknown, not nothing.
    expect(rows.get(locations.braila.id)).toEqual({
      _id: locations.braila.id,
      slots: 1,
      connected: 0,
      net_win_today: null,
    })
    const board = (await backend.json(overviewPaths.shift, { as: 'mihai' })).body
      .data as never as ShiftOverview
    const cluj = board.locations?.rows.find(row => row.location._id === locations.cluj.id)
    expect(cluj).toMatchObject({ total: 2, offline: 1, never: 0 })
    expect(cluj?.takings).toEqual([{ currency: 'RON', today: 750, usual: null }])
  })

  test('counts no archived slot, and the record itself has no figures', async () => {
    const archive = (archived_at: number | null) =>
      backend.db.updateTable('slots').set({ archived_at }).where('id', '=', slots.novoline.id).execute()
    await archive(backend.clock())
    const rows = await list('locations', 'mihai')
    await archive(null)
    expect(rows.get(locations.cluj.id)).toMatchObject({ slots: 1, connected: 1 })
    const one = await backend.json(`${base}/location/${locations.cluj.id}`, { as: 'mihai' })
    expect(Object.keys(one.body.data.location as object)).not.toContain('slots')
  })
})

test('a slot’s own page says what its list says it took today', async () => {
  const rows = await list('slots', 'mihai')
  const board = async (id: string) =>
    ((await backend.json(`${overviewPaths.slot}/${id}`, { as: 'mihai' })).body.data as never as SlotOverview)
      .figures
  for (const id of [slots.bellLink.id, slots.novoline.id, slots.harbour.id])
    expect((await board(id))?.net_win_today).toEqual(rows.get(id)?.net_win_today)
})

test('a list of slots says what each took today, each currency by itself', async () => {
  await book(slots.harbour.id, today, 40)
  await book(slots.harbour.id, today, 15, 'EUR')
  const rows = await list('slots', 'mihai')
  await backend.db
    .deleteFrom('counter_days')
    .where('slot_id', '=', slots.harbour.id)
    .where('gaming_day', '=', today)
    .execute()
  expect(rows.get(slots.bellLink.id)?.net_win_today).toEqual([lei(1_000)])
  expect(rows.get(slots.novoline.id)?.net_win_today).toEqual([lei(-250)])
  expect(rows.get(slots.harbour.id)?.net_win_today).toEqual([{ minor: 30, currency: 'EUR' }, lei(40)])
})

test('a list of tenants says how many locations, slots and connected slots each has', async () => {
  const rows = await list('tenants', 'ana', ['locations', 'slots', 'connected'])
  const { id } = tenants.carpathia
  expect(rows.get(id)).toEqual({ _id: id, locations: 2, slots: 3, connected: 1 })
})

describe('who may not see slots', () => {
  beforeAll(async () => {
    const made = await backend.json('/api/users/v1/role', {
      as: 'ana',
      body: {
        name: 'Estate agent',
        permissions: ['location::list', 'location::export', 'data_export::create', 'data_export::list'],
        tenant: tenants.carpathia.id,
      },
    })
    const role_id = (made.body.data.role as { _id: string })._id
    await backend.db.insertInto('user_roles').values({ user_id: people.nora.id, role_id }).execute()
  })

  test('gets locations without figures, even where they are named', async () => {
    for (const fields of [undefined, ['name', ...figures]]) {
      const row = (await list('locations', 'nora', fields)).get(locations.cluj.id)
      expect(row?.name).toBe(locations.cluj.name)
      for (const figure of figures) expect(row).not.toHaveProperty(figure)
    }
  })

  test('can order no file with them, and open none that somebody else ordered', async () => {
    const order = (as: Person, columns: string[]) =>
      backend.json('/api/dataexport/v1/export', {
        as,
        body: {
          list: 'configuration/locations',
          page: 'locations',
          address: '',
          request: {},
          columns,
          language: 'en',
          time_zone: 'Europe/Bucharest',
        },
      })
    expect((await order('nora', ['name'])).status).toBe(200)
    const refused = await order('nora', ['name', 'net_win_today'])
    expect(refused.status).toBe(403)
    expect(refused.body.error.details).toEqual({ permission: 'slot::get' })
    const { body } = await order('mihai', ['name', 'net_win_today'])
    const id = (body.data.export as { _id: string })._id
    const read = (as: Person) => backend.json(`/api/dataexport/v1/export/${id}`, { as })
    expect((await read('mihai')).status).toBe(200)
    expect((await read('nora')).status).toBe(403)
  })
})
