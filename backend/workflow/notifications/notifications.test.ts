import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { slots, smibs, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import { sasCodes, eventKind } from '../../telemetry/readings/sas-events'
import { alarmTemplates, templates } from '../news/notification-templates.contract'
import { raiseForSlots } from './slot-notifications.service'
import type { RealTimeNotification } from '../news/notifications.contract'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
beforeEach(async () => {
  await backend.db.deleteFrom('notification_receipts').execute()
  await backend.db.deleteFrom('notifications').execute()
})

let seq = 0
const event = (code: string, smib: keyof typeof smibs = 'bellLink') =>
  ingest(backend.deps, { tenantId: null }, [
    {
      smib_id: smibs[smib].mac,
      message_seq_nr: ++seq,
      server_time_nano: `${backend.clock()}000000`,
      events: [{ event_seq_nr: seq, code }],
    },
  ])
interface Listed {
  rows: RealTimeNotification[]
  total: number
  capped?: boolean
}
const list = async (as: Person, body: object = {}) =>
  (await backend.json<{ data: Listed }>('/api/notifications/v1/list', { as, body })).body.data
const post = (as: Person, name: string, body: object) =>
  backend.json<{ data: { updated: number } }>(`/api/notifications/v1/${name}`, { as, body })

describe('the list', () => {
  it('is searched by names and values, narrowed by category and period, and can begin with the oldest', async () => {
    const start = backend.clock()
    await event('51')
    backend.clock.advance(60_000)
    await event('2C', 'harbour')
    const codes = async (body: object) =>
      (await list('olga', body)).rows.map(row => `${row.category} ${row.resource_details.slot_name ?? ''}`)
    const [bill, handpay] = ['bill AMA-55501', 'handpay EGT-00412']
    expect(await codes({})).toEqual([bill, handpay])
    expect(await codes({ sortBy: ['timestamp'], sortDirection: ['ASC'] })).toEqual([handpay, bill])
    // Case and diacritics do not matter: Brăila Port.
    expect([
      await codes({ query: 'BRAILA' }),
      await codes({ query: 'egt 00412' }),
      await codes({ query: 'nothing' }),
    ]).toEqual([[bill], [handpay], []])
    const of = (field: string, ...values: unknown[]) => codes({ exactFields: [field], exactValues: [values] })
    expect([
      await of('category', 'handpay'),
      await of('category', 'handpay', 'bill'),
      await of('category', 'other'),
      await of('category', 'other', 'bill'),
    ]).toEqual([[handpay], [bill, handpay], [], [bill]])
    expect([
      await codes({ dateStart: start + 1 }),
      await codes({ dateEnd: start + 60_000 }),
      await codes({ dateStart: start, dateEnd: start + 60_001 }),
    ]).toEqual([[bill], [handpay], [bill, handpay]])
    expect(
      (await backend.json('/api/notifications/v1/list', { as: 'olga', body: { sortBy: ['severity'] } }))
        .status,
    ).toBe(422)
    expect(
      (
        await backend.json('/api/notifications/v1/list', {
          as: 'olga',
          body: { exactFields: ['category'], exactValues: ['cabinets'] },
        })
      ).status,
    ).toBe(422)
  })
})

describe('an alarm', () => {
  it('becomes a notification with names, texts in three languages and values', async () => {
    await event('51')
    expect(await list('olga')).toMatchObject({
      total: 1,
      rows: [
        {
          seen: false,
          confirmed: false,
          resource_type: 'slot',
          severity: 'alarm',
          timestamp: backend.clock(),
          count: 1,
          resource_details: {
            slot_id: slots.bellLink.id,
            slot_name: 'EGT-00412',
            location_name: 'Cluj Central',
            tenant_name: 'Carpathia Gaming',
          },
          data: { serial: 'EGT-00412', location: 'Cluj Central' },
          content: { ro: 'Plată manuală în așteptare la {serial}, {location}' },
        },
      ],
    })
  })

  it('is not told of what is only information, nor of history', async () => {
    await event('12')
    await ingest(backend.deps, { tenantId: null }, [
      {
        smib_id: smibs.bellLink.mac,
        message_seq_nr: ++seq,
        server_time_nano: `${backend.clock() - 25 * 3_600_000}000000`,
        events: [{ event_seq_nr: 1, code: '51' }],
      },
    ])
    expect((await list('olga')).total).toBe(0)
  })

  it('that repeats within ten minutes is counted, not repeated', async () => {
    for (let times = 0; times < 5; times++) {
      await event('2C')
      backend.clock.advance(60_000)
    }
    expect(await list('olga')).toMatchObject({
      total: 1,
      rows: [{ count: 5, timestamp: backend.clock() - 60_000 }],
    })
    backend.clock.advance(6 * 60_000)
    await event('2C')
    expect((await list('olga')).total).toBe(2)
  })

  it('has a template for every SAS code whose severity is alarm, and no other', () => {
    expect(Object.keys(alarmTemplates).sort()).toEqual(
      sasCodes.filter(code => eventKind(code).severity === 'alarm').sort(),
    )
  })

  it('of many machines of one hall is told once for the hall', async () => {
    const slots = Array.from({ length: 6 }, (_, index) => ({
      slotId: `f${index}`.padEnd(24, '0'),
      serial: `S${index}`,
      tenantId: 'a10000000000000000000001',
      locationId: 'b10000000000000000000001',
      locationName: 'Cluj Central',
    }))
    const raised = await raiseForSlots(
      backend.db,
      slots,
      { one: 'slot_locked', many: 'slots_locked', data: { actor: 'Olga', reason: 'maintenance' } },
      backend.clock(),
    )
    expect(raised).toHaveLength(1)
    expect((await list('olga')).rows[0]).toMatchObject({
      resource_type: 'location',
      data: { count: '6', actor: 'Olga' },
    })
  })
})

describe('templates', () => {
  it('use the same values in each language', () => {
    const values = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()
    for (const { en, ro, pt } of Object.values(templates)) {
      expect(values(ro)).toEqual(values(en))
      expect(values(pt)).toEqual(values(en))
    }
  })
})

describe('the list', () => {
  it("shows a tenant's people their own, the system's people all, and only what they may see", async () => {
    await event('51')
    await event('51', 'ribeira')
    expect((await list('olga')).rows.map(one => one.resource_details.slot_id)).toEqual([slots.bellLink.id])
    expect((await list('paulo')).rows.map(one => one.resource_details.slot_id)).toEqual([slots.ribeira.id])
    expect((await list('ana')).total).toBe(2)
    expect(await list('nora')).toMatchObject({ total: 0, rows: [] })
    expect(
      (await backend.request('/api/notifications/v1/list', { token: backend.ingestTokens.system, body: {} }))
        .status,
    ).toBe(403)
  })

  it('is newest first, paged and filtered', async () => {
    for (const code of ['51', '7A', '2C']) {
      backend.clock.advance(1000)
      await event(code)
    }
    const all = await list('olga')
    expect(all.rows.map(one => one.content?.en.split(' ')[0])).toEqual(['Counterfeit', 'Memory', 'Handpay'])
    expect((await list('olga', { rowsPerPage: 1, page: 1 })).rows).toEqual([all.rows[1]])
    expect((await list('olga', { exactFields: ['resource_type'], exactValues: ['location'] })).total).toBe(0)
    const bad = async (body: object) =>
      (await backend.request('/api/notifications/v1/list', { as: 'olga', body })).status
    expect([
      await bad({ exactFields: ['secret'], exactValues: [1] }),
      await bad({ exactFields: ['seen'], exactValues: ['yes'] }),
      await bad({ page: 9_999_999 }),
    ]).toEqual([422, 422, 422])
  })

  it("keeps each user's marks apart, and marks nothing that the user may not see", async () => {
    await event('51')
    const [one] = (await list('olga')).rows
    const ids = [one?.id ?? '']
    expect((await post('paulo', 'seen', { ids })).body.data.updated).toBe(0)
    expect((await post('olga', 'confirm', { ids })).body.data.updated).toBe(1)
    expect((await list('olga')).rows).toMatchObject([{ seen: true, confirmed: true }])
    expect((await list('mihai')).rows).toMatchObject([{ seen: false, confirmed: false }])
    expect((await list('olga', { exactFields: ['seen'], exactValues: [false] })).total).toBe(0)
    expect(
      (await list('mihai', { exactFields: ['seen', 'confirmed'], exactValues: [false, false] })).total,
    ).toBe(1)
    await post('mihai', 'clear', {})
    expect((await list('mihai')).rows).toMatchObject([{ seen: true, confirmed: false }])
    expect((await post('olga', 'seen', { ids: ['x'] })).status).toBe(422)
  })
})
