/** A tenant's own rules: judged each minute, each alarm once, and told once however many slots it is about. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { alarmTests, jams, rulePath as one, silence } from '../../../tests/support/alarms'
import { locations, slots, smibs } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { HOUR, reading } from '../../../tests/support/feed'
import { slotRow } from '../../../tests/support/network'
import { newId } from '../../platform/db/new-id'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import { raiseForAlarms } from './alarm-news.service'
import type { StoredRule } from './rule-values.queries'

let backend: TestBackend
const { made, change, look, seen, rows, news, fresh } = alarmTests(() => backend)
const MINUTE = 60_000
let start: number
beforeAll(async () => {
  backend = await testBackend()
  start = backend.clock()
})
afterAll(() => backend.close())
beforeEach(fresh)

let seq = 1
const tell = async (mac: string, ...codes: string[]) => {
  const at = backend.clock()
  const { refused } = await ingest(backend.deps, { tenantId: null }, [
    {
      smib_id: mac,
      message_seq_nr: seq++,
      server_time_nano: `${at}000000`,
      events: codes.map((code, nr) => ({ event_seq_nr: nr + 1, code, at: at - nr * 1_000 })),
    },
  ])
  expect(refused).toBe(0)
}

describe('a rule about silence', () => {
  it('fires once under two backends, clears by itself, and says so in the rule’s own words', async () => {
    const now = backend.clock()
    await made({ ...silence, severity: 'alarm', text_ro: 'Nu mai răspunde {serial}: {value}' })
    await seen(slots.bellLink.id, now - 31 * MINUTE)
    await seen(slots.novoline.id, null)
    await Promise.all([look(), look()])
    await look()
    expect(await rows()).toMatchObject([
      { slot: { name: slots.bellLink.serial }, value: 31, threshold: 30, unit: 'min', severity: 'alarm' },
    ])
    const told = await news()
    expect(told).toMatchObject([{ template: 'rule_alarm', severity: 'alarm', count: 1 }])
    expect(JSON.parse(told[0]?.content ?? '')).toEqual({ ro: 'Nu mai răspunde {serial}: {value}' })
    expect(JSON.parse(told[0]?.data ?? '')).toMatchObject({ value: '31', unit: 'min', rule: 'Silent' })
    await seen(slots.bellLink.id, now)
    await look()
    expect(await rows()).toEqual([])
    expect(await rows('cleared')).toMatchObject([{ cleared_by: 'value' }])
    expect(await news()).toHaveLength(1)
  })

  it('of many slots at once is one notification, which says how many', async () => {
    await backend.db
      .insertInto('slots')
      .values(
        Array.from({ length: 12 }, (_, nr) => ({
          ...slotRow(newId(), `SIL-${String(nr).padStart(5, '0')}`, 'EGT', 'cluj', start),
          last_seen_at: backend.clock() - HOUR,
        })),
      )
      .execute()
    const rule = await made({ ...silence, threshold: 40 })
    await look()
    await look()
    expect(await rows()).toHaveLength(12)
    const told = await news()
    expect(told).toMatchObject([{ template: 'rule_alarm_many', resource_type: 'location' }])
    expect(JSON.parse(told[0]?.data ?? '')).toEqual({
      rule: 'Silent',
      location: locations.cluj.name,
      count: '12',
    })
    // What a rule found that was switched off is over.
    const { _id, version } = rule
    const off = await change(_id, { ...silence, threshold: 40, enabled: false, version })
    expect(off.status).toBe(200)
    await look()
    expect(await rows()).toEqual([])
    expect((await rows('cleared')).map(({ cleared_by }) => cleared_by)).toContain('rule')
    await backend.db.deleteFrom('slots').where('serial', 'like', 'SIL-%').execute()
  })

  it('waits for as long as it says, and begins anew when the rule was changed', async () => {
    const rule = await made({ ...silence, lasts: 5 })
    await seen(slots.bellLink.id, backend.clock() - HOUR)
    await look()
    backend.clock.advance(4 * MINUTE)
    await look()
    expect(await rows()).toEqual([])
    await change(rule._id, { ...silence, lasts: 6, version: rule.version })
    await look()
    backend.clock.advance(3 * MINUTE)
    await look()
    expect(await rows()).toEqual([])
    // A turn that comes early.
    backend.clock.advance(3 * MINUTE - 3_000)
    await look()
    expect(await rows()).toHaveLength(1)
  })

  it('tells each location of its own slots, and of very many locations none by itself', async () => {
    await made(silence)
    const rule = (await backend.db
      .selectFrom('alarm_rules')
      .selectAll()
      .executeTakeFirstOrThrow()) as StoredRule
    const fired = (places: number, each: number) =>
      Array.from({ length: places * each }, (_, nr) => ({
        slot_id: `slot-${nr}`,
        serial: `S-${nr}`,
        location_id: `place-${nr % places}`,
        location_name: `Hall ${nr % places}`,
        value: 40,
      }))
    const raised = async (places: number, each: number) => {
      await backend.db.deleteFrom('notifications').execute()
      await raiseForAlarms(backend.db, rule, fired(places, each), backend.clock())
      return news()
    }
    expect((await raised(2, 3)).map(({ template }) => template)).toEqual(Array(6).fill('rule_alarm'))
    expect(await raised(20, 6)).toHaveLength(20)
    const [only, ...others] = await raised(21, 1)
    expect([only, others]).toMatchObject([{ template: 'rule_alarm_everywhere', resource_type: 'tenant' }, []])
    expect(JSON.parse(only?.data ?? '')).toEqual({ rule: 'Silent', count: '21', locations: '21' })
  })

  it('fires in no quiet hours of the location, also over midnight, and at their end', async () => {
    // 11:00 in Bucharest.
    await made({ ...silence, quiet_from: '22:30', quiet_to: '11:30', locations: [locations.cluj.id] })
    await seen(slots.bellLink.id, start - HOUR)
    backend.clock.set(start)
    await look()
    expect(await rows()).toEqual([])
    backend.clock.set(start + 30 * MINUTE)
    await look()
    expect(await rows()).toHaveLength(1)
  })
})

describe('a rule about events', () => {
  it('counts them within its window, of its slots alone, and clears at its other limit', async () => {
    await made({ ...jams, clears_threshold: 2 })
    await made({
      ...jams,
      name: 'Jams of another maker',
      manufacturer: undefined,
      locations: [locations.braila.id],
    })
    await tell(smibs.bellLink.mac, '28', '28', '28')
    await look()
    expect(await rows()).toMatchObject([{ slot: { name: slots.bellLink.serial }, value: 3, unit: 'times' }])
    // Two of three are within the hour: as many as the other limit, and not fewer.
    backend.clock.advance(HOUR - 1_500)
    await look()
    expect(await rows()).toHaveLength(1)
    backend.clock.advance(2_000)
    await look()
    expect(await rows()).toEqual([])
  })

  it('would have fired: the same, played over what is stored', async () => {
    await tell(smibs.bellLink.mac, '28', '28', '28')
    backend.clock.advance(3 * HOUR)
    await tell(smibs.bellLink.mac, '28', '28', '28', '28')
    const preview = await backend.json<{ data: { preview: Record<string, unknown> } }>(`${one}-preview`, {
      as: 'mihai',
      body: jams,
    })
    expect(preview.body.data.preview).toMatchObject({
      count: 2,
      on: 1,
      cut: false,
      rows: [
        { slot: { name: slots.bellLink.serial }, cleared_at: null, value: 3 },
        { slot: { name: slots.bellLink.serial }, value: 3 },
      ],
    })
    const { count } = await backend.db
      .selectFrom('alarms')
      .select(row => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(0)
    const narrow = { ...jams, locations: [locations.braila.id] }
    const other = await backend.json<{ data: { preview: { count: number; of: number } } }>(`${one}-preview`, {
      as: 'mihai',
      body: narrow,
    })
    expect(other.body.data.preview).toMatchObject({ count: 0, of: 1 })
  })
})

describe('a rule about money', () => {
  it('sums hours in the slot’s currency, and clears when they have left the window', async () => {
    const at = backend.clock()
    await ingest(backend.deps, { tenantId: null }, [
      reading(seq++, at - 50 * MINUTE, { '0000': 1_000 }),
      reading(seq++, at - 40 * MINUTE, { '0000': 61_000 }),
    ])
    const played = { name: 'Played', watched: 'measure', measure: 'coin_in', window_hours: 2 }
    const amount = (minor: number, currency = 'RON') => ({ minor, currency })
    await made({ ...played, amount: amount(60_000) })
    await made({ ...played, name: 'Too much', amount: amount(60_001 * 1_000) })
    await made({ ...played, name: 'In euro', amount: amount(1, 'EUR') })
    await look()
    const found = await rows()
    expect(found).toMatchObject([{ slot: { name: slots.bellLink.serial }, unit: 'minor', currency: 'RON' }])
    expect(found[0]?.value).toBeGreaterThanOrEqual(60_000)
    const preview = await backend.json<{ data: { preview: { count: number } } }>(`${one}-preview`, {
      as: 'mihai',
      body: { ...played, amount: amount(60_000) },
    })
    expect(preview.body.data.preview.count).toBe(1)
    backend.clock.advance(4 * HOUR)
    await look()
    expect(await rows()).toEqual([])
  })
})
