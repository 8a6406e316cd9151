#!/usr/bin/env bash
# Guess: a column of type TIMESTAMP, given JavaScript Dates (instants), is read as an instant by other programs. Parquet's specification says that the older
#   annotation TIMESTAMP_MILLIS means UTC.
# Version: hyparquet-writer 0.17.0, @duckdb/node-api 1.5.6-r.1 (npm).
# Behaviour: the writer's basic type writes the older annotation alone, and DuckDB reads that as TIMESTAMP, a clock's time without a zone: compared with
#   an instant it is taken for local time of the session. With a schema of one's own whose logical type says `isAdjustedToUTC: true` it is
#   TIMESTAMP WITH TIME ZONE.
# Output seen: TIMESTAMP / TIMESTAMP WITH TIME ZONE
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent hyparquet-writer@0.17.0 @duckdb/node-api@1.5.6-r.1
cat > look.mjs <<'JS'
import { writeFileSync } from 'node:fs'
import { DuckDBInstance } from '@duckdb/node-api'
import { parquetWriteBuffer } from 'hyparquet-writer'
const data = [new Date('2026-10-25T01:30:00Z')]
const logical = { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' }
writeFileSync('basic.parquet', Buffer.from(parquetWriteBuffer({ columnData: [{ name: 'a', data, type: 'TIMESTAMP' }] })))
writeFileSync(
  'own.parquet',
  Buffer.from(
    parquetWriteBuffer({
      columnData: [{ name: 'a', data }],
      schema: [
        { name: 'root', num_children: 1 },
        { name: 'a', type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', logical_type: logical, repetition_type: 'OPTIONAL' },
      ],
    }),
  ),
)
const connection = await (await DuckDBInstance.create(':memory:')).connect()
const types = []
for (const file of ['basic', 'own']) {
  const reader = await connection.runAndReadAll(`select column_type from (describe select * from '${file}.parquet')`)
  types.push(String(reader.getRows()[0][0]))
}
console.log(types.join(' / '))
process.exit(types.join(' / ') === 'TIMESTAMP / TIMESTAMP WITH TIME ZONE' ? 0 : 1)
JS
node look.mjs
