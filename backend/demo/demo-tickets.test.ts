/** What the demo's slots print is played again, so that outstanding tickets are believable. */
import { expect, it } from 'vitest'
import { tellHistory } from './history'
import { planNetwork } from './network'
import { MODULUS } from './wire-meters'

it('after 60 days less than a day’s tickets are outstanding, and no slot has redeemed more than it printed', () => {
  const network = planNetwork('test', Date.UTC(2026, 10, 20, 10, 47))
  const some = network.machines
    .filter(({ profile, story, smib }) => profile.pays === 'ticket' && !story && smib)
    .slice(0, 40)
  const denominations = new Map(some.map(({ smib, denomination }) => [smib?.mac ?? '', denomination]))
  const moved = new Map<string, { printed: number; redeemed: number; last: Record<string, number> }>()
  for (const { messages } of tellHistory(network, some))
    for (const { smib_id, counters = [] } of messages)
      for (const { game_nr, meters } of counters) {
        if (game_nr !== 0) continue
        const { printed, redeemed, last } = moved.get(smib_id) ?? { printed: 0, redeemed: 0, last: meters }
        const rise = (code: string) =>
          (((meters[code] ?? 0) - (last[code] ?? 0) + MODULUS) % MODULUS) * (denominations.get(smib_id) ?? 0)
        moved.set(smib_id, {
          printed: printed + rise('0016'),
          redeemed: redeemed + rise('0015'),
          last: { ...last, ...meters },
        })
      }
  const all = [...moved.values()]
  expect(all).toHaveLength(some.length)
  for (const { printed, redeemed } of all) expect(printed).toBeGreaterThanOrEqual(redeemed)
  const sum = (of: (one: (typeof all)[number]) => number) => all.reduce((total, one) => total + of(one), 0)
  const ofDay = (sum(one => one.printed) - sum(one => one.redeemed)) / (sum(one => one.printed) / 60)
  expect(ofDay).toBeGreaterThan(0.05)
  expect(ofDay).toBeLessThan(1)
})
