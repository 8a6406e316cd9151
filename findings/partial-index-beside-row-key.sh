#!/usr/bin/env bash
# Guess: a partial index whose columns all stand in the question, and whose condition stands there word for word, is taken before the key of a table
#   without rowid that fits one column alone: two values of its columns are equal, and it has a handful of rows.
# Version: libsql 0.5.29 (npm), which has SQLite 3.45.1.
# Behaviour: the planner takes the key and reads all rows of each value. So it does after ANALYZE where the columns are compared with lists; with one
#   value each, ANALYZE turns it round. `indexed by` takes the index in each case.
# Output seen: key, key, key, index, index
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent libsql@0.5.29
cat > look.mjs <<'JS'
import Database from 'libsql'
const db = new Database(':memory:')
db.exec(`create table readings (slot integer not null, at integer not null, game integer not null, mark text, value integer,
  primary key (slot, at, game)) without rowid`)
db.exec('create index marked on readings (slot, game, at) where mark is not null')
db.exec('begin')
const add = db.prepare('insert into readings values (?, ?, ?, ?, ?)')
for (let slot = 0; slot < 20; slot++)
  for (let at = 0; at < 1000; at++)
    for (let game = 0; game < 3; game++) add.run([slot, at, game, at === 7 && game === 0 ? 'x' : null, at])
db.exec('commit')
const taken = (where, from = 'readings') => {
  const [{ detail }] = db.prepare(`explain query plan select * from ${from} where ${where} and mark is not null`).all()
  return detail.includes('INDEX marked') ? 'index' : detail.includes('PRIMARY KEY') ? 'key' : detail
}
const one = 'slot = 1 and game = 0 and at <= 500'
const several = 'slot in (1, 2, 3) and game in (0, 1) and at <= 500'
const seen = [taken(one), taken(several)]
db.exec('analyze')
seen.push(taken(several), taken(one), taken(several, 'readings indexed by marked'))
console.log(seen.join(', '))
process.exit(seen.join(', ') === 'key, key, key, index, index' ? 0 : 1)
JS
node look.mjs
