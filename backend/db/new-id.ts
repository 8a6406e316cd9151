import { randomBytes } from 'node:crypto'

/** 24 hexadecimal characters: 48 bits of time, 48 of chance, so that sorting by id is sorting by creation. */
export const newId = (now: number = Date.now()): string =>
  now.toString(16).padStart(12, '0') + randomBytes(6).toString('hex')
