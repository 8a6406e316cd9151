/**
 * The demo network's history on PostgreSQL against that on the embedded database: CPU of backend and database until the
 * first tenant's history is half written.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '../../bin/testing/postgres.mjs'
import { childOf, cpuOf, cpuWithChildren } from '../support/processes'
import { startSystem } from '../support/system'
import { apiAs } from './api'
import { report } from './report'

/** Ten-thousandths of a task. */
const HALF = 5_000
const LOOK_EVERY_MS = 200

interface Spent {
  cpuS: number
  wallS: number
}

async function spentOn(databaseUrl: string, serverPid?: number): Promise<Spent> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'console-demo-'))
  const from = performance.now()
  const system = await startSystem({ only: 'backend', dataDir, env: { DATABASE_URL: databaseUrl } })
  const pid = childOf(system.process.pid ?? 0, 'build-backend')
  const ask = await apiAs(system, 'admin')
  for (let progress = 0; progress < HALF; await pause(LOOK_EVERY_MS)) {
    const { body } = await ask('POST', '/api/tasks/v1/tasks', {
      exactFields: ['kind'],
      exactValues: ['demo_history'],
    })
    const { rows } = body.data as { rows: { state: string; progress: number }[] }
    if (rows.some(({ state }) => state === 'failed')) throw new Error("The demo network's history failed")
    progress = Math.max(...rows.map(row => row.progress))
  }
  const cpuS = (cpuOf(pid) + (serverPid ? cpuWithChildren(serverPid) : 0)) / 1_000
  const wallS = (performance.now() - from) / 1_000
  await system.end()
  rmSync(dataDir, { recursive: true, force: true })
  return { cpuS, wallS }
}

const embedded = await spentOn('')
const postgres = await startPostgres()
const other = await spentOn(postgres.url, postgres.pid)
await postgres.stop()
const written = ({ cpuS, wallS }: Spent) => `${cpuS.toFixed(0)} s of CPU, ${wallS.toFixed(0)} s`
console.log(`        embedded ${written(embedded)}; PostgreSQL ${written(other)}`)
report({
  name: 'half of a tenant’s demo history, PostgreSQL against embedded, CPU with the server’s',
  value: other.cpuS / embedded.cpuS,
  unit: '×',
  limit: 2,
})
report({
  name: 'the same, wall time',
  value: other.wallS / embedded.wallS,
  unit: '×',
  limit: 2,
})
