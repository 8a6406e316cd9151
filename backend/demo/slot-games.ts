/**
 * On a third of the slots several games can be played: the SMIB tells what each of them has moved, and together they
 * are the slot's own meters.
 */
import type { DemoSlot } from './network'
import { hash32 } from './random'
import type { Meters } from './play'
import { MODULUS } from './wire-meters'

const SOME_IN = 3
/** Two games more often than five. */
const counts = [2, 2, 2, 3, 3, 4, 5] as const
/** SAS codes of the meters that a game has of its own. */
const codes = {
  coinIn: '0000',
  coinOut: '0001',
  jackpot: '0002',
  gamesPlayed: '0005',
  gamesWon: '0006',
} as const satisfies Partial<Record<keyof Meters, string>>
type GameMeter = keyof typeof codes
const names = Object.keys(codes) as GameMeter[]

export type GameMeters = Record<GameMeter, number>

/** 0: the slot tells no games. A slot with a story tells it without them. */
export function gamesOn({ index, story }: Pick<DemoSlot, 'index' | 'story'>): number {
  if (index % SOME_IN !== 0 || story) return 0
  return counts[hash32(`games ${index}`) % counts.length] ?? 2
}

/** Some are played more than others, and pay a little more or less. */
const weightOf = (slot: number, game: number, name: GameMeter): number => {
  const liked = 1 + (hash32(`liked ${slot} ${game}`) % 60) / 10
  return name === 'coinOut' ? liked * (0.97 + (hash32(`pays ${slot} ${game}`) % 60) / 1_000) : liked
}

/** Shares out, to the unit, what the slot's meters moved since its games' last report. Moves `games` on. */
export function shareAmongGames(
  slot: Pick<DemoSlot, 'index' | 'story'>,
  meters: Meters,
  games: GameMeters[],
): void {
  while (games.length < gamesOn(slot))
    games.push({ coinIn: 0, coinOut: 0, jackpot: 0, gamesPlayed: 0, gamesWon: 0 })
  for (const name of names) {
    const weights = games.map((_, game) => weightOf(slot.index, game, name))
    const whole = weights.reduce((sum, weight) => sum + weight, 0)
    const reported = games.reduce((sum, game) => sum + game[name], 0)
    // Meters that are read back from reports have eight digits.
    const moved = (((meters[name] - reported) % MODULUS) + MODULUS) % MODULUS
    let left = moved
    games.forEach((game, at) => {
      const share = at === games.length - 1 ? left : Math.floor((moved * (weights[at] ?? 0)) / whole)
      game[name] += share
      left -= share
    })
  }
}

/** As a reading tells them, the first game's number being 1. */
export const gameCounters = (games: readonly GameMeters[]) =>
  games.map((game, at) => ({
    game_nr: at + 1,
    meters: Object.fromEntries(names.map(name => [codes[name], game[name] % MODULUS])),
  }))
