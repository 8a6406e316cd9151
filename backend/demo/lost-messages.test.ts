/** What the demo's stories say was lost on the way can still be asked for, as it was told then. */
import { describe, expect, it } from 'vitest'
import { lostOnTheWay, tellHistory } from './history'
import { planNetwork } from './network'

const network = planNetwork('test', Date.UTC(2026, 10, 20, 10, 47))

describe('messages that were lost on the way', { timeout: 60_000 }, () => {
  it('fill their gap number by number, with meters that rise through it', () => {
    const lossy = network.machines.filter(one => one.story?.kind === 'gap')
    expect(lossy).toHaveLength(6)
    for (const slot of lossy) {
      const heard = [...tellHistory(network, [slot])].flatMap(({ messages }) => messages)
      const lost = lostOnTheWay(network, slot)
      expect(lost.length).toBeGreaterThan(0)
      const all = [...heard, ...lost].sort((a, b) => a.message_seq_nr - b.message_seq_nr)
      const [first] = all
      expect(all.map(one => one.message_seq_nr)).toEqual(
        all.map((_, at) => (first?.message_seq_nr ?? NaN) + at),
      )
      for (const code of ['0000', '0001', '0005']) {
        const values = all.flatMap(({ counters = [] }) => counters[0]?.meters[code] ?? [])
        expect(values, code).toEqual(values.toSorted((a, b) => a - b))
      }
    }
  })

  it('are none where nothing was lost', () => {
    const [silent] = network.machines.filter(one => one.story?.kind === 'board-offline')
    expect(silent && lostOnTheWay(network, silent)).toEqual([])
  })
})
