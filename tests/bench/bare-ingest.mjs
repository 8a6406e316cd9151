// The bare program that ingestion is compared with: node:http, JSON.parse and one durable insertion of the batch into
// one indexed table. `node bare-ingest.mjs PORT FILE|URL`.
import { createServer } from 'node:http'
import Database from 'libsql'
import pg from 'pg'

const [port, database] = process.argv.slice(2)
const METERS = 13
const names = [
  'smib_id',
  'message_seq_nr',
  'server_time',
  'game_nr',
  ...Array.from({ length: METERS }, (_, meter) => `meter_${meter}`),
]
const types = names.map((_, index) => (index === 0 ? 'text' : 'bigint'))
const table = `create table readings (${names.map((name, index) => `${name} ${types[index]}`).join(', ')})`
const index = 'create index readings_by_time on readings (smib_id, server_time)'

const store = await (database.startsWith('postgres:') ? onPostgres(database) : embedded(database))

createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const { messages } = JSON.parse(chunks.length ? Buffer.concat(chunks).toString() : '{"messages":[]}')
  const rows = []
  for (const { smib_id, message_seq_nr, server_time_nano, counters } of messages)
    for (const { game_nr, meters } of counters)
      rows.push([
        smib_id,
        message_seq_nr,
        Number(server_time_nano.slice(0, -6)),
        game_nr,
        ...Object.values(meters),
      ])
  if (rows.length > 0) await store(rows)
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ data: { accepted: messages.length, refused: 0 } }))
}).listen(Number(port), '127.0.0.1')

function embedded(file) {
  const db = new Database(file)
  db.pragma('journal_mode = wal')
  db.pragma('synchronous = full')
  db.exec(`${table}; ${index}`)
  const one = db.prepare(`insert into readings values (${names.map(() => '?').join(', ')})`)
  const all = db.transaction(rows => {
    for (const row of rows) one.run(...row)
  })
  return rows => all.immediate(rows)
}

async function onPostgres(connectionString) {
  const pool = new pg.Pool({ connectionString, max: 8 })
  await pool.query(table)
  await pool.query(index)
  const lists = types.map((type, place) => `$${place + 1}::${type}[]`).join(', ')
  const text = `insert into readings select * from unnest(${lists})`
  return rows =>
    pool.query({ name: 'insert', text, values: names.map((_, place) => rows.map(row => row[place])) })
}
