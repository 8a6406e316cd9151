/** Chance that can be repeated: the same seed and names give the same figures on every slot. */
export interface Random {
  /** 0 ≤ x < 1 */
  next(): number
  /** Whole, both ends included. */
  int(from: number, to: number): number
  between(from: number, to: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly [T, ...T[]]): T
  /** Mean 0, standard deviation 1. */
  normal(): number
}

/** FNV-1a, spread once more: names that differ in one character share nothing. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return mix(hash)
}

export function mix(value: number): number {
  let hash = value ^ (value >>> 16)
  hash = Math.imul(hash, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

export const randomFor = (...names: (string | number)[]): Random => randomFrom(hash32(names.join('\u0001')))

/** mulberry32: small, quick, and good enough for figures that nobody bets on. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let x = Math.imul(state ^ (state >>> 15), state | 1)
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61)
    return ((x ^ (x >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const between = (from: number, to: number) => from + (to - from) * next()
  return {
    next,
    between,
    int: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: probability => next() < probability,
    pick: from => from[Math.floor(next() * from.length)] ?? from[0],
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  }
}
