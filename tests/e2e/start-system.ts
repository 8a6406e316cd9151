import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { copyDemo, SNAPSHOT_SECRET } from '../support/demo-snapshot'
import { startSystem } from '../support/system'

/** The real programs on the demo network, its past already delivered. E2E_CONSOLE_URL names one that already runs. */
export default async function start(): Promise<() => Promise<void>> {
  if (process.env.E2E_CONSOLE_URL) return async () => {}
  const dataDir = mkdtempSync(path.join(tmpdir(), 'console-e2e-'))
  await copyDemo(dataDir)
  const system = await startSystem({ dataDir, env: { SESSION_SECRET: SNAPSHOT_SECRET } })
  process.env.E2E_CONSOLE_URL = system.consoleUrl
  process.env.E2E_BACKEND_URL = system.backendUrl
  return async () => {
    const code = await system.end()
    rmSync(dataDir, { recursive: true, force: true })
    if (code !== 0) throw new Error(`The system ended with ${code}:\n${system.errors()}`)
  }
}
