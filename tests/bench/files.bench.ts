/**
 * A kept export as it is downloaded, in each form, of the running programs: the events of the demo network's history.
 */
import { get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { DataExport } from '../../backend/workflow/exports/exports.contract'
import { apiAs } from './api'
import { signIn } from './console-session'
import { startFilled } from './filled-system'
import { median, report } from './report'

const DAY = 86_400_000
const ROUNDS = 3

const system = await startFilled()
const ask = await apiAs(system, 'admin')
const now = Date.now()
const path = '/api/dataexport/v1/export'
const exportOf = async (method: string, at: string, body: object = {}) => {
  const answer = await ask(method, at, body)
  if (answer.status >= 300) throw new Error(`${at} answered ${answer.status}`)
  return (answer.body.data as { export: DataExport }).export
}
let found = await exportOf('POST', path, {
  list: 'rawdata/events',
  page: 'events',
  address: '',
  request: { dateStart: now - 100 * DAY, dateEnd: now },
  columns: [
    'server_time',
    'code',
    'category',
    'severity',
    'slot',
    'location',
    'smib',
    'message_seq_nr',
    'event_seq_nr',
  ],
  language: 'en',
  time_zone: 'Europe/Bucharest',
})
while (found.state !== 'done') {
  if (found.state === 'failed') throw new Error('The export failed')
  await pause(200)
  found = await exportOf('GET', `${path}/${found._id}`)
}

const cookie = await signIn(system.consoleUrl, 'admin')
const taken = (url: string) =>
  new Promise<number>((resolve, reject) => {
    const from = performance.now()
    get(url, { headers: { cookie } }, answer => {
      if (answer.statusCode !== 200) return reject(new Error(`${url} answered ${answer.statusCode}`))
      answer.resume()
      answer.on('error', reject)
      answer.on('end', () => resolve(performance.now() - from))
    }).on('error', reject)
  })

for (const form of ['csv', 'parquet', 'xlsx']) {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++)
    times.push(await taken(`${system.consoleUrl}/data-exports/${found._id}/file.${form}`))
  report({
    name: `a file of ${found.rows} events read as ${form.toUpperCase()}`,
    value: (found.rows ?? 0) / (median(times) / 1000),
    unit: 'rows/s',
    limit: 20_000,
    atLeast: true,
  })
}
await system.end()
