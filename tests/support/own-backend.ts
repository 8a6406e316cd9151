/** The built backend as a process of its own, on a data folder with the people and places of `people.ts`. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { signAccessToken } from '../../backend/identity/auth/access-token'
import { authKeys } from '../../backend/platform/secrets/installation-keys'
import { openDatabase, type Database, type Db } from '../../backend/platform/db/database'
import { migrate } from '../../backend/schema/migrate'
import { newId } from '../../backend/platform/db/new-id'
import { readEnv } from '../../backend/platform/env'
import { people, type Person } from '../people'
import { seedNetwork, type SeededNetwork } from './network'
import { freePort } from '../../bin/testing/free-port.mjs'
import { answers, program, type RunningProgram } from './system'

export interface OwnBackend {
  url: string
  /** What its programs run with. */
  settings: Readonly<Record<string, string>>
  ingestTokens: SeededNetwork['ingestTokens']
  /** A new access token: they live for 15 minutes. */
  tokenOf(person: Person): Promise<string>
  /** The database itself, from this process. */
  withDatabase<Result>(task: (database: Database) => Promise<Result>): Promise<Result>
  start(env?: Record<string, string>, args?: string[]): Promise<RunningProgram>
  remove(): void
}

const sessionSecret = 'the tests know this secret, nobody else needs to'

/** `fill` adds rows before the first start; `databaseUrl` is an empty PostgreSQL instead of the embedded database. */
export async function ownBackend(
  fill: (db: Db) => Promise<void> = async () => {},
  databaseUrl?: string,
): Promise<OwnBackend> {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-own-'))
  const port = await freePort()
  const settings = {
    DATA_DIR: folder,
    BACKEND_PORT: String(port),
    DEMO: 'off',
    LOG_LEVEL: 'error',
    SESSION_SECRET: sessionSecret,
  }
  const env = readEnv(settings)
  const url = `http://127.0.0.1:${port}`
  const sessions = new Map<Person, string>()

  async function withDatabase<Result>(task: (database: Database) => Promise<Result>): Promise<Result> {
    const database = openDatabase({
      file: env.databaseFile,
      url: databaseUrl,
      readers: 1,
      secret: env.sessionSecret,
    })
    try {
      return await task(database)
    } finally {
      await database.close()
    }
  }

  const { ingestTokens } = await withDatabase(async ({ db }) => {
    await migrate(db)
    const seeded = await seedNetwork(db, Date.now())
    await fill(db)
    for (const person of Object.keys(people) as Person[]) {
      const sid = newId()
      sessions.set(person, sid)
      await db
        .insertInto('token_families')
        .values({
          id: sid,
          user_id: people[person].id,
          ip: null,
          created_at: Date.now(),
          expires_at: Date.now() + 86_400_000,
          ended_at: null,
          ended_reason: null,
        })
        .execute()
    }
    return seeded
  })

  return {
    url,
    settings,
    ingestTokens,
    withDatabase,
    tokenOf: async person => {
      const sid = sessions.get(person) ?? ''
      // With a secret from the settings no database is asked.
      const { access } = await authKeys({ env, db: sessions as never, clock: Date.now })
      return signAccessToken(
        { sub: people[person].id, tid: people[person].tenantId, sid },
        access,
        Date.now(),
      )
    },
    start: async (more = {}, args = []) => {
      const running = program([...args, 'build-backend/server.mjs'], {
        ...settings,
        DATABASE_URL: databaseUrl ?? '',
        ...more,
      })
      await Promise.race([
        answers(`${url}/health`),
        running.ended.then(code => {
          throw new Error(`The backend ended (${code}): ${running.errors()}`)
        }),
      ])
      return running
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
