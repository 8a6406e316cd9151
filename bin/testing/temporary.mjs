/**
 * Where tests keep what they throw away: in memory where there is enough of it. A copy of a database is some thousand
 * small files, and making these on a disk took longer than all the tests that used them (PostgreSQL: 1 s a copy, 0.15 s
 * in memory).
 */
import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import path from 'node:path'

const MEMORY = '/dev/shm'
/** Runs have taken 2 GiB. */
const ENOUGH_BYTES = 8 * 1024 ** 3
const PREFIX = 'console-tests-'

/**
 * A new folder, and where `TMPDIR` leads from now on, for whatever this process starts too. Whoever makes it removes
 * it.
 */
export function temporaryFolder() {
  const root = process.env.TMPDIR ? tmpdir() : hasMemory() ? MEMORY : tmpdir()
  sweep(root)
  const folder = mkdtempSync(path.join(root, `${PREFIX}${process.pid}-`))
  // PostgreSQL runs as somebody else, in a folder of its own inside.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  return folder
}

function hasMemory() {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return Math.min(bavail * bsize, freemem()) >= ENOUGH_BYTES
  } catch {
    return false
  }
}

/** What a run that was killed has left behind would fill the memory in time. */
function sweep(root) {
  for (const name of readdirSync(root)) {
    const owner = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length).split('-')[0]) : 0
    if (owner > 0 && !isAlive(owner)) rmSync(path.join(root, name), { recursive: true, force: true })
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
