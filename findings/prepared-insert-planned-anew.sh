#!/usr/bin/env bash
# Guess: a prepared insertion that gets its rows as one array is planned once for each connection after its first five runs, whatever the array's length:
#   the statement is the same each time, and a plan for 500 rows is no other plan than one for 2,000.
# Version: @electric-sql/pglite 0.5.17 (npm), which has PostgreSQL 17.
# Behaviour: where rows come from generate_series up to the array's length, the planner knows their number from the array that it is given. The plan for
#   any array supposes 1,000. With fewer it looks dearer than a plan for just these rows, so every run is planned anew, and no plan is ever reused; with
#   more it is reused. Behind a sub-select the length is unknown to the planner, and the plan is reused for any.
# Output seen: 500 rows 0 of 20 reused; 2000 rows 15 of 20 reused; 500 rows behind a sub-select 15 of 20 reused
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @electric-sql/pglite@0.5.17
cat > look.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite'
const db = new PGlite()
await db.exec(`create table readings (at bigint not null, slot bigint);
  create table slots (nr bigint primary key, id bigint not null);
  insert into slots select nr, nr from generate_series(1, 5000) nr; analyze slots`)
async function reused(name, rows, count) {
  const length = count === 'known' ? 'cardinality($1)' : '(select cardinality($1))'
  await db.exec(`prepare ${name} (bigint[]) as insert into readings
    select $1[g], (select s.id from slots s where s.nr = $1[g]) from generate_series(1, ${length}) g`)
  const array = `array[${Array.from({ length: rows }, (_, nr) => nr).join(',')}]::bigint[]`
  for (let run = 0; run < 20; run++) await db.exec(`execute ${name} (${array})`)
  const { rows: found } = await db.query('select generic_plans from pg_prepared_statements where name = $1', [name])
  return `${found[0].generic_plans} of 20 reused`
}
const seen = [
  `500 rows ${await reused('few', 500, 'known')}`,
  `2000 rows ${await reused('many', 2000, 'known')}`,
  `500 rows behind a sub-select ${await reused('hidden', 500, 'unknown')}`,
].join('; ')
console.log(seen)
const expected = '500 rows 0 of 20 reused; 2000 rows 15 of 20 reused; 500 rows behind a sub-select 15 of 20 reused'
process.exit(seen === expected ? 0 : 1)
JS
node look.mjs
