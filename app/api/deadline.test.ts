import { describe, expect, test } from 'vitest'
import { createDeadline } from './deadline'

describe('the time of a page', () => {
  test('is one for all of its calls, and none while nobody waits', () => {
    let now = 0
    const deadline = createDeadline(4_500, () => now)
    expect(deadline.remaining(), 'a file that is written after the answer has begun').toBe(Infinity)
    const [first, second] = [deadline.wait(), deadline.wait()]
    now = 3_000
    expect(deadline.remaining()).toBe(1_500)
    first()
    first()
    expect(deadline.remaining(), 'another loader still runs').toBe(1_500)
    now = 5_000
    expect(deadline.remaining()).toBe(0)
    second()
    expect(deadline.remaining()).toBe(Infinity)
  })

  test('what was granted to an upload is not taken from the calls after it', () => {
    let now = 0
    const deadline = createDeadline(4_500, () => now)
    deadline.wait()
    now = 12_000
    deadline.extend(12_000)
    expect(deadline.remaining()).toBe(4_500)
  })
})
