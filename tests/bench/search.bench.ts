/** Lists over 65,000 machines, through the whole HTTP surface in process. */
import { newId } from '../../backend/platform/db/new-id'
import { slotRow } from '../support/network'
import { testBackend } from '../support/backend'
import { report, timeOf } from './report'

const LIST = '/api/configuration/v1/slots'
const backend = await testBackend()
const makers = ['EGT', 'Novomatic', 'Amatic', 'IGT', 'Aristocrat', 'Merkur']
const places = ['cluj', 'braila', 'porto'] as const
// A network of that size has some 200 locations; each has some 325 machines.
const locations = await manyHalls(200)
for (let from = 0; from < 65_000; from += 1000) {
  await backend.db
    .insertInto('slots')
    .values(
      Array.from({ length: 1000 }, (_, offset) => {
        const number = from + offset
        const maker = makers[number % makers.length] ?? 'EGT'
        const row = slotRow(
          newId(),
          `${maker.slice(0, 3).toUpperCase()}-${String(number).padStart(6, '0')}`,
          maker,
          places[number % 3] ?? 'cluj',
          backend.clock(),
        )
        return { ...row, ...locations[number % locations.length] }
      }),
    )
    .execute()
}

/** The answer is taken to its last byte; what is in it is looked at once, before: reading it is its asker's work. */
const list = async (body: object, token: string) => {
  const response = await backend.request(LIST, { token, body: { rowsPerPage: 50, ...body } })
  const bytes = await response.arrayBuffer()
  if (response.status !== 200 || bytes.byteLength < 1_000)
    throw new Error(`list answered ${response.status} with ${bytes.byteLength} bytes`)
}

async function timeOfList(body: object, token: string): Promise<number> {
  const {
    status,
    body: { data },
  } = await backend.json(LIST, { token, body: { rowsPerPage: 50, ...body } })
  if (status !== 200 || data.rows.length === 0 || data.total < data.rows.length)
    throw new Error(`list answered ${status} with ${data?.rows.length} rows`)
  return timeOf(() => list(body, token))
}

const everything = await backend.login('ana')
const oneTenant = await backend.login('mihai')
report({
  name: 'contains-search over 65,000 slots, page and total',
  value: await timeOfList({ query: '4412' }, everything),
  unit: 'ms',
  limit: 30,
})
const byKey: [string, object, string][] = [
  ['newest first', {}, everything],
  ['by serial', { sortBy: ['serial'], sortDirection: ['ASC'] }, everything],
  ['of one tenant, by serial', { sortBy: ['serial'], sortDirection: ['ASC'] }, oneTenant],
  ['of one location', { exactFields: ['location'], exactValues: [locations[1]?.location_id] }, everything],
]
for (const [name, body, token] of byKey)
  report({
    name: `list of 65,000 slots, ${name}`,
    value: await timeOfList(body, token),
    unit: 'ms',
    limit: 5,
  })
await backend.close()

async function manyHalls(count: number) {
  const model = await backend.db.selectFrom('locations').selectAll().execute()
  const rows = Array.from({ length: count }, (_, number) => ({
    ...model[number % model.length]!,
    id: newId(),
    code: `H-${number}`,
    code_key: `h-${number}`,
    name: `Hall ${number}`,
  }))
  await backend.db.insertInto('locations').values(rows).execute()
  return rows.map(row => ({ location_id: row.id, tenant_id: row.tenant_id }))
}
