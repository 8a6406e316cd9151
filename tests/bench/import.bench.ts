/** 65,000 slots from one file, with somebody looking at lists all the while. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '../../backend/platform/db/new-id'
import { testBackend } from '../support/backend'
import { importDesk } from '../support/imports'
import { locations, tenants } from '../people'
import { report } from './report'

const ROWS = 65_000
const backend = await testBackend()
backend.clock.set(Date.now())
const desk = importDesk(backend, { askMs: 250 })
const halls = await manyHalls(200)
const makers = ['EGT', 'Novomatic', 'Amatic', 'IGT', 'Aristocrat', 'Merkur']
const header =
  'serial;nr. inventar;location_code;producator;tip aparat;mix jocuri;protocol;adresa sas;denominatie;rtp;aprobare de tip;nr cvt;cvt valabil pana la;nr autorizatie;pozitie;activ'
const file = [
  header,
  ...Array.from({ length: ROWS }, (_, number) =>
    [
      `${makers[number % 6]?.slice(0, 3).toUpperCase()}-${String(number).padStart(6, '0')}`,
      `A-${number}`,
      halls[number % halls.length],
      makers[number % 6],
      'P-32/32',
      'Bell Link Boost',
      'SAS 6.02',
      (number % 127) + 1,
      '0,01',
      '95,5',
      `AT-${number % 40}`,
      `CVT-${number}`,
      '31.03.2027',
      `AE-${number}`,
      `${number % 30}-${number % 7}`,
      'da',
    ].join(';'),
  ),
].join('\r\n')

const everything = await backend.login('mihai')
const watching = { on: true, times: [] as number[] }
const watcher = watch()
const loop = monitorEventLoopDelay({ resolution: 1 })
loop.enable()

const from = performance.now()
const uploaded = await desk.upload('mihai', 'slots', 'create', file)
const read = performance.now()
const checked = await desk.settled('mihai', uploaded.data.import._id)
const dryRun = performance.now()
if (checked.counts.ok !== ROWS) throw new Error(`The check found ${JSON.stringify(checked.counts)}`)
const committed = await desk.done('mihai', checked._id, 'commit')
const end = performance.now()
loop.disable()
watching.on = false
await watcher
if (committed.counts.committed !== ROWS)
  throw new Error(`The commit left ${JSON.stringify(committed.counts)}`)

console.log(
  `        reading the file took ${((read - from) / 1000).toFixed(1)} s of the dry run; ${watching.times.length} lists were asked for meanwhile;`,
)
console.log(
  `        the event loop's gaps, with the client of this benchmark in it: 99.9 of 100 under ${(loop.percentile(99.9) / 1e6).toFixed(0)} ms, the longest ${(loop.max / 1e6).toFixed(0)} ms`,
)
report({ name: 'dry run of a file of 65,000 slots', value: (dryRun - from) / 1000, unit: 's', limit: 15 })
report({
  name: 'commit of 65,000 slots, each with its audit entry',
  value: (end - dryRun) / 1000,
  unit: 's',
  limit: 30,
})
report({
  name: 'a list of slots meanwhile, 95 of 100',
  value: quantile(watching.times, 0.95),
  unit: 'ms',
  limit: 200,
})
await desk.end()
await backend.close()

async function watch(): Promise<void> {
  for (let page = 0; watching.on; page = (page + 1) % 20) {
    const asked = performance.now()
    const { status } = await backend.json('/api/configuration/v1/slots', {
      token: everything,
      body: { rowsPerPage: 50, page, sortBy: ['serial'], sortDirection: ['ASC'] },
    })
    if (status !== 200) throw new Error(`The list answered ${status}`)
    watching.times.push(performance.now() - asked)
    await pause(50)
  }
}

function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN
}

async function manyHalls(count: number): Promise<string[]> {
  const model = await backend.db
    .selectFrom('locations')
    .selectAll()
    .where('id', '=', locations.cluj.id)
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: count }, (_, number) => ({
    ...model,
    id: newId(),
    tenant_id: tenants.carpathia.id,
    code: `H-${number}`,
    name: `Hall ${number}`,
  }))
  await backend.db.insertInto('locations').values(rows).execute()
  return rows.map(row => row.code)
}
