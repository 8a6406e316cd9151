import Database from 'libsql'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Holds `dataDir` for this process. The lock is the operating system's own, on an SQLite file, so a killed process
 * leaves nothing behind to clean up. Throws an Error with one clear line: not writable, or in use by another instance.
 * Returns the release.
 */
export function holdDataDir(dataDir: string): () => void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    throw new Error(`DATA_DIR ${dataDir} is not writable`)
  }
  try {
    const lock = new Database(join(dataDir, 'instance.lock'), { timeout: 0 })
    lock.exec('pragma locking_mode = exclusive')
    lock.exec('begin exclusive')
    return () => lock.close()
  } catch (error) {
    const inUse = error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
    throw new Error(
      inUse ? `DATA_DIR ${dataDir} is in use by another instance` : `DATA_DIR ${dataDir} is not writable`,
    )
  }
}
