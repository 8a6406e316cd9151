/** The index of slots' words says what a look at each text says, whatever the words are and however they changed. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, tenants } from '../../../tests/people'
import { slotRow } from '../../../tests/support/network'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { plansOf } from '../../../tests/support/sent-plans'
import { isPostgres } from '../../platform/db/bulk'
import { fold, foldWords } from '../../platform/contract/fold'
import { newId } from '../../platform/db/new-id'
import { wordsOf } from '../../platform/db/has-words'
import { makeSearchIndex } from '../../schema/search-index'
import { slotHasWord, slotsWithWords } from './slot-search.service'

/** More than are read one by one. */
const MANY = 2_200

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const words = () => backend.db.selectFrom('slots').select(['id', 'search']).orderBy('id').execute()
async function found(word: string): Promise<string[]> {
  const rows = await backend.db
    .selectFrom('slots as s')
    .select('s.id')
    .where((await slotHasWord(backend.db, 's', word)).has)
    .orderBy('s.id')
    .execute()
  return rows.map(({ id }) => id)
}

const signs = [...'abcst01279-%_"\'\\*()ß', 'ș', 'Ț', 'ã', 'é', '😀']
const text = fc.string({ unit: fc.constantFrom(...signs), minLength: 1, maxLength: 9 })

describe('a slot’s words', () => {
  it('are found by any part of them, after any change', async () => {
    const id = newId()
    await backend.db
      .insertInto('slots')
      .values({ ...slotRow(id, 'NEW-1', 'EGT', 'cluj', backend.clock()), search: 'new-1' })
      .execute()
    await fc.assert(
      fc.asyncProperty(
        text,
        text,
        fc.nat(8),
        fc.integer({ min: 1, max: 6 }),
        async (one, two, from, length) => {
          const search = foldWords([one, two])
          await backend.db.updateTable('slots').set({ search }).where('id', '=', id).execute()
          for (const query of [one, [...two].slice(from, from + length).join(''), `x${one}`])
            for (const word of wordsOf(query))
              expect([word, await found(word)]).toEqual([
                word,
                (await words()).filter(row => row.search.includes(word)).map(row => row.id),
              ])
        },
      ),
      { numRuns: 60 },
    )
    await backend.db.deleteFrom('slots').where('id', '=', id).execute()
    expect(await found('new-1')).toEqual([])
  })

  it('are found in the list, with those of two letters, too', async () => {
    for (const query of ['egt-00412', 'T-004', '12', 'EGT-00412 egt', 'no such slot']) {
      const answer = await backend.json<{ data: { rows: { _id: string }[]; total: number } }>(
        '/api/configuration/v1/slots',
        { as: 'ana', body: { query, rowsPerPage: 500 } },
      )
      const expected = (await words())
        .filter(({ search }) =>
          fold(query)
            .split(' ')
            .every(word => search.includes(word)),
        )
        .map(row => row.id)
      const { rows, total } = answer.body.data
      expect([query, rows.map(row => row._id).sort(), total]).toEqual([query, expected, expected.length])
    }
  })

  it('are looked up where few slots have them', async () => {
    // A table of five rows is read faster than any index.
    for (let from = 0; from < MANY; from += 200)
      await backend.db
        .insertInto('slots')
        .values(
          Array.from({ length: 200 }, (_, at) => {
            const serial = `MANY-${from + at}`
            return { ...slotRow(newId(), serial, 'EGT', 'cluj', backend.clock()), search: fold(serial) }
          }),
        )
        .execute()
    // What was just written waits beside PostgreSQL's index until then.
    if (isPostgres(backend.db)) await sql`vacuum analyze slots, slot_search, short_ids`.execute(backend.db)
    /** How the index is asked for the word, and then the slots. */
    const plans = (word: string) =>
      plansOf(backend.db, async db => {
        const { has } = await slotHasWord(db, 's', word)
        await sql`select s.id from slots s where ${has}`.execute(db)
      })
    const byWords = /VIRTUAL TABLE INDEX \d+:M|Bitmap Index Scan on slot_search_by_words/
    const [looked, rare] = await plans('y-1412')
    expect(looked).toMatch(byWords)
    expect(rare).toMatch(/SEARCH i USING|short_ids_pkey/)
    expect(rare).not.toMatch(/SCAN s\b|Seq Scan on slots/)
    // What is found of a tenant's few slots must not cost as many of all tenants.
    const [again, frequent] = await plans('many')
    expect(again).toMatch(byWords)
    expect(frequent).not.toMatch(/SEARCH i USING|short_ids/)
    expect(await found('many')).toHaveLength(MANY)
    for (const tenant of [null, tenants.lusitania.id]) {
      const counted = slotsWithWords(backend.db, ['y-1412', 'man'], tenant, 40)
      const [count] = await plansOf(backend.db, db => sql`select ${counted}`.execute(db))
      expect(count).toMatch(byWords)
    }
  })

  it('are counted as far as somebody asks, by the index and truthfully, whoever asks and whatever is archived', async () => {
    const { db } = backend
    const total = async (as: 'ana' | 'mihai' | 'paulo', query: string, request: object = {}) => {
      const { body } = await backend.json<{ data: { rows: object[]; total: number; capped?: true } }>(
        '/api/configuration/v1/slots',
        { as, body: { query, fields: ['serial'], rowsPerPage: 10, countUpTo: 40, ...request } },
      )
      const { rows, total: count, capped = false } = body.data
      return [rows.length, count, capped]
    }
    const first = await db
      .selectFrom('slots')
      .select('id')
      .where('search', 'like', 'many-%')
      .orderBy('id')
      .execute()
    const ids = (from: number, to: number) => first.slice(from, to).map(({ id }) => id)
    const archive = (some: string[], archived_at: number | null) =>
      db.updateTable('slots').set({ archived_at }).where('id', 'in', some).execute()
    // All but 30 of Romania's and 20 of Portugal's.
    for (let from = 50; from < MANY; from += 500) await archive(ids(from, Math.min(from + 500, MANY)), 1)
    await db
      .updateTable('slots')
      .set({ tenant_id: tenants.lusitania.id, location_id: locations.porto.id })
      .where('id', 'in', ids(30, 50))
      .execute()
    expect(await total('ana', 'many')).toEqual([10, 40, true])
    // What is looked for in the texts is counted on the way, in the same read.
    expect(await total('ana', 'y- an')).toEqual([10, 50, false])
    expect(await total('ana', 'many', { countUpTo: undefined })).toEqual([10, 50, false])
    expect(await total('ana', 'many', { countUpTo: 50 })).toEqual([10, 50, false])
    // The last page has the last row, and a page beyond it tells how many there are.
    expect(await total('ana', 'many', { page: 3 })).toEqual([10, 40, true])
    expect(await total('ana', 'many', { page: 1, rowsPerPage: 30 })).toEqual([20, 50, false])
    expect(await total('ana', 'many', { page: 9 })).toEqual([0, 50, false])
    expect(await total('mihai', 'many')).toEqual([10, 30, false])
    expect(await total('paulo', 'many any')).toEqual([10, 20, false])
    expect(await total('paulo', 'many nothing')).toEqual([0, 0, false])
    const archived = { exactFields: ['archived'], exactValues: [true] }
    expect(await total('ana', 'many', archived)).toEqual([10, MANY - 50, false])
    expect(await total('paulo', 'many', archived)).toEqual([0, 0, false])
    await archive(ids(50, 55), null)
    await archive(ids(0, 2), 1)
    expect(await total('mihai', 'many')).toEqual([10, 33, false])
    await db.deleteFrom('slots').where('id', 'in', ids(53, 55)).execute()
    expect(await total('mihai', 'many')).toEqual([10, 31, false])
    const refused = await backend.json('/api/configuration/v1/locations', {
      as: 'ana',
      body: { countUpTo: 5 },
    })
    expect(refused.status).toBe(422)
  })

  it('are searched without an index where it cannot be made, and the start goes on', async ({ skip }) => {
    if (!isPostgres(backend.db)) skip()
    await sql`drop index slot_search_by_words`.execute(backend.db)
    const refused = await backend.db.transaction().execute(async tx => {
      await sql`set transaction read only`.execute(tx)
      return makeSearchIndex(tx)
    })
    expect(refused).toMatch(/read-only/)
    expect(await found('y-1412')).toHaveLength(1)
    expect(await makeSearchIndex(backend.db)).toBeNull()
    const { rows } = await sql`select 1 from pg_indexes where indexname = 'slot_search_by_words'`.execute(
      backend.db,
    )
    expect(rows).toHaveLength(1)
  })
})
