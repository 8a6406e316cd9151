import { afterEach, expect, it, vi } from 'vitest'
import { breathe } from './breathe'

afterEach(() => vi.restoreAllMocks())

it('lets the event loop turn between two who have held it, and stops nobody who has not', async () => {
  const order: string[] = []
  let now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000))
  const turn = () => {
    order.push('turn')
    if (order.length < 6) setImmediate(turn)
  }
  setImmediate(turn)
  const one = async (name: string) => {
    await breathe()
    order.push(name)
  }
  await Promise.all([one('a'), one('b')])
  expect(order).toEqual(['turn', 'a', 'turn', 'b'])
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  expect(breathe()).toBeUndefined()
})
