import { describe, expect, it } from 'vitest'
import { readAhead } from './read-ahead'

const asking = (fails?: number) => {
  const asked: number[] = []
  const ask = (nr: number) => {
    asked.push(nr)
    return nr === fails ? Promise.reject(new Error(`piece ${nr}`)) : Promise.resolve(nr)
  }
  return { asked, ask }
}

describe('pieces that are read ahead', () => {
  it('come in order, one of them asked for while the one before is written', async () => {
    const { asked, ask } = asking()
    const seen: number[] = []
    for await (const piece of readAhead(4, ask)) {
      seen.push(piece)
      expect(asked).toHaveLength(Math.min(4, piece + 2))
    }
    expect(seen).toEqual([0, 1, 2, 3])
    expect(await readAhead(0, ask).next()).toEqual({ done: true, value: undefined })
  })

  it('fail at their turn, and are not asked for once nobody reads on', async () => {
    const { asked, ask } = asking(1)
    const pieces = readAhead(4, ask)
    expect(await pieces.next()).toEqual({ done: false, value: 0 })
    // Refused meanwhile: nothing is left alone.
    await new Promise(resolve => setImmediate(resolve))
    await expect(pieces.next()).rejects.toThrow('piece 1')
    const others = readAhead(4, ask)
    await others.next()
    await others.return()
    expect(asked).toEqual([0, 1, 0, 1])
  })
})
