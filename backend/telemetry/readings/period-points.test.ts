import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, slots, smibs, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import type { PeriodPoints } from '../../platform/contract/period-points'
import { ingest } from '../ingestion/ingest.service'

let backend: TestBackend
const HOUR = 3_600_000
let start: number
beforeAll(async () => {
  backend = await testBackend()
  start = backend.clock() - 10 * HOUR
  const message = (seq: number, at: number, more: object = {}) => ({
    smib_id: smibs.bellLink.mac,
    message_seq_nr: seq,
    server_time_nano: `${start + at}000000`,
    ...more,
  })
  await ingest(backend.deps, { tenantId: null }, [
    message(900, 0, { counters: [{ meters: { '0000': 100 } }] }),
    message(901, HOUR, { events: [{ event_seq_nr: 1, code: '7A' }], counters: [{ meters: { '0000': 3 } }] }),
    message(1, 3 * HOUR, { counters: [{ meters: { '0000': 90 } }] }),
  ])
})
afterAll(() => backend.close())

const ask = async (type: string, id: string, as: Person = 'olga') =>
  backend.json<{ data: PeriodPoints }>(`/api/rawdata/v1/period-points/${type}/${id}`, { as })

describe('where a period may begin', () => {
  it('is where the machine’s memory was cleared and where its board began to count anew', async () => {
    const {
      body: { data },
    } = await ask('slot', slots.bellLink.id)
    expect(data.resets).toEqual([
      { at: start + 3 * HOUR, kind: 'sequence' },
      { at: start + HOUR, kind: 'memory' },
    ])
    expect((await ask('smib', smibs.bellLink.id)).body.data.resets).toHaveLength(2)
    expect((await ask('slot', slots.novoline.id)).body.data.resets).toEqual([])
  })

  it('is the end of each gaming day that is over, by the hall’s clock', async () => {
    const {
      body: { data },
    } = await ask('location', locations.cluj.id)
    const [last, before] = data.checkpoints
    expect(last?.day).toBe('2026-03-10')
    expect(last?.end).toBeLessThanOrEqual(backend.clock())
    expect(before?.end).toBe(last?.start)
    expect(data.checkpoints).toHaveLength(62)
    expect(data.open.start).toBe(last?.end)
    expect(data.open.end).toBeGreaterThan(backend.clock())
  })

  it('keeps the lengths of days on which the clocks change', async () => {
    const {
      body: { data },
    } = await ask('location', locations.cluj.id)
    backend.clock.advance(30 * 24 * HOUR)
    const later = (await ask('location', locations.cluj.id)).body.data
    backend.clock.advance(-30 * 24 * HOUR)
    const lengths = (points: PeriodPoints) =>
      new Set(points.checkpoints.map(({ start: from, end }) => (end - from) / HOUR))
    expect(lengths(data)).toEqual(new Set([24]))
    expect(lengths(later)).toEqual(new Set([24, 23]))
  })

  it('is not told of another company’s machine, nor of what does not exist', async () => {
    for (const [type, id] of [
      ['slot', slots.ribeira.id],
      ['location', locations.porto.id],
      ['location', 'f'.repeat(24)],
      ['tenant', tenants.carpathia.id],
    ] as const) {
      expect((await ask(type, id)).status).toBe(404)
    }
  })
})
