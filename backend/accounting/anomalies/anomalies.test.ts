/** What the fraud settings call out of the ordinary: found of what slots tell, judged by people. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations, slots, smibs, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, HOUR, reading, sunday } from '../../../tests/support/feed'
import { writeSetForTest } from '../../../tests/support/kept-settings'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import { lookAtFigures, lookAtMarks } from './anomalies-watch.service'
import { lookAgainFrom } from './marks.service'

let backend: TestBackend
const { clear } = bookedIn(() => backend)
const MINUTE = 60_000
const start = sunday - 30 * HOUR
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
beforeEach(async () => {
  await clear()
  for (const table of [
    'anomalies',
    'anomaly_marks',
    'anomaly_heads',
    'notifications',
    'config_sets',
  ] as const)
    await backend.db.deleteFrom(table).execute()
  backend.clock.set(start)
  seq = 1
})

let seq = 1
/** Of the slot bellLink: minutes after the start, and what it told. */
const tell = async (...events: [minute: number, code: string][]) => {
  const last = start + Math.max(...events.map(([minute]) => minute)) * MINUTE
  if (last > backend.clock()) backend.clock.set(last)
  const { refused } = await ingest(backend.deps, { tenantId: null }, [
    {
      smib_id: smibs.bellLink.mac,
      message_seq_nr: seq++,
      server_time_nano: `${last}000000`,
      events: events.map(([minute, code], nr) => ({
        event_seq_nr: nr + 1,
        code,
        at: start + minute * MINUTE,
      })),
    },
  ])
  expect(refused).toBe(0)
}
const jams = (from: number, count: number) =>
  Array.from({ length: count }, (_, nr): [number, string] => [from + nr * 0.25, '28'])
const look = async (minute: number) => {
  backend.clock.set(start + minute * MINUTE)
  await lookAtMarks(backend.deps)
}

interface Row {
  _id: string
  rule: string
  state: string
  count: number
  value: number
  threshold: number
  first_at: number
  last_at: number
  cleared_reason: string | null
}
const list = async (as: Person = 'mihai', exactFields: string[] = [], exactValues: string[][] = []) => {
  const { body, status } = await backend.json<{ data: { rows: Row[] } }>('/api/anomalies/v1/anomalies', {
    as,
    method: 'POST',
    body: { exactFields, exactValues },
  })
  expect(status).toBe(200)
  return body.data.rows
}
const act = (name: 'acknowledge' | 'clear', body: object, as: Person = 'mihai') =>
  backend.json<{ data: { results: { outcome: string; reason?: string }[] } }>(
    `/api/anomalies/v1/anomaly-${name}`,
    { as, method: 'POST', body },
  )

describe('what slots tell', () => {
  it('is one storm that grows, and tells people once', async () => {
    await tell(...jams(0, 25))
    await look(10)
    expect(await list()).toMatchObject([
      { rule: 'bill_rejects_per_hour', state: 'open', count: 25, value: 25, threshold: 20 },
    ])
    await tell(...jams(7, 12))
    await look(11)
    await look(12)
    expect(await list()).toMatchObject([{ count: 37, first_at: start, last_at: start + 9.75 * MINUTE }])
    const told = await backend.db.selectFrom('notifications').selectAll().execute()
    expect(told).toMatchObject([{ template: 'anomaly_bills', resource_id: slots.bellLink.id, count: 1 }])
    expect(await backend.db.selectFrom('anomaly_marks').selectAll().execute()).toEqual([])
  })

  it('is looked at again when something lasts', async () => {
    await tell([0, '11'])
    await look(1)
    expect(await list()).toEqual([])
    await look(16)
    expect(await list()).toMatchObject([{ rule: 'max_door_open', value: 16 }])
    await tell([40, '12'])
    await look(41)
    expect(await list()).toMatchObject([{ value: 40, last_at: start + 40 * MINUTE }])
  })

  it('is history when it comes a day late: on the list, and nobody is disturbed', async () => {
    await tell([0, '2C'])
    await backend.db.deleteFrom('notifications').execute()
    await look(26 * 60)
    expect(await list()).toMatchObject([{ rule: 'counterfeit_any' }])
    expect(await backend.db.selectFrom('notifications').select('id').execute()).toEqual([])
  })

  it('goes by the tenant’s own limits, and is not looked for where the detector is off', async () => {
    const set = (values: Record<string, number | boolean>) =>
      writeSetForTest(backend, 'fraud', tenants.carpathia.id, values)
    await set({ bill_rejects_per_hour: 30 })
    await tell(...jams(0, 25))
    await look(10)
    expect(await list()).toEqual([])
    await set({ enabled: false })
    await tell(...jams(11, 40))
    await look(30)
    expect(await list()).toEqual([])
  })
})

describe('people', () => {
  it('look after it, and clear it with a reason; what comes later is found anew', async () => {
    await tell([0, '2C'], [3, '2C'])
    await look(5)
    const [found] = await list()
    expect((await act('acknowledge', { ids: [found?._id] })).body.data.results).toMatchObject([
      { outcome: 'done' },
    ])
    expect((await act('acknowledge', { ids: [found?._id] })).body.data.results).toMatchObject([
      { outcome: 'skipped', reason: 'acknowledged' },
    ])
    expect((await act('clear', { ids: [found?._id] })).status).toBe(422)
    expect((await act('clear', { ids: [found?._id], reason: 'A test of the acceptor' })).status).toBe(200)
    expect(await list('mihai', ['state'], [['cleared']])).toMatchObject([
      { state: 'cleared', count: 2, cleared_reason: 'A test of the acceptor' },
    ])
    await tell([7, '2C'])
    await look(8)
    expect(await list('mihai', ['state'], [['open']])).toMatchObject([
      { count: 1, first_at: start + 7 * MINUTE },
    ])
    const trail = await backend.db
      .selectFrom('audit_log')
      .select('action')
      .where('entity', '=', 'anomaly')
      .orderBy('seq')
      .execute()
    expect(trail.map(({ action }) => action)).toEqual(['acknowledge', 'clear'])
  })

  it('of another tenant see nothing of it, and those without the right decide nothing', async () => {
    await tell([0, '2C'])
    await look(1)
    const [found] = await list()
    expect(await list('paulo')).toEqual([])
    expect((await act('clear', { ids: [found?._id], reason: 'None of mine' }, 'paulo')).status).toBe(404)
    expect((await act('clear', { ids: [found?._id], reason: 'Not permitted' }, 'andrei')).status).toBe(403)
  })
})

describe('what was booked', () => {
  it('is looked at an hour after it was played, and again when its day is stored anew', async () => {
    const at = (hour: number) => start + hour * HOUR
    const meters = (bills: number, tickets: number) => ({ '0000': 10, '000B': bills, '0016': tickets })
    for (const [nr, [bills, tickets]] of [
      [0, 0],
      [400_000, 390_000],
    ].entries()) {
      backend.clock.set(at(nr))
      await ingest(backend.deps, { tenantId: null }, [
        reading(seq++, at(nr), meters(bills ?? 0, tickets ?? 0)),
      ])
    }
    backend.clock.set(at(2) + 20 * MINUTE)
    while ((await lookAtFigures(backend.deps)) > 0);
    const [found, ...others] = await list()
    expect([found?.rule, others]).toEqual(['cash_in_from', []])
    await backend.db.deleteFrom('anomalies').execute()
    expect(await lookAtFigures(backend.deps)).toBe(0)
    await lookAgainFrom(backend.db, locations.cluj.id, at(0))
    while ((await lookAtFigures(backend.deps)) > 0);
    expect(await list()).toHaveLength(1)
  })
})

describe('what ingestion itself finds', () => {
  it('is looked at as what slots send: messages that are missing', async () => {
    await tell([0, '7E'])
    seq += 20
    await tell([5, '7E'])
    await look(6)
    const gaps = await backend.db
      .selectFrom('anomalies')
      .select(['rule', 'slot_id'])
      .where('rule', '=', 'sequence_gap_max')
      .execute()
    expect(gaps).toEqual([{ rule: 'sequence_gap_max', slot_id: slots.bellLink.id }])
  })
})
