/** Every order of a long list: each row once, what has no value last, and a late page the same from the list's end. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { locations, tenants, type Person } from '../../../tests/people'
import { slotRow } from '../../../tests/support/network'
import { newId } from '../db/new-id'

const SLOTS = 2_300
const ROWS = 500
let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
  const now = backend.clock()
  const places = Object.keys(locations) as (keyof typeof locations)[]
  const rows = Array.from({ length: SLOTS }, (_, nr) => ({
    ...slotRow(newId(now), `NR-${nr}`, nr % 2 ? 'EGT' : 'Amatic', places[nr % 3] ?? 'cluj', now + (nr % 5)),
    credits: nr % 4 ? (nr * 7) % 100 : null,
    asset_no: nr % 3 ? `A${(nr * 31) % 1_000}-${nr}` : null,
    archived_at: nr % 100 ? null : now,
  }))
  for (let from = 0; from < SLOTS; from += 250)
    await backend.db
      .insertInto('slots')
      .values(rows.slice(from, from + 250))
      .execute()
})
afterAll(() => backend.close())

interface Row {
  _id: string
  [field: string]: unknown
}
async function read(as: Person, sortBy: string, sortDirection: string, more: object) {
  const { status, body } = await backend.json<{ data: { rows: Row[]; total: number } }>(
    '/api/configuration/v1/slots',
    { as, body: { sortBy: [sortBy], sortDirection: [sortDirection], fields: ['credits'], ...more } },
  )
  expect(status).toBe(200)
  return body.data
}

describe.each(['serial', 'location', 'manufacturer', 'credits', 'asset_no', 'updated_at', 'id'])(
  'slots by %s',
  key => {
    it.each([
      ['ana', 'ASC'],
      ['ana', 'DESC'],
      ['mihai', 'ASC'],
      ['mihai', 'DESC'],
    ] as const)('as %s, %s: pages follow each other to the last and end there', async (person, direction) => {
      const all = await read(person, key, direction, { rowsPerPage: SLOTS * 2 })
      expect(all.rows.length).toBe(all.total)
      const paged: string[] = []
      for (let page = 0; page * ROWS < all.total; page++) {
        const { rows, total } = await read(person, key, direction, { rowsPerPage: ROWS, page })
        expect(total).toBe(all.total)
        paged.push(...rows.map(row => row._id))
      }
      expect(paged).toEqual(all.rows.map(row => row._id))
      for (const beyond of [0, 1, 7])
        expect(
          (
            await read(person, key, direction, {
              rowsPerPage: ROWS,
              page: Math.ceil(all.total / ROWS) + beyond,
            })
          ).rows,
        ).toEqual([])
    })
  },
)

it('reads the same list from either end, but for what has no value, which comes last', async () => {
  for (const key of ['manufacturer', 'credits']) {
    const wanted = { rowsPerPage: SLOTS * 2, fields: [key] }
    const [up, down] = [await read('ana', key, 'ASC', wanted), await read('ana', key, 'DESC', wanted)]
    const known = ({ rows }: typeof up) => rows.filter(row => row[key] !== null).map(row => row._id)
    expect(known(up)).toEqual(known(down).reverse())
    for (const { rows } of [up, down]) {
      const first = rows.findIndex(row => row[key] === null)
      expect(rows.slice(first === -1 ? rows.length : first).every(row => row[key] === null)).toBe(true)
    }
  }
})

it('of a search for nothing is the list, on a late page, too', async () => {
  const late = { rowsPerPage: 10, page: 150 }
  const plain = await read('ana', 'serial', 'ASC', late)
  expect(plain.rows).toHaveLength(10)
  // Marks fold away, so nothing is left to look for.
  for (const query of ['\u0301', ' \ufe0f '])
    expect(await read('ana', 'serial', 'ASC', { ...late, query }), query).toEqual(plain)
})

it('counts each tenant by itself on both databases, whatever is done to its slots', async () => {
  const total = async (as: Person) => (await read(as, 'id', 'ASC', { rowsPerPage: 1 })).total
  const [all, own] = [await total('ana'), await total('mihai')]
  const moved = await backend.db
    .selectFrom('slots')
    .select('id')
    .where('tenant_id', '=', tenants.carpathia.id)
    .where('archived_at', 'is', null)
    .where('serial', 'like', 'NR-%')
    .limit(300)
    .execute()
  const these = moved.map(({ id }) => id)
  await backend.db.updateTable('slots').set({ archived_at: 1 }).where('id', 'in', these).execute()
  expect([await total('ana'), await total('mihai')]).toEqual([all - 300, own - 300])
  await backend.db.updateTable('slots').set({ archived_at: null }).where('id', 'in', these).execute()
  await backend.db
    .updateTable('slots')
    .set({ tenant_id: tenants.lusitania.id })
    .where('id', 'in', these.slice(0, 10))
    .execute()
  await backend.db.deleteFrom('slots').where('id', 'in', these.slice(10, 15)).execute()
  expect([await total('ana'), await total('mihai')]).toEqual([all - 5, own - 15])
})
