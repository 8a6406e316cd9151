/**
 * Durable counter rows a second, with roll-ups, in batches of 500 over HTTP by eight senders: locations send each for
 * itself, and batches that wait for the same commit share it. The goal is measured on what locations send: cabinets
 * with ten games, a reading of each game. The dearest batch is told beside it: 500 SMIBs with one row each.
 */
import { heapOf } from '../../bin/launch/heap.mjs'
import { newId } from '../../backend/platform/db/new-id'
import { slotRow } from '../support/network'
import { ownBackend } from '../support/own-backend'
import { cpuOf } from '../support/processes'
import { report } from './report'
import { smibRow } from './smib-row'

const BOARDS = 500
const SENDERS = 8
const SECONDS = 10
const now = Date.now()
const macOf = (smib: number) => (0xa1_00_00_00_00_00 + smib).toString(16)

const backend = await ownBackend(async db => {
  for (let from = 0; from < BOARDS; from += 100) {
    const slots = Array.from({ length: 100 }, (_, offset) =>
      slotRow(newId(now), `BEN-${from + offset}`, 'EGT', 'cluj', now),
    )
    await db.insertInto('slots').values(slots).execute()
    await db
      .insertInto('smibs')
      .values(slots.map((slot, offset) => smibRow(macOf(from + offset), slot, now)))
      .execute()
  }
})
// As the launcher starts it.
const running = await backend.start({}, [
  ...heapOf.backend,
  '--import',
  new URL('held-turns.mjs', import.meta.url).href,
])
const codes = [
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
let round = 0

/** Rows that one batch added. */
async function send(smibs: number, games: number): Promise<number> {
  const step = ++round
  const at = now - 3_000_000 + step * 1000
  const meters = Object.fromEntries(codes.map((code, index) => [code, 1_000_000 + step * (index + 3)]))
  const messages = Array.from({ length: smibs }, (_, smib) => ({
    smib_id: macOf(smib),
    message_seq_nr: step,
    server_time_nano: `${at}000000`,
    counters: Array.from({ length: games }, (_none, game) => ({ game_nr: game, meters })),
  }))
  const response = await fetch(`${backend.url}/api/rawdata/v1/ingest`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${backend.ingestTokens.carpathia}`,
    },
    body: JSON.stringify({ messages }),
  })
  const { data } = (await response.json()) as { data?: { accepted: number; refused: number } }
  if (!data || data.refused > 0) throw new Error(`The batch was refused: ${response.status}`)
  return data.accepted * games
}

async function rowsASecond(smibs: number, games: number): Promise<number> {
  for (let warm = 0; warm < 8; warm++) await send(smibs, games)
  let rows = 0
  const from = performance.now()
  const cpu = [cpuOf(running.process.pid ?? 0), process.cpuUsage()] as const
  const sender = async () => {
    while (performance.now() - from < SECONDS * 1000) {
      // Not `rows += await …`: that adds to what was there before the wait, and loses what other senders counted
      // meanwhile.
      const added = await send(smibs, games)
      rows += added
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, sender))
  const own = process.cpuUsage(cpu[1])
  // Says more than the rate where others use the same cores: two cores have 200 µs a row for 10,000 rows a second.
  console.log(
    `        CPU a row: backend ${(((cpuOf(running.process.pid ?? 0) - cpu[0]) * 1000) / rows).toFixed(0)} µs, senders ${((own.user + own.system) / rows).toFixed(0)} µs`,
  )
  return rows / ((performance.now() - from) / 1000)
}

// Compiling is over by then: of a program that has just started each function is slow once.
for (let warm = 0; warm < 40; warm++) await send(50, 10)
running.process.kill('SIGUSR2')
const common = { unit: 'rows/s', atLeast: true }
report({
  ...common,
  name: 'durable counter rows ingested with roll-ups, batches of 500: 50 cabinets with 10 games',
  value: await rowsASecond(50, 10),
  limit: 10_000,
})
report({
  ...common,
  name: 'the same, 500 boards with one row each',
  value: await rowsASecond(BOARDS, 1),
  limit: 10_000,
})
await running.end()
const { longest, ofThousand, ofHundred } = JSON.parse(
  /^turns (.*)$/m.exec(running.output())?.[1] ?? '{}',
) as Record<'longest' | 'ofThousand' | 'ofHundred', number>
console.log(
  `        99 of 100 turns of the event loop used ${ofHundred.toFixed(1)} ms at most, 999 of 1,000 ${ofThousand.toFixed(1)} ms`,
)
report({
  name: 'longest turn of the event loop during such ingestion, CPU',
  value: longest,
  unit: 'ms',
  limit: 50,
})
backend.remove()
