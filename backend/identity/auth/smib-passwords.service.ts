/** A SMIB's password is made here, shown to one person once, and stored as a hash. */
import { randomInt } from 'node:crypto'
import { hashPassword } from './passwords.service'

/** Nothing that reads like something else on a small display. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP = 5

/** 20 of 31 letters in groups of five: 99 bits. Slow on purpose (see passwords.service.ts). */
export async function newSmibPassword(): Promise<{ password: string; hash: string }> {
  const group = () => Array.from({ length: GROUP }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  const password = Array.from({ length: GROUPS }, group).join('-')
  return { password, hash: await hashPassword(password) }
}
