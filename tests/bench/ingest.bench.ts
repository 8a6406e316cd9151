/** Durable counter rows a second, with roll-ups: 500 boards, batches of 500, two senders, over HTTP. */
import { newId } from '../../backend/db/new-id'
import { locations, tenants } from '../people'
import { slotRow } from '../support/network'
import { ownBackend } from '../support/own-backend'
import { report } from './report'

const BOARDS = 500
const SECONDS = 12
const now = Date.now()
const macOf = (board: number) => (0xa1_00_00_00_00_00 + board).toString(16)

const backend = await ownBackend(async db => {
  for (let from = 0; from < BOARDS; from += 100) {
    const machines = Array.from({ length: 100 }, (_, offset) => slotRow(newId(now), `BEN-${from + offset}`, 'EGT', 'cluj', now))
    await db.insertInto('slots').values(machines).execute()
    await db.insertInto('smibs').values(machines.map((machine, offset) => ({
      id: newId(now), version: 1, archived_at: null, created_at: now, updated_at: now, search: macOf(from + offset), mac: macOf(from + offset), slot_id: machine.id,
      tenant_id: tenants.carpathia.id, location_id: locations.cluj.id, firmware: null, network: null, poll_ms: 200, test_mode: 0, log_mode: 0,
      last_seen_at: null, online_since: null, last_message_seq: null,
    }))).execute()
  }
})
const running = await backend.start()
const counters = { rows: 0, refused: 0, round: 0 }
const codes = ['0000', '0001', '0002', '0003', '0005', '0006', '000B', '0015', '0016', '0017', '0018', '000C', '0024']

async function send(): Promise<void> {
  const round = ++counters.round
  const at = now - 3_000_000 + round * 1000
  const messages = Array.from({ length: BOARDS }, (_, board) => ({
    smib_id: macOf(board), message_seq_nr: round, server_time_nano: `${at}000000`,
    counters: [{ game_nr: 0, meters: Object.fromEntries(codes.map((code, index) => [code, 1_000_000 + round * (index + 3)])) }],
  }))
  const response = await fetch(`${backend.url}/api/rawdata/v1/ingest`, {
    method: 'POST', headers: { 'content-type': 'application/json', authorization: `Bearer ${backend.ingestTokens.carpathia}` }, body: JSON.stringify({ messages }),
  })
  if (response.status === 429) {
    await new Promise(resolve => setTimeout(resolve, Number(response.headers.get('retry-after') ?? 1) * 1000))
    return
  }
  const { data } = await response.json() as { data: { accepted: number; refused: number } }
  counters.rows += data.accepted
  counters.refused += data.refused
}

for (let warm = 0; warm < 4; warm++) await send()
counters.rows = 0
const from = performance.now()
const sender = async () => { while (performance.now() - from < SECONDS * 1000) await send() }
await Promise.all([sender(), sender()])
const seconds = (performance.now() - from) / 1000
if (counters.refused) console.log(`        ${counters.refused} messages were refused`)
report({ name: 'durable counter rows ingested, batches of 500, with roll-ups', value: counters.rows / seconds, unit: 'rows/s', limit: 10_000, atLeast: true })
await running.end()
backend.remove()
