/**
 * How far one server goes: a network of 60,000 slots played at twenty times its speed on PostgreSQL. Each slot reports
 * five games every quarter of an hour and an event; people ask for pages meanwhile, the gaming day ends, its days are
 * closed and some of them sealed. The network's clock waits whenever batches are behind, so the factor that is reached
 * is the simulated time by the real one. `SLOTS`, `HOURS` and `SPEED` change the size; a whole day is `HOURS=24`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { heapOf } from '../../bin/launch/heap.mjs'
import { startPostgres } from '../../bin/testing/postgres.mjs'
import type { OwnBackend } from '../support/own-backend'
import { cpuWithChildren } from '../support/processes'
import { dayNetwork, dayBatch, hallsOf, type DayBatch } from './day-network'
import { report } from './report'

const SLOTS = Number(process.env.SLOTS ?? 60_000)
const HOURS = Number(process.env.HOURS ?? 4)
const SPEED = Number(process.env.SPEED ?? 20)
const SENDERS = 8
const QUARTER_MS = 900_000
/** A batch may be this late before the network's clock waits for it, in simulated time. */
const LATEST_MS = 120_000
const SEALED_HALLS = 10
const HALLS = hallsOf(SLOTS)

// This program and the backend share one clock: the backend looks it up in this file.
const folder = mkdtempSync(path.join(tmpdir(), 'console-clock-'))
process.env.MOVED_CLOCK = path.join(folder, 'ahead')
const realNow = Date.now.bind(Date)
/** Two hours before the gaming day ends in Bucharest, so that its end lies within a short run. */
const start = Math.ceil((realNow() - 4 * 3_600_000) / 86_400_000) * 86_400_000 + 4 * 3_600_000
let simulated = start
const setClock = () => writeFileSync(process.env.MOVED_CLOCK ?? '', String(Math.round(simulated - realNow())))
setClock()
await import('../support/moved-clock.mjs')
const { ownBackend } = await import('../support/own-backend')

const postgres = await startPostgres()
const client = new pg.Client({ connectionString: postgres.url })
await client.connect()
for (const setting of ['fsync', 'full_page_writes']) await client.query(`alter system set ${setting} = on`)
await client.query('select pg_reload_conf()')
const backend = await ownBackend(db => dayNetwork(db, SLOTS, start), postgres.url)
await client.query('vacuum analyze')
const running = await backend.start({}, [
  ...heapOf.backend,
  '--import',
  new URL('../support/moved-clock.mjs', import.meta.url).href,
])
const pids: number[] = [running.process.pid ?? 0, postgres.pid ?? 0]
const bytes = async () =>
  Number((await client.query('select pg_database_size(current_database()) size')).rows[0].size)

const end = start + HOURS * 3_600_000
const bytesBefore = await bytes()
const cpuBefore = pids.reduce((sum, pid) => sum + cpuWithChildren(pid), 0)
const realStart = performance.now()
const queue = batches()
let [rows, isOver] = [0, false]
const answerMs: number[] = []
/** Batches that were taken and are not answered, each with when it was due. */
const waiting = new Set<DayBatch>()
let next: DayBatch | undefined = queue.next().value

let looked = performance.now()
const clock = setInterval(() => {
  const now = performance.now()
  const oldest = Math.min(next?.at ?? Number.POSITIVE_INFINITY, ...[...waiting].map(({ at }) => at))
  simulated = Math.max(simulated, Math.min(simulated + (now - looked) * SPEED, oldest + LATEST_MS))
  looked = now
  setClock()
}, 50)

const pages = askPages(backend)
await Promise.all(Array.from({ length: SENDERS }, sender))
const realMs = performance.now() - realStart
const cpuMs = pids.reduce((sum, pid) => sum + cpuWithChildren(pid), 0) - cpuBefore
const bytesAdded = (await bytes()) - bytesBefore
const closed = await daysClosed()
const sealed = await sealSome()
isOver = true
clearInterval(clock)
const pageMs = await pages
const anomalies = (await client.query('select rule, count(*) from anomalies group by rule order by rule'))
  .rows as { rule: string; count: string }[]
const stored = Number((await client.query('select count(*) from counter_readings')).rows[0].count)

console.log(
  `        ${rows.toLocaleString('en')} readings of ${SLOTS.toLocaleString('en')} slots in ${(realMs / 1_000).toFixed(0)} s: ${((rows * 1_000) / realMs).toFixed(0)} a second, ${((cpuMs * 1_000) / rows).toFixed(0)} µs of CPU a reading; a batch answered in ${share(answerMs, 0.5)} ms, 95 of 100 in ${share(answerMs, 0.95)} ms`,
)
console.log(
  `        ${closed.days} of ${HALLS} days closed ${closed.minutes.toFixed(0)} simulated minutes after their end; ${sealed.count} sealed in ${sealed.ms.toFixed(0)} ms, ${sealed.refused} refused`,
)
console.log(
  `        ${((bytesAdded / rows) * SLOTS * 5 * 96 * 1e-9).toFixed(1)} GB a day at this rate, ${(bytesAdded / rows).toFixed(0)} bytes a reading`,
)
console.log(
  `        anomalies: ${anomalies.map(({ rule, count }) => `${count} ${rule}`).join(', ') || 'none'}`,
)
report({ name: 'readings acknowledged and not stored', value: rows - stored, unit: 'rows', limit: 0 })
report({
  name: `speed at which ${SLOTS.toLocaleString('en')} slots can be played on PostgreSQL`,
  value: (simulated - start - closed.waitedMs) / realMs,
  unit: '×',
  limit: SPEED * 0.98,
  atLeast: true,
})
report({ name: 'pages meanwhile, 95 of 100', value: share(pageMs, 0.95), unit: 'ms', limit: 1_000 })
await running.end()
await client.end()
await postgres.stop()
backend.remove()
rmSync(folder, { recursive: true, force: true })
// The clock's timer would go on looking for its file.
process.exit()

/** A batch of each hundred slots in each quarter of an hour, evenly over it, by time. */
function* batches(): Generator<DayBatch, undefined> {
  const groups = SLOTS / 100
  for (let quarter = 0; start + quarter * QUARTER_MS < end; quarter++)
    for (let group = 0; group < groups; group++)
      yield dayBatch(group, quarter, start + quarter * QUARTER_MS + Math.round((group * QUARTER_MS) / groups))
}

async function sender(): Promise<void> {
  for (;;) {
    const batch = next
    if (!batch) return
    if (simulated < batch.at + 5_000) {
      await pause(20)
      continue
    }
    next = queue.next().value
    waiting.add(batch)
    const from = performance.now()
    const response = await fetch(`${backend.url}/api/rawdata/v1/ingest`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${backend.ingestTokens.carpathia}`,
      },
      body: JSON.stringify({ messages: batch.messages }),
    })
    const { data } = (await response.json()) as { data?: { accepted: number } }
    if (data?.accepted !== batch.messages.length)
      throw new Error(`A batch was refused: ${response.status} ${JSON.stringify(data)}`)
    answerMs.push(performance.now() - from)
    rows += batch.messages.length * 5
    waiting.delete(batch)
  }
}

/** What people open meanwhile, one page after the other, twice a second. */
async function askPages({ url, tokenOf }: OwnBackend): Promise<number[]> {
  const took: number[] = []
  const asked: [string, object?][] = [
    ['/api/configuration/v1/slots', { rowsPerPage: 50 }],
    ['/api/configuration/v1/slots', { rowsPerPage: 50, sortBy: ['last_seen_at'], sortDirection: ['ASC'] }],
    ['/api/board/v1/shift'],
    ['/api/fiscal-reports/v1/daily-reports', {}],
  ]
  for (let nr = 0; !isOver; nr++) {
    const [page, body] = asked[nr % asked.length] ?? ['/health']
    const from = performance.now()
    const { status } = await request(url, page, await tokenOf('ana'), body)
    if (status !== 200) throw new Error(`${page} answered ${status}`)
    took.push(performance.now() - from)
    await pause(500)
  }
  return took
}

/** Waits for the days that ended within the run; the clock goes on by real time, as nothing is sent any more. */
async function daysClosed(): Promise<{ days: number; minutes: number; waitedMs: number }> {
  const dayEnd = start + 2 * 3_600_000
  const [from, giveUp] = [simulated, performance.now() + 60_000]
  for (;;) {
    const { body } = await request(
      backend.url,
      '/api/fiscal-reports/v1/daily-reports',
      await backend.tokenOf('ana'),
      {},
    )
    const days = (body as { data: { total: number } }).data.total
    if (days >= HALLS || performance.now() > giveUp)
      return { days, minutes: (simulated - dayEnd) / 60_000, waitedMs: simulated - from }
    await pause(250)
  }
}

/** The first halls' day that has ended, with the hours accepted that lie before the run. */
async function sealSome(): Promise<{ count: number; refused: number; ms: number }> {
  const token = await backend.tokenOf('mihai')
  const day = new Date(start - 86_400_000).toISOString().slice(0, 10)
  const reports = (
    await client.query(
      "select r.id, r.location_id from daily_reports r join locations l on l.id = r.location_id where l.code like 'H-%' and r.day = $1 and r.is_latest = 1 order by r.location_id limit $2",
      [day, SEALED_HALLS],
    )
  ).rows as { id: string; location_id: string }[]
  let [count, ms] = [0, 0]
  for (const { id, location_id } of reports) {
    const slots = (await client.query('select id from slots where location_id = $1', [location_id])).rows
    const from = performance.now()
    const { status, body } = await request(
      backend.url,
      `/api/fiscal-reports/v1/location/${location_id}/day/${day}/seal`,
      token,
      { reports: [id], accepted: slots.map(one => one.id as string), reason: 'The run begins here' },
    )
    ms += performance.now() - from
    if (status === 200) count++
    else console.log(`        not sealed: ${JSON.stringify(body).slice(0, 200)}`)
  }
  return { count, refused: reports.length - count, ms }
}

async function request(url: string, at: string, token: string, body?: object) {
  const response = await fetch(`${url}${at}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
  })
  return { status: response.status, body: (await response.json()) as unknown }
}

function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}

function share(values: number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)
}
