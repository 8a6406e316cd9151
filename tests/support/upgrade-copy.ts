/**
 * Installations of versions that have landed, as `bin/upgrade-copy.mjs` keeps them: brought back as they were, for
 * today's sources.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { openDatabase } from '../../backend/platform/db/database'
import { migrate } from '../../backend/schema/migrate'
import { testBackend, type TestBackend } from './backend'
import { createDatabase } from './database-template'
import { inThisThread } from './in-this-thread'
import type { ListAnswer } from './list-answers'

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../upgrade')
const engine = process.env.TEST_DATABASE_URL ? 'postgresql' : 'libsql'

interface UpgradeCopy {
  /** Epoch milliseconds, at which its lists were requested. */
  now: number
  answers: ListAnswer[]
}

/** Names of the versions, each with a copy for both engines. */
export const upgradeCopies = readdirSync(folder)
  .filter(file => file.endsWith(`.${engine}.gz`))
  .map(file => file.slice(0, file.indexOf('.')))

const unpacked = (file: string) => gunzipSync(readFileSync(path.join(folder, file)))

/** A backend on the copy, its schema brought up to date, at the time of the copy. */
export async function startUpgraded(name: string): Promise<{ backend: TestBackend; before: UpgradeCopy }> {
  const { files, ...before } = JSON.parse(unpacked(`${name}.${engine}.json.gz`).toString()) as UpgradeCopy & {
    files: Record<string, string>
  }
  const backend = await testBackend({
    database: async dataDir => {
      for (const [file, content] of Object.entries(files)) writeFileSync(path.join(dataDir, file), content)
      const { url, drop } = await restored(name, dataDir)
      const { db, close } = openDatabase({
        url,
        file: path.join(dataDir, 'backend.db'),
        connect: inThisThread,
      })
      await migrate(db)
      await close()
      return { url, ingestTokens: { system: '', carpathia: '', lusitania: '' }, drop }
    },
  })
  backend.clock.set(before.now)
  return { backend, before }
}

async function restored(name: string, dataDir: string) {
  const data = unpacked(`${name}.${engine}.gz`)
  const server = process.env.TEST_DATABASE_URL
  if (!server) {
    writeFileSync(path.join(dataDir, 'backend.db'), data)
    return { url: undefined, drop: async () => {} }
  }
  const created = await createDatabase(server, '')
  const client = new pg.Client(created.url)
  await client.connect()
  await client.query(data.toString())
  await client.end()
  return created
}
