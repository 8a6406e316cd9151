import { createHash, randomFillSync } from 'node:crypto'

/** Chance drawn ahead: asking the system for six bytes costs as much as asking for some thousand. */
const chance = Buffer.alloc(6 * 512)
let used = chance.length

let last = { now: -1, tail: 0 }

/**
 * 24 hexadecimal characters: 48 bits of time, 48 of chance, so that sorting by id is sorting by creation. Of those that
 * one process makes within a millisecond each is above the one before.
 */
export function newId(now: number = Date.now()): string {
  if (used === chance.length) {
    randomFillSync(chance)
    used = 0
  }
  const drawn = chance.readUIntBE(used, 6)
  used += 6
  // The first leaves the upper half to those after it.
  last = { now, tail: now === last.now ? last.tail + 1 + (drawn % 65_536) : drawn % 2 ** 47 }
  return hex(now) + hex(last.tail)
}
const hex = (part: number) => part.toString(16).padStart(12, '0')

/** For what is the same thing whenever it is noticed again. */
export const sameId = (...parts: (string | number)[]): string =>
  createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 24)
