// A SMIB's side of ingestion without libraries: it numbers, keeps, sends, sends again, obeys. A real one polls its slot
// in `readMeters`.
// BACKEND=http://127.0.0.1:4000 TOKEN=bo_… SMIB=a4cf12000001 METERS=meters.json STATE=state.json node smib-client.mjs
// [--once]
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const { BACKEND, TOKEN, SMIB, METERS, STATE } = process.env
const [READING_MS, ASK_MS, BATCH, KEPT] = [60_000, 5_000, 500, 3 * 24 * 60]

const read = file => JSON.parse(readFileSync(file, 'utf8'))
/**
 * What outlives a loss of power: the last number, messages without an answer, those that may be asked for again,
 * commands carried out.
 */
const state = { seq: 0, waiting: [], sent: [], done: [], ...(existsSync(STATE) && read(STATE)) }
function save() {
  writeFileSync(`${STATE}.new`, JSON.stringify(state), { flush: true })
  renameSync(`${STATE}.new`, STATE)
}
async function post(path, body) {
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(10_000) }
  const response = await fetch(`${BACKEND}/api/rawdata/v1/${path}`, init)
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()).data
}
/** Meters by SAS code, as the slot shows them: {"0000": 1500, "0001": 1200}. */
const readMeters = () => read(METERS)
/** A message has its number, and is kept, before it is sent: no number is given twice, or for something else. */
function say(message) {
  const head = { smib_id: SMIB, message_seq_nr: ++state.seq, server_time_nano: `${Date.now()}000000` }
  state.waiting = [...state.waiting, { ...head, ...message }].slice(-KEPT)
  save()
}
/** Oldest first, until all are answered. One that is sent again does no harm: it is answered `duplicate`. */
async function deliver() {
  for (let batch; (batch = state.waiting.slice(0, BATCH)).length > 0; save()) {
    const { verdicts } = await post('ingest', { messages: batch })
    for (const { verdict, code, index } of verdicts)
      if (verdict === 'refused') console.error(`message ${batch[index].message_seq_nr}: ${code}`)
    state.sent = [...new Map([...state.sent, ...batch].map(one => [one.message_seq_nr, one])).values()]
    state.sent = state.sent.slice(-KEPT)
    state.waiting = state.waiting.slice(batch.length)
  }
}
/** A command is handed out until it is answered, and carried out once. */
async function obey() {
  const { commands } = await post('commands/fetch', { smib_ids: [SMIB] })
  const known = new Map(state.done.map(one => [one.command_id, one]))
  const answers = commands.map(one => known.get(one.command_id) ?? carryOut(one))
  state.done = [...state.done.filter(one => !answers.includes(one)), ...answers].slice(-BATCH)
  if (answers.length > 0) save()
  if (answers.length > 0) await post('commands/answers', { answers })
}
function carryOut({ command_id, kind, input }) {
  if (kind !== 'smib_command' || input.type !== 'resend')
    return { command_id, outcome: 'refused', code: 'not_supported' }
  const asked = ({ message_seq_nr: nr }) => input.missing.some(({ from, to }) => nr >= from && nr <= to)
  state.waiting.unshift(...state.sent.filter(asked))
  return { command_id, outcome: 'done', data: { resent: state.sent.filter(asked).length } }
}
const around = async () => [await deliver(), await obey(), await deliver()]

for (let readAt = 0, failed = 0; ; await pause(Math.min(60_000, ASK_MS * 2 ** failed))) {
  if (Date.now() - readAt >= READING_MS) say({ counters: [{ meters: readMeters() }] }, (readAt = Date.now()))
  failed = await around()
    .then(() => 0)
    .catch(error => (console.error(String(error)), failed + 1))
  if (process.argv.includes('--once')) process.exit(failed)
}
