/** The secret of an installation whose operator set none: made once in DATA_DIR, where both programs find the same. */
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const SHORTEST = 32
const fileIn = (dataDir: string) => path.join(dataDir, 'session-secret')

/** Made when it is missing. Throws an Error whose message is one line for the operator. */
export function installationSecret(dataDir: string): string {
  const file = fileIn(dataDir)
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o750 })
    try {
      // `wx`: of two consoles that start together, one writes and both read the same.
      writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    chmodSync(file, 0o600)
    const secret = readFileSync(file, 'utf8').trim()
    if (secret.length < SHORTEST)
      throw new Error(`${file} holds less than ${SHORTEST} characters: delete it to have a new one made`)
    return secret
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    throw new Error(`DATA_DIR "${dataDir}" is not writable (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** As it is now, or null where no console has made one. */
export function readInstallationSecret(dataDir: string): string | null {
  try {
    const secret = readFileSync(fileIn(dataDir), 'utf8').trim()
    return secret.length < SHORTEST ? null : secret
  } catch {
    return null
  }
}
