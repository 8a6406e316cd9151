/** Work that one of several backends looks for again and again. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { repeat, startWatch, type Turn } from './watch.service'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const watch = (look: (turn: Turn) => Promise<void>, warn = vi.fn()) =>
  startWatch(
    { ...backend.deps, log: { ...backend.deps.log, warn } as unknown as typeof backend.deps.log },
    { name: 'a-watch', everyMs: 5, leaseMs: 60_000, failed: 'it could not be looked for', look },
  )

it('is one backend’s until it stops, goes on after a turn that failed, and ends with its turn', async () => {
  const warn = vi.fn()
  let turns = 0
  const first = watch(() => (++turns === 1 ? Promise.reject(new Error('no room')) : Promise.resolve()), warn)
  await expect.poll(() => turns).toBeGreaterThan(2)
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    { err: expect.any(Error) as Error },
    'it could not be looked for',
  )

  let others = 0
  let release = () => {}
  let ended = false
  const second = watch(async ({ signal, isOurs }) => {
    others++
    expect(await isOurs()).toBe(true)
    await new Promise<void>(resolve => (release = resolve))
    ended = signal.aborted
  })
  const before = turns
  await expect.poll(() => turns).toBeGreaterThan(before + 2)
  expect(others).toBe(0)
  await first.stop()
  // At once: its lease is free.
  await expect.poll(() => others).toBe(1)
  const stopped = second.stop()
  release()
  await stopped
  // It was told that the end was near, and was waited for; no turn was begun beside it.
  expect([ended, others]).toEqual([true, 1])
})

it('is repeated by each backend where it needs no lease, one turn at a time, until it stops', async () => {
  let [turns, under, most] = [0, 0, 0]
  const each = () =>
    repeat(backend.deps, {
      everyMs: 2,
      afterMs: 0,
      failed: 'it could not be repeated',
      async turn(signal) {
        most = Math.max(most, ++under)
        await new Promise(resolve => setTimeout(resolve, 10))
        under--
        if (!signal.aborted) turns++
      },
    })
  const one = each()
  await expect.poll(() => turns).toBeGreaterThan(2)
  expect(most).toBe(1)
  const other = each()
  await expect.poll(() => most).toBe(2)
  await Promise.all([one.stop(), other.stop()])
  expect(under).toBe(0)
})
