/** A demo slot that wins a progressive level says so, is paid by hand some minutes later, and its meters agree. */
import { expect, it } from 'vitest'
import { Board } from './smib'
import { born } from './machine'
import { planNetwork } from './network'
import { totalIn, totalOut } from './play'

const now = Date.UTC(2026, 2, 11, 20)

it('a demo slot tells of its progressive win at once and of the reset later; its meters agree', () => {
  const { machines, seed } = planNetwork('progressive', now)
  const found = machines
    .filter(one => one.smib !== null && !one.story && one.status === 'active')
    .map(slot => ({ slot, life: born(slot, seed) }))
    .map(one => ({ ...one, board: new Board(one.slot, seed, one.life, now - 60_000, now) }))
    .find(({ board }) => [0, 5, 10].every(minutes => board.hears(now + minutes * 60_000)))
  if (!found) throw new Error('the demo has no such slot')
  const { slot, life, board } = found
  board.winProgressive({ level: 2, minor: 12_345 }, now)
  const events = [0, 5, 10].flatMap(minutes =>
    board.speak(now + minutes * 60_000).flatMap(message => message.events ?? []),
  )
  const data = { progressive_level: 2, amount_minor: 12_345, kind: 'progressive' }
  expect(events.filter(({ code }) => code === '54')).toMatchObject([{ at: now, data }])
  expect(events.some(one => one.code === '51' && one.data?.progressive_level === 2)).toBe(true)
  expect(events.some(one => one.code === '52' && one.at !== undefined && one.at > now)).toBe(true)

  const before = { ...life.meters }
  board.obey({ kind: 'jackpot_pay', input: { amount_minor: 5_000 } }, now + 10 * 60_000)
  expect(life.meters.electronicIn - before.electronicIn).toBe(Math.floor(5_000 / slot.denomination))
  // Credits are what came in and was won, less what was played and went out (domain notes, section 5).
  const { credits, coinIn, coinOut, jackpot } = life.meters
  expect(credits).toBe(totalIn(life.meters) + coinOut - coinIn - (totalOut(life.meters) - jackpot))
})
