/**
 * One folder for everything that a run of tests writes: workers are ended without being asked to tidy up, so it goes
 * when the run ends.
 */
import { rmSync } from 'node:fs'
import { temporaryFolder } from '../../bin/testing/temporary.mjs'

/** Called once for each project; the first one makes the folder, and workers inherit the setting. */
export default function setup(): (() => void) | undefined {
  if (process.env.CONSOLE_TESTS_FOLDER) return undefined
  const folder = temporaryFolder()
  process.env.CONSOLE_TESTS_FOLDER = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
