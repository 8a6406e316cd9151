#!/usr/bin/env bash
# Guess: the lock that Kysely's PostgreSQL adapter takes for migrations belongs to the transaction in which it is taken, so its commit ends it.
# Version: kysely 0.28.18 (npm).
# Behaviour: `acquireMigrationLock` takes a lock of the session, and only `releaseMigrationLock` on the same connection gives it back. A connection
#   that went back to its pool after the commit still holds it: the next migrator waited until the pool closed that connection, ten seconds later.
# Output seen: a statement with pg_advisory_lock(3853314791062309107), then select pg_advisory_unlock(3853314791062309107)
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent kysely@0.28.18
cat > lock.mjs <<'JS'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'

const statements = []
const db = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: one => new PostgresIntrospector(one),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  log: ({ query }) => statements.push(query.sql.replaceAll(/\s+/g, ' ').trim()),
})
const { adapter } = db.getExecutor()
const options = { lockTable: 'kysely_migration_lock', lockRowId: 'migration_lock' }
await adapter.acquireMigrationLock(db, options)
await adapter.releaseMigrationLock(db, options)
console.log(statements.join('\n'))
const [taken = '', released = ''] = statements
const isOfSession = /\bpg_advisory_lock\(/.test(taken) && !/pg_advisory_xact_lock/.test(taken)
if (!isOfSession || !/pg_advisory_unlock\(/.test(released)) process.exit(1)
JS
node lock.mjs
