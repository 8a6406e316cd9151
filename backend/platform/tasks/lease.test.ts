import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { holdLease, releaseLease } from './lease.service'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend({ empty: true })
})
afterAll(() => backend.close())

describe('a lease', () => {
  it('has one holder, until it ends or runs out', async () => {
    const { db, clock } = backend
    expect(await holdLease(db, 'feed', 'a', 1_000, clock())).toBe(true)
    expect(await holdLease(db, 'feed', 'b', 1_000, clock())).toBe(false)
    expect(await holdLease(db, 'feed', 'a', 1_000, clock() + 900)).toBe(true)
    expect(await holdLease(db, 'feed', 'b', 1_000, clock() + 1_500)).toBe(false)
    expect(await holdLease(db, 'feed', 'b', 1_000, clock() + 2_000)).toBe(true)
    await releaseLease(db, 'feed', 'a')
    expect(await holdLease(db, 'feed', 'a', 1_000, clock() + 2_000)).toBe(false)
    await releaseLease(db, 'feed', 'b')
    expect(await holdLease(db, 'feed', 'a', 1_000, clock() + 2_000)).toBe(true)
  })
})
