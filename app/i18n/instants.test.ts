import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writeInstants } from './instants'

const clock = {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
} as const
const zones = [
  'Europe/Bucharest',
  'Europe/Lisbon',
  'UTC',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/St_Johns',
]

describe('instants', () => {
  test.each(['en-GB', 'ro-RO', 'pt-PT'])('are written in %s as Intl writes them, in every zone', region => {
    for (const timeZone of zones) {
      const format = new Intl.DateTimeFormat(region, { ...clock, timeZone })
      const write = writeInstants(format)
      fc.assert(
        fc.property(fc.integer({ min: -2e12, max: 4e12 }), at => {
          expect(write(at)).toBe(format.format(at))
        }),
        { numRuns: 60 },
      )
    }
  })

  test('the night the clocks change, each second is right', () => {
    const format = new Intl.DateTimeFormat('en-GB', { ...clock, timeZone: 'Europe/Bucharest' })
    const write = writeInstants(format)
    const change = Date.parse('2026-10-25T01:00:00Z')
    for (let at = change - 1_800_000; at < change + 1_800_000; at += 7_000)
      expect(write(at)).toBe(format.format(at))
  })
})
