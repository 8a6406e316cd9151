import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { compaction } from './compaction'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('is put off for as long as there is much to do, and ten seconds more', () => {
  const flags: string[] = []
  const { putOff } = compaction(flag => flags.push(flag))
  putOff()
  vi.advanceTimersByTime(9_000)
  putOff()
  vi.advanceTimersByTime(9_000)
  expect(flags).toEqual(['--no-compact-on-every-full-gc'])
  vi.advanceTimersByTime(1_000)
  expect(flags).toEqual(['--no-compact-on-every-full-gc', '--compact-on-every-full-gc'])
  putOff()
  expect(flags.at(-1)).toBe('--no-compact-on-every-full-gc')
})
