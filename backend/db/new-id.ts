import { createHash, randomFillSync } from 'node:crypto'

/** Chance drawn ahead: asking the system for six bytes costs as much as asking for some thousand. */
const chance = Buffer.alloc(6 * 512)
let used = chance.length

/** 24 hexadecimal characters: 48 bits of time, 48 of chance, so that sorting by id is sorting by creation. */
export function newId(now: number = Date.now()): string {
  if (used === chance.length) {
    randomFillSync(chance)
    used = 0
  }
  return now.toString(16).padStart(12, '0') + chance.toString('hex', used, (used += 6))
}

/** For what is the same thing whenever it is noticed again. */
export const sameId = (...parts: (string | number)[]): string =>
  createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 24)
