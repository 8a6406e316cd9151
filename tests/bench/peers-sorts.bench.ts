/**
 * Every order of the list of slots and its search, of all tenants and of one, at 5,000 and at 500,000 slots of the same
 * run and on both databases: first page and last, through the whole HTTP surface in process. `DATABASES=postgres`
 * measures one of them, `SLOTS=65000` other sizes.
 */
import { pathsOf } from '../../backend/platform/contract/contract'
import { DIRECT_ROWS } from '../../backend/platform/contract/list'
import { slotsContract } from '../../backend/estate/slots/slots.contract'
import { testBackend, type TestBackend } from '../support/backend'
import { manySlots } from './many-slots'
import { onEachDatabase } from './on-each-database'
import { report } from './report'

const FEW = 5_000
const MANY = Number(process.env.SLOTS ?? 500_000)
const ROWS = 50
const TIMES = 9
const path = pathsOf(slotsContract).list
/** One slot of each size has the first, a sixth of all the second. */
const words = { 'a serial number': 'EGT-0006-0003', 'a word that a sixth of all have': 'egt' }

interface Times {
  first: number
  last: number
}

interface Measured {
  orders: Map<string, Times>
  searches: Map<string, number>
}

async function timesOf(size: number): Promise<Measured> {
  const backend = await testBackend()
  await manySlots(backend, size)
  const orders = new Map<string, Times>()
  const searches = new Map<string, number>()
  for (const person of ['ana', 'mihai'] as const) {
    const token = await backend.login(person)
    for (const key of ['id', ...slotsContract.sort])
      for (const direction of ['ASC', 'DESC']) {
        const ask = (page: number) =>
          timeOf(backend, token, { sortBy: [key], sortDirection: [direction], page })
        const { time: first, total } = await ask(0)
        const { time: last } = await ask(Math.max(0, Math.ceil(total / ROWS) - 1))
        orders.set(`${key} ${direction}${person === 'ana' ? '' : ', one tenant'}`, { first, last })
      }
    for (const [name, query] of Object.entries(words)) {
      // As a page of the console does.
      const { time, total } = await timeOf(backend, token, { query, countUpTo: DIRECT_ROWS })
      if (total === 0 && person === 'ana') throw new Error(`${query} found nothing`)
      if (total > 0) searches.set(`${name}${person === 'ana' ? '' : ', one tenant'}`, time)
    }
  }
  await backend.close()
  return { orders, searches }
}

/** The least wall time of a warm page: what others take of the cores is not the list's. */
async function timeOf(backend: TestBackend, token: string, body: object) {
  const taken: number[] = []
  let total = 0
  for (let time = 0; time < TIMES; time++) {
    const from = performance.now()
    const answer = await backend.json(path, {
      token,
      body: { rowsPerPage: ROWS, fields: ['serial'], ...body },
    })
    if (time > 1) taken.push(performance.now() - from)
    total = answer.body.data.total
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
  }
  return { time: Math.min(...taken), total }
}

await onEachDatabase(import.meta.url, async database => {
  const [few, many] = [await timesOf(FEW), await timesOf(MANY)]
  const ratios = (of: keyof Times, base: keyof Times) =>
    [...many.orders]
      .map(([name, times]) => ({
        name,
        ratio: times[of] / (few.orders.get(name)?.[base] ?? Number.NaN),
        times,
      }))
      .sort((a, b) => b.ratio - a.ratio)
  for (const { name, times } of ratios('first', 'first'))
    console.log(
      `        ${name}: ${few.orders.get(name)?.first.toFixed(1)} → ${times.first.toFixed(1)} ms, last page ${times.last.toFixed(1)} ms`,
    )
  for (const [of, base, limit] of [
    ['first', 'first', 3],
    ['last', 'first', 10],
  ] as const) {
    const [worst] = ratios(of, base)
    report({
      name: `list of ${MANY} slots, ${database}, ${of} page of its slowest order (${worst?.name}) against the first of ${FEW}`,
      value: worst?.ratio ?? Number.NaN,
      unit: '×',
      limit,
    })
  }
  for (const [name, time] of many.searches) {
    const before = few.searches.get(name) ?? Number.NaN
    report({
      name: `search of ${MANY} slots, ${database}, ${name}, page and total up to ${DIRECT_ROWS}, against ${FEW} (${time.toFixed(1)}, ${before.toFixed(1)} ms)`,
      value: time / before,
      unit: '×',
      limit: 3,
    })
  }
})
