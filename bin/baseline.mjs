/**
 * `node --import tsx bin/baseline.mjs [NNN-topic]`: writes `backend/schema/baseline/` anew, as all migrations leave
 * a database, or those up to the
 * one named. PostgreSQL's is written by the `pg_dump` of its oldest version that the product runs on.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'libsql'
import { openDatabase } from '../backend/platform/db/database.ts'
import { runMigrations } from '../backend/schema/migrate.ts'
import { root } from './sources.mjs'
import { startPostgres } from './testing/postgres.mjs'

const HEAD =
  '-- Written by bin/baseline.mjs; what :created_at and :month_end are, backend/schema/baseline.ts says.'
const last = process.argv[2]
const folder = mkdtempSync(path.join(tmpdir(), 'console-baseline-'))
try {
  write('libsql', await ofLibsql())
  write('postgresql', await ofPostgres())
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function ofLibsql() {
  const file = path.join(folder, 'backend.db')
  await migrated({ file })
  const db = new Database(file)
  // What a virtual table stores is made with it.
  const objects = db
    .prepare(
      `select type, name, sql from sqlite_master where sql is not null and name not like 'sqlite_%'
        and name not in (select name from pragma_table_list where type = 'shadow') order by rowid`,
    )
    .all()
  const rows = objects
    .filter(({ type, sql }) => type === 'table' && !/^create virtual/i.test(sql))
    .flatMap(({ name }) => insertOf(name, db.prepare(`select * from "${name}"`).all()))
  db.close()
  // Triggers last: rows of the baseline are not counted twice.
  const isTrigger = ({ type }) => type === 'trigger'
  return [
    ...objects.filter(one => !isTrigger(one)).map(({ type, sql }) => (type === 'table' ? inLines(sql) : sql)),
    ...rows,
    ...objects.filter(isTrigger).map(({ sql }) => sql),
  ].map(statement => `${statement};`)
}

/** All rows of a table; none where it is empty. */
function insertOf(table, rows) {
  if (rows.length === 0) return []
  const columns = Object.keys(rows[0])
  const values = rows.map(row => `  (${columns.map(column => literal(column, row[column])).join(', ')})`)
  return [`insert into "${table}" (${columns.join(', ')}) values\n${values.join(',\n')}`]
}

/**
 * A table's columns and rules, each in a line of its own, as `pg_dump` writes them: SQLite keeps the statement as it
 * was given.
 */
function inLines(statement) {
  const begin = statement.indexOf('(')
  const end = statement.lastIndexOf(')')
  const parts = ['']
  let depth = 0
  let isQuoted = false
  for (const sign of statement.slice(begin + 1, end)) {
    if (sign === "'") isQuoted = !isQuoted
    else if (!isQuoted && sign === '(') depth++
    else if (!isQuoted && sign === ')') depth--
    if (sign === ',' && depth === 0 && !isQuoted) parts.push('')
    else parts[parts.length - 1] += sign
  }
  const lines = parts.map(part => `  ${part.trim()}`)
  return `${statement.slice(0, begin + 1)}\n${lines.join(',\n')}\n${statement.slice(end)}`
}

/** Instants of the making are those of the laying. */
function literal(column, value) {
  if (column === 'created_at' || column === 'updated_at') return ':created_at'
  if (value === null || typeof value === 'number') return String(value)
  return `'${value.replaceAll("'", "''")}'`
}

async function ofPostgres() {
  const server = await startPostgres()
  try {
    await migrated({ url: server.url, file: '' })
    const { stdout, stderr, status } = spawnSync(
      path.join(server.binaries, 'pg_dump'),
      ['--no-owner', '--no-privileges', '--no-comments', '--inserts', '--column-inserts', server.url],
      { encoding: 'utf8', maxBuffer: 1e9 },
    )
    if (status !== 0) throw new Error(stderr)
    return [
      // A function may name a table that comes after it.
      'set local check_function_bodies = off;',
      ...stdout
        .split('\n')
        .filter(line => !/^(?:--|SET |SELECT pg_catalog\.set_config|\\)/.test(line))
        .join('\n')
        // Whichever schema a connection works in.
        .replaceAll(/\bpublic\./g, '')
        .replaceAll(/(FOR VALUES FROM \(MINVALUE\) TO \()'\d+'/g, '$1:month_end')
        .replaceAll(/^(INSERT INTO (?!kysely)\S+ \([^)]*\) VALUES \()(.*)\);$/gm, withInstants)
        .split(/\n{2,}/)
        // Of rows each stands in a line of its own.
        .flatMap(block => (block.startsWith('INSERT') ? block.split('\n') : [block]))
        .map(statement => statement.trim())
        .filter(Boolean),
    ]
  } finally {
    await server.stop()
  }
}

/** Milliseconds of thirteen digits in a row are the instant at which it was made. */
function withInstants(_line, head, values) {
  return `${head}${values.replaceAll(/\b1[78]\d{11}\b/g, ':created_at')});`
}

async function migrated(where) {
  const { db, close } = openDatabase(where)
  await runMigrations(db, last)
  await close()
}

function write(engine, statements) {
  writeFileSync(
    path.join(root, `backend/schema/baseline/${engine}.sql`),
    `${[HEAD, ...statements].join('\n\n')}\n`,
  )
}
