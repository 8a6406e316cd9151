import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { takeTurn } from './in-turn'

async function parsed(order: string[], name: string, turn = takeTurn(name[0] ?? '')): Promise<void> {
  await turn.come
  order.push(name)
}

describe('bodies of one sender', () => {
  it('are parsed in the order in which they arrived, each once the one before lets it', async () => {
    const order: string[] = []
    const first = takeTurn('a')
    const second = takeTurn('a')
    void parsed(order, 'a3')
    void parsed(order, 'a2', second)
    void parsed(order, 'a1', first)
    await setImmediate()
    expect(order).toEqual(['a1'])
    first.end()
    first.end()
    await setImmediate()
    expect(order).toEqual(['a1', 'a2'])
    second.end()
    await setImmediate()
    expect(order).toEqual(['a1', 'a2', 'a3'])
  })

  it('wait for nobody else, and for none that has ended', async () => {
    const order: string[] = []
    const other = takeTurn('b')
    const gone = takeTurn('c')
    gone.end()
    await setImmediate()
    expect(takeTurn('c').come).toBeUndefined()
    await parsed(order, 'd1')
    expect(order).toEqual(['d1'])
    other.end()
  })
})
