/** An alarm is one, however often its value crosses the limit, and is told once it has lasted. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { occurrences, sums } from './alarm-preview.service'
import {
  episodesOf,
  fires,
  isCleared,
  next,
  QUIET,
  type AlarmState,
  type Limits,
  type Seen,
} from './hysteresis'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const limitsMade = fc
  .record({
    operator: fc.constantFrom('at_least' as const, 'at_most' as const),
    limit: fc.integer({ min: -20, max: 20 }),
    apart: fc.integer({ min: 0, max: 10 }),
    lasts: fc.integer({ min: 0, max: 5 }),
  })
  .map(({ operator, limit, apart, lasts }): Limits => ({
    operator,
    limit,
    clears: operator === 'at_least' ? limit - apart : limit + apart,
    lastsMs: lasts * MINUTE,
  }))
const minutes = fc
  .array(fc.record({ value: fc.option(fc.integer({ min: -30, max: 30 })), muted: fc.boolean() }), {
    maxLength: 60,
  })
  .map(all => all.map(({ value, muted }, nr): Seen => ({ at: nr * MINUTE, value, muted })))

describe('an alarm', () => {
  it('fires only after its condition held each minute for so long, and ends only beyond the other limit', () => {
    fc.assert(
      fc.property(limitsMade, minutes, (limits, seen) => {
        let state: AlarmState = QUIET
        for (const [nr, one] of seen.entries()) {
          const before = state
          state = next(state, limits, one)
          if (state.is === 'open' && before.is !== 'open') {
            const held = limits.lastsMs / MINUTE
            const last = seen.slice(nr - held, nr + 1)
            expect(last).toHaveLength(held + 1)
            for (const { value, muted } of last) {
              expect(muted).toBe(false)
              expect(value !== null && fires(limits, value)).toBe(true)
            }
          }
          if (before.is === 'open' && state.is !== 'open')
            expect(one.value !== null && isCleared(limits, one.value)).toBe(true)
          // Nothing both fires and clears: it would be an alarm each minute.
          if (one.value !== null && fires(limits, one.value)) expect(isCleared(limits, one.value)).toBe(false)
        }
      }),
    )
  })

  it('is the same whether the same minute is looked at once or twice', () => {
    fc.assert(
      fc.property(limitsMade, minutes, (limits, seen) => {
        const once = seen.reduce<AlarmState>((state, one) => next(state, limits, one), QUIET)
        const twice = seen.reduce<AlarmState>(
          (state, one) => next(next(state, limits, one), limits, one),
          QUIET,
        )
        // One that cleared may begin anew at once only where its value fires, which no value does that clears.
        expect(twice.is).toBe(once.is)
      }),
    )
  })

  it('is found in the past as it is minute by minute', () => {
    fc.assert(
      fc.property(limitsMade, minutes, (limits, seen) => {
        let state: AlarmState = QUIET
        let fired = 0
        for (const one of seen) {
          const before = state
          state = next(state, limits, one)
          if (state.is === 'open' && before.is !== 'open') fired++
        }
        expect(
          episodesOf(limits, seen, seen.length * MINUTE - MINUTE, at => seen[at / MINUTE]?.muted === true),
        ).toHaveLength(fired)
      }),
    )
  })
})

describe('what is played', () => {
  it('counts events as a window does that moves over them', () => {
    fc.assert(
      fc.property(
        fc
          .array(fc.integer({ min: -50, max: 100 }), { maxLength: 30 })
          .map(all => all.toSorted((a, b) => a - b)),
        fc.integer({ min: 1, max: 40 }),
        (times, window) => {
          for (const { at, value } of occurrences(times, window, { from: 0, to: 100 }))
            expect(value).toBe(times.filter(one => one > at - window && one <= at).length)
        },
      ),
    )
  })

  it('sums so many full hours, and the running one', () => {
    const rows = [1, 2, 4].map(hour => ({ hour, moved: hour * 100 }))
    expect(sums(rows, 2, { from: 3 * HOUR, to: 6 * HOUR })).toEqual([
      { at: 3 * HOUR, value: 300 },
      { at: 4 * HOUR, value: 200 },
      { at: 5 * HOUR - MINUTE, value: 600 },
      { at: 5 * HOUR, value: 400 },
    ])
  })
})
