/**
 * `npm run rotate-exclusion-key -- REASON`: begins a rotation in the database of DATA_DIR or DATABASE_URL, whether or
 * not the backend runs. Its task does the rest.
 */
import { existsSync } from 'node:fs'
import { openDatabase } from '../../platform/db/database'
import { readEnv } from '../../platform/env'
import { systemActor } from '../../platform/request/actor'
import { beginRotation } from './key-rotation.service'

const LONGEST = 500
const reason = process.argv.slice(2).join(' ').trim()
process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  return 1
})

async function main(): Promise<number> {
  if (reason.length < 3 || reason.length > LONGEST) {
    process.stderr.write(
      'npm run rotate-exclusion-key -- REASON\nREASON: 3 to 500 characters, kept in the audit log.\n',
    )
    return 2
  }
  const env = readEnv(process.env)
  // Opening a file that is not there would make an empty one.
  if (!env.databaseUrl && !existsSync(env.databaseFile))
    throw new Error('There is no database in DATA_DIR: run this where the backend runs, with its settings')
  const database = openDatabase({
    url: env.databaseUrl,
    file: env.databaseFile,
    readers: 1,
    secret: env.sessionSecret,
  })
  try {
    const now = Date.now()
    const { generation, task } = await database.db
      .transaction()
      .execute(db => beginRotation(db, { ...systemActor, name: 'command line' }, { reason, now }))
    process.stdout.write(
      `Key ${generation} is in use. Hashes follow by task ${task}: see Tasks, it runs while a backend does.\n`,
    )
    return 0
  } finally {
    await database.close()
  }
}
