/**
 * A stored file of slots as the console writes it, against a bare program that writes the same rows as CSV: CPU of
 * each, turn by turn, and how long others wait for the console meanwhile.
 */
import { get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { DataExport } from '../../backend/workflow/exports/exports.contract'
import { ownBackend } from '../support/own-backend'
import { cpuOf } from '../support/processes'
import { freePort } from '../../bin/testing/free-port.mjs'
import { answers, program } from '../support/system'
import { manySlots } from './many-slots'
import { startConsole } from './own-console'
import { median, report } from './report'

const SLOTS = Number(process.env.SLOTS ?? 20_000)
const WARM_UP = 2
const ROUNDS = 5
const columns = [
  'serial',
  'location',
  'position',
  'game_mix',
  'denomination',
  'credits',
  'net_win_today',
  'lock_state',
  'state',
  'last_seen_at',
  'last_reading_at',
  'tenant',
  'manufacturer',
  'status',
  'created_at',
]

const backend = await ownBackend(db => manySlots({ db, clock: Date.now }, SLOTS))
const running = await backend.start()
const web = await startConsole(backend, 'ana', ['--import', new URL('held-turns.mjs', import.meta.url).href])
const token = await backend.tokenOf('ana')
const path = `${backend.url}/api/dataexport/v1/export`
const exportOf = async (method: string, url: string, body?: object) => {
  const answer = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return ((await answer.json()) as { data: { export: DataExport } }).data.export
}
let found = await exportOf('POST', path, {
  list: 'configuration/slots',
  page: 'slots',
  address: '',
  request: {},
  columns,
  language: 'en',
  time_zone: 'Europe/Bucharest',
})
while (found.state !== 'done') {
  if (found.state === 'failed') throw new Error('The export failed')
  await pause(200)
  found = await exportOf('GET', `${path}/${found._id}`)
}
const barePort = await freePort()
const bareUrl = `http://127.0.0.1:${barePort}`
const bare = program(
  ['tests/bench/bare-file.mjs', String(barePort), `${path}/${found._id}/chunk#${found.chunks}`],
  {},
)
await answers(bareUrl)

const taken = (url: string, headers: Record<string, string>) =>
  new Promise<void>((resolve, reject) => {
    get(url, { headers }, answer => {
      if (answer.statusCode !== 200) return reject(new Error(`${url} answered ${answer.statusCode}`))
      answer.resume()
      answer.on('error', reject)
      answer.on('end', () => resolve())
    }).on('error', reject)
  })
/** Microseconds of CPU of a row. */
const cpuOfRow = async (pid: number, task: () => Promise<void>) => {
  const from = cpuOf(pid)
  await task()
  return ((cpuOf(pid) - from) * 1_000) / (found.rows ?? Number.NaN)
}
const forms = ['csv', 'parquet', 'xlsx'] as const
const rounds: Record<(typeof forms)[number] | 'bare', number>[] = []
process.kill(web.pid, 'SIGUSR2')
for (let round = 0; round < WARM_UP + ROUNDS; round++) {
  const file = (form: string) =>
    cpuOfRow(web.pid, () =>
      taken(`${web.url}/data-exports/${found._id}/file.${form}`, { cookie: web.cookie }),
    )
  const turn = {
    csv: await file('csv'),
    bare: await cpuOfRow(bare.process.pid ?? 0, () => taken(bareUrl, { authorization: `Bearer ${token}` })),
    parquet: await file('parquet'),
    xlsx: await file('xlsx'),
  }
  if (round >= WARM_UP) rounds.push(turn)
}
await bare.end('SIGKILL')
const said = await web.end()
await running.end()
backend.remove()

const of = (what: keyof (typeof rounds)[number]) => median(rounds.map(turn => turn[what])).toFixed(0)
console.log(
  `        a row: CSV ${of('csv')}, Parquet ${of('parquet')}, XLSX ${of('xlsx')}, bare ${of('bare')} µs`,
)
for (const form of forms)
  report({
    name: `a row of ${columns.length} columns as ${form.toUpperCase()}, CPU of the console against a bare CSV`,
    value: median(rounds.map(turn => turn[form] / turn.bare)),
    unit: '×',
    limit: form === 'xlsx' ? 10 : 5,
  })
const turns = JSON.parse(/^turns (.*)$/m.exec(said)?.[1] ?? '{}') as { longest?: number }
report({
  name: 'longest turn of the console’s event loop meanwhile, CPU',
  value: turns.longest ?? Number.NaN,
  unit: 'ms',
  limit: 100,
})
