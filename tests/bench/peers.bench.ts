/**
 * Ingestion beside a bare program that takes the same batches into one indexed table (`bare-ingest.mjs`), on both
 * databases, turn by turn: ratios of one run can be compared with those of another, rates cannot. Eight senders with
 * batches of 500 rows, 50 cabinets with ten games: each sender with cabinets of its own, then all with the same ones,
 * as a gateway that catches up. `DATABASES=postgres` measures one of them.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { heapOf } from '../../bin/launch/heap.mjs'
import { startPostgres } from '../../bin/testing/postgres.mjs'
import { newId } from '../../backend/platform/db/new-id'
import { slotRow } from '../support/network'
import { ownBackend } from '../support/own-backend'
import { cpuWithChildren } from '../support/processes'
import { freePort } from '../../bin/testing/free-port.mjs'
import { answers, program } from '../support/system'
import { median, report } from './report'
import { smibRow } from './smib-row'

const SENDERS = 8
const CABINETS = 50
const GAMES = 10
const TURN_MS = Number(process.env.TURN_MS ?? 5_000)
const TURNS = Number(process.env.TURNS ?? 3)
const METERS = [
  '0000',
  '0001',
  '0002',
  '0003',
  '0005',
  '0006',
  '000B',
  '0015',
  '0016',
  '0017',
  '0018',
  '000C',
  '0024',
]
/** Since when cabinets report, a second for each batch: meters that rise faster than a game is played are doubted. */
const SPAN_MS = 50 * 60_000
const start = Date.now()

type Kind = 'different' | 'same'
interface Measured {
  rowsPerSecond: number
  cpuPerRow: number
}
interface Target {
  url: string
  token: string
  /** How many batches each group of cabinets has sent: what is numbered otherwise is a gap. */
  sent: number[]
  /** The program, and the server of its database. */
  pids: readonly number[]
  end(): Promise<unknown>
}

for (const database of (process.env.DATABASES ?? 'embedded,postgres').split(',')) {
  const ours = await startOurs(database)
  const bare = await startBare(database)
  for (const kind of ['different', 'same'] as const) await compare(database, kind, ours, bare)
  await ours.end()
  await bare.end()
}

async function compare(database: string, kind: Kind, ours: Target, bare: Target): Promise<void> {
  for (const target of [ours, bare]) await measured(target, kind, TURN_MS / 2)
  const turns: { ours: Measured; bare: Measured }[] = []
  for (let turn = 0; turn < TURNS; turn++)
    turns.push({ ours: await measured(ours, kind, TURN_MS), bare: await measured(bare, kind, TURN_MS) })
  for (const { ours: own, bare: other } of turns)
    console.log(
      `        ${own.rowsPerSecond.toFixed(0)} rows/s, ${own.cpuPerRow.toFixed(0)} µs of CPU a row; bare ${other.rowsPerSecond.toFixed(0)} rows/s, ${other.cpuPerRow.toFixed(0)} µs`,
    )
  const cabinets =
    kind === 'same' ? 'all senders with the same cabinets' : 'each sender with its own cabinets'
  report({
    name: `ingestion, ${database}, ${cabinets}: rate against a bare insertion`,
    value: median(turns.map(one => one.ours.rowsPerSecond / one.bare.rowsPerSecond)),
    unit: '×',
    limit: kind === 'same' ? 0.3 : 0.35,
    atLeast: true,
  })
  report({
    name: `ingestion, ${database}, ${cabinets}: CPU a row against a bare insertion`,
    value: median(turns.map(one => one.ours.cpuPerRow / one.bare.cpuPerRow)),
    unit: '×',
    limit: 4,
  })
}

async function measured(target: Target, kind: Kind, ms: number): Promise<Measured> {
  const cpu = () => target.pids.reduce((sum, pid) => sum + cpuWithChildren(pid), 0)
  const [from, cpuBefore] = [performance.now(), cpu()]
  let rows = 0
  const sender = async (nr: number) => {
    while (performance.now() - from < ms) {
      await send(target, kind === 'same' ? 0 : nr)
      rows += CABINETS * GAMES
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, (_, nr) => sender(nr)))
  return {
    rowsPerSecond: (rows * 1_000) / (performance.now() - from),
    cpuPerRow: ((cpu() - cpuBefore) * 1_000) / rows,
  }
}

async function send({ url, token, sent }: Target, group: number): Promise<void> {
  const nr = (sent[group] = (sent[group] ?? 0) + 1)
  const at = start - SPAN_MS + nr * 1_000
  const meters = Object.fromEntries(METERS.map((code, index) => [code, 1_000_000 + nr * (index + 3)]))
  const messages = Array.from({ length: CABINETS }, (_, cabinet) => ({
    smib_id: macOf(group * CABINETS + cabinet),
    message_seq_nr: nr,
    server_time_nano: `${at}000000`,
    counters: Array.from({ length: GAMES }, (_none, game) => ({ game_nr: game, meters })),
  }))
  const response = await fetch(`${url}/api/rawdata/v1/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ messages }),
  })
  const { data } = (await response.json()) as { data?: { accepted: number } }
  if (data?.accepted !== CABINETS) throw new Error(`The batch was refused: ${response.status}`)
}

function macOf(cabinet: number): string {
  return (0xa1_00_00_00_00_00 + cabinet).toString(16)
}

async function startOurs(database: string): Promise<Target> {
  const postgres = await serverOf(database)
  const backend = await ownBackend(async db => {
    for (let from = 0; from < SENDERS * CABINETS; from += 100) {
      const slots = Array.from({ length: 100 }, (_, offset) =>
        slotRow(newId(start), `BEN-${from + offset}`, 'EGT', 'cluj', start),
      )
      await db.insertInto('slots').values(slots).execute()
      await db
        .insertInto('smibs')
        .values(slots.map((slot, offset) => smibRow(macOf(from + offset), slot)))
        .execute()
    }
  }, postgres?.url)
  // As the launcher starts it.
  const running = await backend.start({}, heapOf.backend)
  return {
    url: backend.url,
    token: backend.ingestTokens.carpathia,
    sent: [],
    pids: [running.process.pid ?? 0, postgres?.pid ?? 0].filter(Boolean),
    end: async () => {
      await running.end()
      await postgres?.stop()
      backend.remove()
    },
  }
}

async function startBare(database: string): Promise<Target> {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-bare-'))
  const postgres = await serverOf(database)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const running = program(
    ['tests/bench/bare-ingest.mjs', String(port), postgres?.url ?? path.join(folder, 'bare.db')],
    {},
  )
  await Promise.race([
    answers(url),
    running.ended.then(() => Promise.reject(new Error(`The bare program ended: ${running.errors()}`))),
  ])
  return {
    url,
    token: '',
    sent: [],
    pids: [running.process.pid ?? 0, postgres?.pid ?? 0].filter(Boolean),
    end: async () => {
      await running.end()
      await postgres?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A server of its own, which writes its log to the disk before it answers: those of tests do not. */
async function serverOf(database: string) {
  if (database !== 'postgres') return undefined
  const postgres = await startPostgres()
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query('alter system set fsync = on')
  await client.query('alter system set full_page_writes = on')
  await client.query('select pg_reload_conf()')
  await client.end()
  return postgres
}
