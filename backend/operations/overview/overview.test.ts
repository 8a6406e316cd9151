import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { locations, slots, smibs, tenants } from '../../../tests/people'
import { calendarPath, type Calendar } from '../../accounting/days/calendar.contract'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { OFFLINE_AFTER_MS } from '../../platform/contract/presence'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import type {
  GroupOverview,
  LocationOverview,
  ShiftOverview,
  SlotOverview,
  SmibOverview,
  TenantOverview,
} from './overview.contract'

let backend: TestBackend
let number = 0

beforeAll(async () => {
  backend = await testBackend()
  await hear('harbour')
  backend.clock.advance(OFFLINE_AFTER_MS)
  await hear('bellLink', ['11', '4F'])
  await hear('novoline')
  await backend.json('/api/slotcontrol/v1/lock', {
    as: 'mihai',
    body: { ids: [slots.novoline.id], reason: 'cash count' },
  })
})
afterAll(() => backend.close())

const hear = (smib: keyof typeof smibs, codes: string[] = [], at = backend.clock()) =>
  ingest(backend.deps, { tenantId: null }, [
    {
      smib_id: smibs[smib].mac,
      message_seq_nr: ++number,
      server_time_nano: `${at}000000`,
      events: codes.map((code, index) => ({ event_seq_nr: index + 1, code })),
    },
  ])
const get = async <Answer>(path: string, as: Parameters<TestBackend['login']>[0] = 'mihai') =>
  (await backend.json(path, { as })).body.data as never as Answer
const listed = async (exactFields: string[], exactValues: unknown[]) =>
  (
    await backend.json('/api/configuration/v1/slots', {
      as: 'mihai',
      body: { exactFields, exactValues },
    })
  ).body.data.total

describe('the start page of a shift', () => {
  test('each number is what its list finds', async () => {
    const overview = await get<ShiftOverview>('/api/board/v1/shift')
    expect(overview.slots).toMatchObject({
      total: 3,
      offline: { count: 1, since: backend.clock() - OFFLINE_AFTER_MS },
      doors: { count: 1, since: backend.clock() },
      under_way: { count: 1 },
      locked: { count: 0, since: null },
    })
    expect(await listed(['state'], ['offline'])).toBe(1)
    expect(await listed(['door'], ['open'])).toBe(1)
    expect(await listed(['lock_state'], [['locking', 'unlocking']])).toBe(1)
    expect(overview.locations?.total).toBe(2)
    expect(overview.alarms).toMatchObject({ count: 1, capped: false })
  })

  test('the worst location stands first, and each has its own numbers', async () => {
    const { locations: found } = await get<ShiftOverview>('/api/board/v1/shift')
    expect(found?.rows.map(row => [row.location.name, row.total, row.offline, row.doors])).toEqual([
      [locations.cluj.name, 2, 0, 1],
      [locations.braila.name, 1, 1, 0],
    ])
  })

  test('Paulo of another tenant sees his own; Nora, who may nothing, an empty overview', async () => {
    const paulo = await get<ShiftOverview>('/api/board/v1/shift', 'paulo')
    expect(paulo.slots).toMatchObject({ total: 1, offline: { count: 0 }, doors: { count: 0 } })
    // A slot that was never heard of is not connected, though it is not offline.
    expect(paulo.locations?.rows).toMatchObject([
      { location: { name: locations.porto.name }, total: 1, offline: 0, never: 1 },
    ])
    expect(await get<ShiftOverview>('/api/board/v1/shift', 'nora')).toMatchObject({
      slots: null,
      alarms: null,
      tasks: null,
      locations: null,
      takings: null,
    })
  })

  test('a door that is closed leaves the number, in whichever order the events arrive', async () => {
    const at = backend.clock()
    await hear('novoline', ['14'], at)
    await hear('novoline', ['13'], at - 5_000)
    expect((await get<ShiftOverview>('/api/board/v1/shift')).slots?.doors.count).toBe(1)
    await hear('novoline', ['13'], at + 1_000)
    expect((await get<ShiftOverview>('/api/board/v1/shift')).slots?.doors.count).toBe(2)
    await hear('novoline', ['14'], at + 2_000)
    expect((await get<ShiftOverview>('/api/board/v1/shift')).slots?.doors.count).toBe(1)
  })
})

describe("a location's overview", () => {
  test('slots by position with what is wrong, and the hours of a month', async () => {
    const overview = await get<LocationOverview>(`/api/board/v1/location/${locations.cluj.id}`)
    expect(overview.counts).toEqual({ total: 2, offline: 0, locked: 0, doors: 1, under_way: 1 })
    expect(overview.slots.map(slot => [slot.serial, slot.lock_state, slot.door_open_at !== null])).toEqual(
      expect.arrayContaining([
        [slots.bellLink.serial, 'active', true],
        [slots.novoline.serial, 'locking', false],
      ]),
    )
    expect(overview.completeness).toHaveLength(30)
    expect(overview.completeness?.at(-1)?.known).toMatchObject({ running: true })
    // No slot stood there the day before.
    expect(overview.completeness?.at(-2)?.known).toBeNull()
    // One meaning: the meter calendar says the same of each of these days.
    const last = overview.completeness?.at(-1)?.day ?? ''
    const { days, locations: rows } = await get<Calendar>(`${calendarPath}?month=${last.slice(0, 7)}`)
    const calendar = rows.find(row => row.location._id === locations.cluj.id)
    const compared = (overview.completeness ?? []).filter(({ day }) => days.includes(day))
    expect(compared.length).toBeGreaterThan(5)
    expect(compared.map(({ known }) => known)).toEqual(
      compared.map(({ day }) => calendar?.days[days.indexOf(day)] ?? null),
    )
  })

  test('nobody sees that of another tenant, or what does not exist', async () => {
    const status = async (id: string) =>
      (await backend.request(`/api/board/v1/location/${id}`, { as: 'mihai' })).status
    expect(await status(locations.porto.id)).toBe(404)
    expect(await status('nothing')).toBe(404)
  })
})

describe("a slot's overview", () => {
  const overview = (query = '', as: 'mihai' | 'olga' = 'mihai', slot: keyof typeof slots = 'bellLink') =>
    get<SlotOverview>(`/api/board/v1/slot/${slots[slot].id}${query}`, as)

  test('one order of time for what was told, ordered and changed', async () => {
    const { timeline } = await overview('', 'mihai', 'novoline')
    expect(timeline.entries.map(entry => entry.kind)).toContain('command')
    expect(timeline.entries.find(entry => entry.kind === 'command')).toMatchObject({
      code: 'lock',
      state: 'ordered',
      reason: 'cash count',
    })
    const times = timeline.entries.map(entry => entry.at)
    expect(times).toEqual([...times].sort((a, b) => b - a))
  })

  test('money apart from other events, by kind and by days', async () => {
    const all = await overview()
    expect(all.timeline.counts).toMatchObject({ event: 1, money: 1, connection: 0, command: 0 })
    const money = await overview('?kind=money')
    expect(money.timeline.entries.map(entry => entry.code)).toEqual(['4F'])
    expect(money.timeline.counts).toEqual(all.timeline.counts)
    backend.clock.advance(2 * 86_400_000)
    expect((await overview()).timeline.entries).toEqual([])
    expect((await overview('?days=7')).timeline.entries).toHaveLength(2)
    expect(
      (await backend.request(`/api/board/v1/slot/${slots.bellLink.id}?days=400`, { as: 'mihai' })).status,
    ).toBe(422)
  })

  test('whoever may not read the audit log sees no changes, and no word that there are any', async () => {
    expect((await overview('?days=31', 'olga')).timeline.counts).not.toHaveProperty('change')
  })
})

describe('a tenant', () => {
  test('has the numbers of a shift, narrowed to it, and its locations with the worst first', async () => {
    const shift = await get<ShiftOverview>('/api/board/v1/shift')
    const overview = await get<TenantOverview>(`/api/board/v1/tenant/${tenants.carpathia.id}`)
    expect(overview.slots).toEqual(shift.slots)
    expect(overview.locations).toEqual(shift.locations)
    expect(await get<TenantOverview>(`/api/board/v1/tenant/${tenants.carpathia.id}`, 'ana')).toEqual(overview)
  })

  test('is nobody else’s: Paulo is answered as if there were none', async () => {
    for (const id of [tenants.carpathia.id, 'xyz', 'f'.repeat(24)])
      expect((await backend.json(`/api/board/v1/tenant/${id}`, { as: 'paulo' })).status).toBe(404)
  })

  test('takes what its locations take together', async () => {
    const overview = await get<TenantOverview>(`/api/board/v1/tenant/${tenants.carpathia.id}`)
    const taken = overview.locations.rows.flatMap(row => row.takings ?? [])
    for (const { currency, today } of overview.takings ?? [])
      expect(today).toBe(
        taken.filter(one => one.currency === currency).reduce((sum, one) => sum + one.today, 0),
      )
  })
})

describe('a SMIB', () => {
  const overview = () => get<SmibOverview>(`/api/board/v1/smib/${smibs.novoline.id}`)

  test('counts its messages, the numbers that are missing, and what it has not answered', async () => {
    const before = await overview()
    expect(before).toMatchObject({ missing: { count: 0 }, waiting: { count: 1 } })
    number += 3
    backend.clock.advance(1_000)
    await hear('novoline')
    expect(await overview()).toMatchObject({
      messages: { count: before.messages.count + 1, capped: false },
      missing: { count: expect.any(Number) as number, gaps: 1, newest: backend.clock() },
    })
  })

  test('is nobody else’s', async () => {
    expect((await backend.json(`/api/board/v1/smib/${smibs.novoline.id}`, { as: 'paulo' })).status).toBe(404)
  })
})

describe('an entity group', () => {
  const grouped = async (
    type: 'slot' | 'location' | 'tenant',
    members: string[],
    as: 'mihai' | 'ana' = 'mihai',
  ) => {
    const { body, status } = await backend.json(`/api/configuration/v1/${type}/add-entity-group`, {
      as,
      body: {
        name: `Board of ${type}s ${members.length}`,
        members,
        ...(type !== 'tenant' && { tenant: tenants.carpathia.id }),
      },
    })
    expect(status).toBe(200)
    return Object.values(body.data as Record<string, { _id: string }>)[0]?._id ?? ''
  }

  test.each([
    ['slot', [slots.bellLink.id, slots.harbour.id], 'group'],
    ['location', [locations.cluj.id, locations.braila.id], 'location'],
  ] as const)('of %ss counts what its list finds', async (type, members, filter) => {
    const id = await grouped(type, [...members])
    const overview = await get<GroupOverview>(`/api/board/v1/group/${type}/${id}`)
    expect(overview.filter).toBe(filter)
    expect([...overview.by].sort()).toEqual(filter === 'group' ? [id] : [...members].sort())
    for (const [name, values, found] of [
      ['state', ['offline'], overview.slots?.offline.count],
      ['door', ['open'], overview.slots?.doors.count],
      ['lock_state', ['locking', 'unlocking'], overview.slots?.under_way.count],
    ] as const)
      expect(await listed([filter, name], [overview.by, values])).toBe(found)
    expect(await listed([filter], [overview.by])).toBe(overview.slots?.total)
    expect(overview.slots?.total).toBeGreaterThan(1)
  })

  test('that nobody is in counts nothing, and another tenant’s does not exist', async () => {
    const id = await grouped('location', [])
    const overview = await get<GroupOverview>(`/api/board/v1/group/location/${id}`)
    expect(overview).toMatchObject({ by: [], slots: { total: 0, offline: { count: 0 } } })
    for (const wrong of [id, 'xyz'])
      expect((await backend.json(`/api/board/v1/group/location/${wrong}`, { as: 'paulo' })).status).toBe(404)
    expect((await backend.json(`/api/board/v1/group/location/${id}`, { as: 'nora' })).status).toBe(403)
  })
})

describe('a new installation', () => {
  test('leads whoever sets the installation up, and nobody else, until all is done', async () => {
    const stepsOf = async (as: Parameters<TestBackend['login']>[0]) =>
      (await get<ShiftOverview>('/api/board/v1/shift', as)).first_steps
    const missing = async () => (await stepsOf('ana'))?.flatMap(({ name, done }) => (done ? [] : [name]))
    expect(await missing()).toEqual(['reading'])
    expect(await stepsOf('mihai')).toBeNull()
    const { refused } = await ingest(backend.deps, { tenantId: null }, [
      {
        smib_id: smibs.ribeira.mac,
        message_seq_nr: 900,
        server_time_nano: `${backend.clock()}000000`,
        counters: [{ meters: { '0000': 100 } }],
      },
    ])
    expect(refused).toBe(0)
    expect(await stepsOf('ana')).toBeNull()
  })
})
