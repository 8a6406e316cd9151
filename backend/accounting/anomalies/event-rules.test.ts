import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeEvents, type WatchedEvent } from './event-rules'
import type { Limits } from './finding'

const MINUTE = 60_000
const values: Record<string, number | boolean> = {
  max_door_open: 15,
  power_cycles_per_hour: 3,
  bill_rejects_per_hour: 20,
  counterfeit_any: true,
  ticket_split_count: 5,
  ticket_split_within: 10,
  max_handpay: 1_000_000,
  handpay_unreset: 30,
  jackpot_hits_per_day: 5,
  sequence_gap_max: 10,
  clock_drift: 60,
}
const limits: Limits = {
  number: key => Number(values[key]),
  flag: key => values[key] === true,
}
const told = (code: string, minute: number, data: object | null = null): WatchedEvent => ({
  code,
  at: minute * MINUTE,
  data: data && JSON.stringify(data),
})
const judge = (events: WatchedEvent[], now = 10_000, after = -Infinity) =>
  judgeEvents(events, limits, () => after, now * MINUTE)

describe('what comes together', () => {
  it('is one storm, however long it lasts', () => {
    const jams = Array.from({ length: 37 }, (_, nr) => told('28', nr * 0.25))
    expect(judge(jams).findings).toEqual([
      {
        rule: 'bill_rejects_per_hour',
        first: 0,
        last: 9 * MINUTE,
        count: 37,
        value: 37,
        threshold: 20,
      },
    ])
  })

  it('is within the limit where it comes slowly', () => {
    // Twenty an hour, for three hours.
    expect(judge(Array.from({ length: 60 }, (_, nr) => told('2B', nr * 3))).findings).toEqual([])
  })

  it('takes rejected and jammed bills together', () => {
    const both = Array.from({ length: 21 }, (_, nr) => told(nr % 2 ? '28' : '2B', nr))
    expect(judge(both).findings).toMatchObject([{ count: 21 }])
  })

  it('is two happenings with hours between them', () => {
    const power = [0, 1, 2, 3, 500, 501, 502, 503].map(minute => told('17', minute))
    expect(judge(power).findings.map(({ first, count }) => [first / MINUTE, count])).toEqual([
      [0, 4],
      [500, 4],
    ])
  })

  it('counts any counterfeit bill, and five tickets within ten minutes', () => {
    expect(judge([told('2C', 5)]).findings).toMatchObject([{ rule: 'counterfeit_any', count: 1 }])
    expect(judge([0, 2, 4, 6].map(minute => told('3D', minute))).findings).toEqual([])
    expect(judge([0, 2, 4, 6, 8].map(minute => told('3D', minute))).findings).toMatchObject([
      { rule: 'ticket_split_count', count: 5 },
    ])
    expect(judge([0, 3, 6, 9, 12].map(minute => told('3D', minute))).findings).toEqual([])
  })

  it('is not found again once it was cleared', () => {
    const bills = [told('2C', 5), told('2C', 7), told('2C', 90)]
    expect(judge(bills, 100, 7 * MINUTE).findings).toMatchObject([{ first: 90 * MINUTE, count: 1 }])
  })

  it('never counts an event twice, and misses none that is above the limit', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 600 }), { maxLength: 80 }), minutes => {
        const events = minutes.toSorted((a, b) => a - b).map(minute => told('17', minute))
        const { findings } = judge(events)
        const within = (at: number) => findings.filter(({ first, last }) => first <= at && at <= last)
        for (const { at } of events) {
          expect(within(at).length).toBeLessThanOrEqual(1)
          const hour = events.filter(one => one.at > at - 60 * MINUTE && one.at <= at)
          if (hour.length > 3) expect(within(at)).toHaveLength(1)
        }
        for (const { first, last, count } of findings)
          expect(count).toBe(events.filter(({ at }) => at >= first && at <= last).length)
      }),
    )
  })
})

describe('what lasts', () => {
  it('is too long from opening to closing', () => {
    expect(judge([told('11', 0), told('12', 15)]).findings).toEqual([])
    expect(judge([told('11', 0), told('12', 42)]).findings).toMatchObject([
      { rule: 'max_door_open', first: 0, last: 42 * MINUTE, value: 42, threshold: 15 },
    ])
  })

  it('is looked at again at its limit, then now and again, for a week', () => {
    expect(judge([told('51', 0)], 10)).toEqual({ findings: [], again: 30 * MINUTE + 1_000 })
    expect(judge([told('51', 0)], 40)).toMatchObject({
      findings: [{ rule: 'handpay_unreset', value: 40 }],
      again: 45 * MINUTE,
    })
    expect(judge([told('51', 0)], 20_000).again).toBeNull()
  })

  it('goes by the door that was opened', () => {
    expect(judge([told('11', 0), told('14', 5), told('12', 40)]).findings).toMatchObject([{ value: 40 }])
  })
})

describe('what says how much', () => {
  it('is above the limit, or nothing', () => {
    expect(judge([told('51', 0, { amount_minor: 1_000_000 }), told('52', 1)]).findings).toEqual([])
    expect(judge([told('51', 0, { amount_minor: 1_000_001 }), told('52', 1)]).findings).toMatchObject([
      { rule: 'max_handpay', value: 1_000_001 },
    ])
    expect(judge([told('sequence_gap', 0, { missing: 12 })]).findings).toMatchObject([{ value: 12 }])
    expect(judge([told('clock_drift', 0, { seconds: -137 })]).findings).toMatchObject([{ value: 137 }])
  })

  it('reads whatever a machine may have sent', () => {
    for (const data of ['', '{', '[]', 'null', '7', '{"amount_minor":"9"}', '{"amount_minor":1e300}'])
      expect(judge([{ code: '51', at: 0, data }, told('52', 1)]).findings).toEqual([])
  })
})
