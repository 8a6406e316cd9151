/**
 * A migrated database, made once a worker and copied for every test file: forty migrations and the seed take most of a
 * second, a copy takes a tenth of it.
 */
import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { openDatabase, type Database } from '../../backend/platform/db/database'
import { migrate } from '../../backend/schema/migrate'
import { wednesday } from '../people'
import { inThisThread } from './in-this-thread'
import { seedNetwork, type SeededNetwork } from './network'

export interface FreshDatabase {
  /** Of PostgreSQL; undefined for the embedded database. */
  url: string | undefined
  ingestTokens: SeededNetwork['ingestTokens']
  drop(): Promise<void>
}

interface Template {
  /** Of a data folder, or of a database on TEST_DATABASE_URL's server. */
  name: string
  ingestTokens: SeededNetwork['ingestTokens']
  /** How it is copied, where there is a choice. */
  strategy?: string
}

/**
 * Templates are named by when they were made: what a run that was killed left on a server goes with the first one an
 * hour later.
 */
const PREFIX = 'console_template_'
const STALE_MS = 3_600_000

const templates = new Map<boolean, Promise<Template>>()

/** A database for one test, its file in `folder`. `empty`: migrated, but nobody and nothing in it. */
export async function freshDatabase(folder: string, empty: boolean): Promise<FreshDatabase> {
  const found = templates.get(empty)
  const making = found ?? makeTemplate(empty)
  if (!found) templates.set(empty, making)
  const { name, ingestTokens, strategy = '' } = await making
  const server = process.env.TEST_DATABASE_URL
  if (!server) {
    cpSync(name, folder, { recursive: true })
    return { url: undefined, ingestTokens, drop: async () => {} }
  }
  return { ...(await createDatabase(server, ` template ${name}${strategy}`)), ingestTokens }
}

/** One that nothing has been done with: without a schema. The embedded one is a file in `folder`. */
export async function bareDatabase(folder: string): Promise<Database & Pick<FreshDatabase, 'drop' | 'url'>> {
  const server = process.env.TEST_DATABASE_URL
  const { url, drop } = server ? await createDatabase(server, '') : { url: undefined, drop: async () => {} }
  return {
    ...openDatabase({
      url,
      file: path.join(folder, `${randomBytes(6).toString('hex')}.db`),
      connect: inThisThread,
    }),
    url,
    drop,
  }
}

/** `how`: what follows the name in the statement. */
export async function createDatabase(
  server: string,
  how: string,
): Promise<Pick<FreshDatabase, 'drop'> & { url: string }> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name}${how}`)
  return {
    url: at(server, name),
    drop: async () => void (await onServer(server, `drop database ${name} with (force)`)),
  }
}

async function makeTemplate(empty: boolean): Promise<Template> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) {
    const folder = mkdtempSync(path.join(tmpdir(), 'console-template-'))
    const ingestTokens = await fill(
      openDatabase({ file: path.join(folder, 'backend.db'), connect: inThisThread }),
      empty,
    )
    return { name: folder, ingestTokens }
  }
  await dropStale(server)
  const name = `${PREFIX}${Date.now()}_${randomBytes(4).toString('hex')}`
  await onServer(server, `create database ${name}`)
  const ingestTokens = await fill(openDatabase({ url: at(server, name), file: '' }), empty)
  const [{ version } = { version: 0 }] = await onServer<{ version: number }>(
    server,
    `select current_setting('server_version_num')::int as version`,
  )
  // Its files as they are, and with them what PostgreSQL has worked out for a first connection: half the time of
  // copying through the log.
  return { name, ingestTokens, ...(version >= 150_000 && { strategy: ' strategy file_copy' }) }
}

/** Closed afterwards: of a database in use there is no copy, and the embedded one is a single file only then. */
async function fill({ db, close }: Database, empty: boolean): Promise<SeededNetwork['ingestTokens']> {
  try {
    await migrate(db)
    return empty
      ? { system: '', carpathia: '', lusitania: '' }
      : (await seedNetwork(db, wednesday)).ingestTokens
  } finally {
    await close()
  }
}

async function dropStale(server: string): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where datname like $1',
    [`${PREFIX}%`],
  )
  for (const { datname } of rows)
    if (Date.now() - Number(datname.slice(PREFIX.length).split('_')[0]) > STALE_MS)
      await client.query(`drop database if exists ${datname}`)
  await client.end()
}

async function onServer<Row extends pg.QueryResultRow>(server: string, statement: string): Promise<Row[]> {
  const client = new pg.Client(server)
  await client.connect()
  const { rows } = await client.query<Row>(statement)
  await client.end()
  return rows
}

function at(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}
