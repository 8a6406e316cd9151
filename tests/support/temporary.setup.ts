/** One folder for everything that a run of tests writes: workers are ended without being asked to tidy up, so it goes when the run ends. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Called once for each project; the first one makes the folder, and workers inherit the setting. */
export default function setup(): (() => void) | undefined {
  if (process.env.CONSOLE_TESTS_FOLDER) return undefined
  const folder = mkdtempSync(path.join(tmpdir(), 'console-tests-'))
  // PostgreSQL runs as somebody else, in a folder of its own inside.
  chmodSync(folder, 0o711)
  Object.assign(process.env, { CONSOLE_TESTS_FOLDER: folder, TMPDIR: folder })
  return () => rmSync(folder, { recursive: true, force: true })
}
