/** A benchmark on the embedded database and on PostgreSQL, each in a program of its own: neither warms the other. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '../../bin/testing/postgres.mjs'

export async function onEachDatabase(
  file: string,
  measure: (database: string) => Promise<void>,
): Promise<void> {
  if (process.env.BENCH_DATABASE) return measure(process.env.BENCH_DATABASE)
  for (const database of (process.env.DATABASES ?? 'embedded,postgres').split(',')) {
    const postgres = database === 'postgres' ? await startPostgres() : undefined
    const { status } = spawnSync(process.execPath, ['--import', 'tsx', fileURLToPath(file)], {
      stdio: 'inherit',
      env: {
        ...process.env,
        BENCH_DATABASE: database,
        ...(postgres && { TEST_DATABASE_URL: postgres.url }),
      },
    })
    if (status !== 0) process.exitCode = 1
    await postgres?.stop()
  }
}
