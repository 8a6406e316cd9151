/**
 * `node --import tsx bin/upgrade-copy.mjs NAME`: keeps a copy of an installation as the sources that stand here make
 * it, with every list filled, and
 * what its lists answer. `backend/schema/upgrade.test.ts` starts each copy with today's sources. With
 * TEST_DATABASE_URL it is PostgreSQL's.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import Database from 'libsql'
import { fullLists } from '../tests/support/full-lists.ts'
import { answersOf } from '../tests/support/list-answers.ts'
import { root } from './sources.mjs'

const name = process.argv[2]
if (!name) throw new Error('Which version is this? Its name is that of the copy.')
const folder = path.join(root, 'tests/upgrade')
mkdirSync(folder, { recursive: true })

const full = await fullLists()
const { backend } = full
const { dataDir, databaseUrl } = backend.deps.env
const answers = {
  now: backend.clock(),
  answers: await answersOf(
    backend,
    full.lists.map(({ path }) => ({ path, body: { rowsPerPage: 500, ...full.needed(path) } })),
  ),
}
const data = databaseUrl ? ofPostgres(databaseUrl) : ofLibsql(path.join(dataDir, 'backend.db'))
/** Keys are in files beside the database; without them nothing of it can be read. */
const files = Object.fromEntries(
  readdirSync(dataDir)
    .filter(file => !/\.db(?:-\w+)?$|lock/.test(file))
    .map(file => [file, readFileSync(path.join(dataDir, file), 'utf8')]),
)
const engine = databaseUrl ? 'postgresql' : 'libsql'
write(`${name}.${engine}.gz`, data)
write(`${name}.${engine}.json.gz`, JSON.stringify({ files, ...answers }))
await backend.close()

function write(file, content) {
  writeFileSync(path.join(folder, file), gzipSync(content, { level: 9 }))
}

function ofLibsql(file) {
  const db = new Database(file)
  // What stands in the log is part of it.
  db.exec('pragma wal_checkpoint(truncate)')
  db.close()
  return readFileSync(file)
}

function ofPostgres(url) {
  const { stdout, stderr, status } = spawnSync(
    process.env.PG_DUMP ?? 'pg_dump',
    ['--no-owner', '--no-privileges', '--no-comments', '--inserts', '--rows-per-insert=100', url],
    { encoding: 'utf8', maxBuffer: 1e9 },
  )
  if (status !== 0) throw new Error(stderr)
  // Commands of psql are no statements.
  return stdout
    .split('\n')
    .filter(line => !/^(?:--|\\)/.test(line))
    .join('\n')
}
