import { describe, expect, it } from 'vitest'
import { mainNames, type MainMeter } from '../../telemetry/readings/meters.contract'
import { droppable, type Bounds, type StoredRow } from './droppable'

const HOUR = 3_600_000
const nothing = Object.fromEntries(mainNames.map(name => [name, null])) as Record<MainMeter, number | null>
const row = (hours: number, more: Partial<StoredRow> = {}): StoredRow => ({
  ...nothing,
  game_nr: 0,
  server_time: hours * HOUR,
  server_nano: 0,
  message_seq_nr: hours,
  smib_id: 'a',
  held: null,
  repairs: null,
  coin_in: hours * 100,
  ...more,
})
const bounds: Bounds = { until: 10 * HOUR, rulings: [], undecided: [], readAt: [] }
const left = (rows: StoredRow[], more: Partial<Bounds> = {}) => {
  const { drop, floor } = droppable(rows, { ...bounds, ...more })
  return {
    kept: rows.filter(one => !drop.includes(one)).map(one => one.server_time / HOUR),
    floor: floor && floor.at / HOUR,
  }
}
const hourly = Array.from({ length: 12 }, (_, nr) => row(nr + 1))

describe('of a game’s readings stay', () => {
  it('the last good one before the end, and those after it', () => {
    expect(left(hourly)).toEqual({ kept: [10, 11, 12], floor: 10 })
    const held = hourly.map(one => (one.server_time >= 9 * HOUR ? { ...one, held: 'open' } : one))
    expect(left(held)).toEqual({ kept: [8, 9, 10, 11, 12], floor: 8 })
    expect(left([row(11)])).toEqual({ kept: [11], floor: undefined })
  })

  it('of each meter the last good value, where the last reading leaves it out', () => {
    const rows = hourly.map(one => (one.server_time === 4 * HOUR ? { ...one, coin_out: 7 } : one))
    expect(left(rows).kept).toEqual([4, 10, 11, 12])
  })

  it('the first that read the slot, where a zero is older than all that was read since', () => {
    const rows = [
      row(1),
      row(2),
      row(3, { coin_in: null, games_played: 0 }),
      ...hourly.filter(one => one.server_time > 3 * HOUR),
    ]
    expect(left(rows).kept).toEqual([1, 3, 10, 11, 12])
    // A zero of the last reading is as new as the rest.
    const newest = hourly.map(one => (one.server_time === 10 * HOUR ? { ...one, games_played: 0 } : one))
    expect(left(newest).kept).toEqual([10, 11, 12])
    expect(left(hourly.map(one => ({ ...one, coin_in: 0 }))).kept).toEqual([10, 11, 12])
  })

  it('the last good one that told tickets in cents, which later ones are compared with', () => {
    const rows = hourly.map(one => (one.server_time === 3 * HOUR ? { ...one, more: '{"000D":1237}' } : one))
    expect(left(rows).kept).toEqual([3, 10, 11, 12])
  })

  it('all from before a repair that nobody has decided, and from before what somebody ruled across the end', () => {
    expect(left(hourly, { undecided: [6 * HOUR] })).toEqual({ kept: [5, 6, 7, 8, 9, 10, 11, 12], floor: 5 })
    const ignored = { kind: 'ignore', crossing: 8 * HOUR, until: 11 * HOUR } as const
    expect(left(hourly, { rulings: [ignored] }).floor).toBe(7)
    const ended = { kind: 'ignore', crossing: 3 * HOUR, until: 4 * HOUR } as const
    expect(left(hourly, { rulings: [ended] }).floor).toBe(10)
    const omitted = { kind: 'omit', reading: { at: 10 * HOUR, nano: 0, seq: 10, smib: 'a' } } as const
    expect(left(hourly, { rulings: [omitted] }).floor).toBe(9)
  })

  it('a marked one with the good one before it, and after a run that proved itself what proved it', () => {
    const rows = hourly.map(one => {
      if (one.server_time === 5 * HOUR) return { ...one, repairs: '{"coin_in":"rollover"}' }
      if (one.server_time === 7 * HOUR) return { ...one, held: 'open' }
      return one.server_time === 8 * HOUR ? { ...one, repairs: '{"coin_in":"restarted"}' } : one
    })
    expect(left(rows).kept).toEqual([4, 5, 6, 7, 8, 10, 11, 12])
  })

  it('those of an hour in which somebody read the machine, the good one before and the one after', () => {
    const quarters = Array.from({ length: 48 }, (_, nr) => row((nr + 1) / 4))
    expect(left(quarters, { readAt: [5.4 * HOUR] }).kept.filter(at => at < 10)).toEqual([
      4.75, 5, 5.25, 5.5, 5.75, 6, 6.25,
    ])
  })
})
