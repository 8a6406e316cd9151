/**
 * argon2id with the parameters of OWASP's cheat sheet: 19 MiB, 2 passes, 1 lane. Runs on Node's thread pool, some 20
 * ms.
 */
import { hash, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(normal(password), COST)

/** Without a stored hash it works as long and answers false, so that time does not tell who exists. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const right = await verify(stored ?? (await nobodys()), normal(password))
  return right && stored !== undefined
}

/** The same letters from any keyboard: é as one character or as two. */
const normal = (password: string): string => password.normalize('NFKC')

let made: Promise<string> | undefined
const nobodys = (): Promise<string> => (made ??= hashPassword(randomBytes(32).toString('base64url')))

/** Made before the first sign-in, which would take twice as long otherwise and reveal an unknown name. */
export const prepareNobodysPassword = async (): Promise<void> => void (await nobodys())
