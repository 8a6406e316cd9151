import { describe, expect, it } from 'vitest'
import { Problem } from '../../platform/contract/problem'
import { rateLimit } from './rate'

describe('the rate of a token', () => {
  it('is limited by rows, each token by itself, and says when to come back', async () => {
    const spend = rateLimit(100)
    await spend('gateway', 60)
    await spend('another', 100)
    const refusal = await spend('gateway', 60).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Problem)
    expect(refusal).toMatchObject({
      status: 429,
      code: 'rate_limited',
      extra: { headers: { 'retry-after': '1' } },
    })
  })
})
