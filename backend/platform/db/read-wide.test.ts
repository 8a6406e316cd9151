import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { insertMany, readWide } from './bulk'

interface Probe {
  id: string
  words: string | null
  number: number | null
}

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend({ empty: true })
  await sql`create table probe (id text primary key, words text, number bigint)`.execute(backend.db)
})
afterAll(() => backend.close())

/** PostgreSQL keeps no NUL in a text, and neither engine half a surrogate pair. */
const words = fc.string({ unit: 'grapheme', maxLength: 40 }).filter(text => !text.includes('\0'))
const rows = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    words: fc.option(
      fc.oneof(
        words,
        fc.constantFrom(
          '',
          '"',
          '\\',
          '[1,2]',
          '{"a":null}',
          'null',
          '\n\t',
          '\u2028',
          '1e400',
          'Brăila – „12”',
        ),
      ),
    ),
    number: fc.option(fc.maxSafeInteger()),
  }),
  { selector: row => row.id, minLength: 1, maxLength: 20 },
)

test('what is read wide is what was written, in the order asked for', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (given: Probe[]) => {
      await sql`delete from probe`.execute(backend.db)
      await backend.db
        .transaction()
        .execute(tx => insertMany(tx, 'probe', { id: 'text', words: 'text', number: 'bigint' }, given))
      const asked = sql`select p.*, ${'told'} as told, ${null} as blank from probe p where p.id != ${'x'} order by p.id desc limit ${100}`
      const expected = given
        .toSorted((a, b) => (a.id < b.id ? 1 : -1))
        .map(row => ({ ...row, told: 'told', blank: null }))
      expect(await readWide(backend.db, asked)).toEqual(expected)
    }),
    { numRuns: 40 },
  )
})

test('it reads what its own transaction has written, and an empty answer is none', async () => {
  await sql`delete from probe`.execute(backend.db)
  await backend.db.transaction().execute(async tx => {
    expect(await readWide(tx, sql`select * from probe`)).toEqual([])
    await insertMany(tx, 'probe', { id: 'text', words: 'text', number: 'bigint' }, [
      { id: 'a', words: 'now', number: 7 },
    ])
    expect(await readWide(tx, sql`select * from probe`)).toEqual([{ id: 'a', words: 'now', number: 7 }])
  })
})
