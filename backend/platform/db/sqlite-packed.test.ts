import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { insertion } from './bulk'
import type { Scalar } from './stored-as'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
  await backend.db.executeQuery(
    CompiledQuery.raw(
      `create table wide_rows (nr bigint primary key, ${names.map(name => `${name} ${types[name]}`).join(', ')})`,
    ),
  )
})
afterAll(() => backend.close())
beforeEach(() => sql`delete from wide_rows`.execute(backend.db))

const types = {
  a: 'bigint',
  b: 'bigint',
  c: 'text',
  d: 'text',
  e: 'bigint',
  f: 'bigint',
  g: 'text',
  h: 'bigint',
} as const
const names = Object.keys(types) as (keyof typeof types)[]
const into = insertion(
  'wide_rows',
  { nr: 'bigint', ...types },
  '(nr) do update set a = wide_rows.a + excluded.a, c = excluded.c',
)

const store = (rows: Scalar[][]) =>
  backend.db.transaction().execute(async db => {
    for (const one of into(db, rows)) await db.executeQuery(one)
  })
async function stored(): Promise<Scalar[][]> {
  const { rows } = await sql<Record<string, Scalar>>`select * from wide_rows order by nr`.execute(backend.db)
  return rows.map(row => ['nr', ...names].map(name => row[name] ?? null))
}

/** Made so that every kind of value stands beside every other. */
const WORDS = [
  'RON',
  'x',
  ' led by a blank',
  'a longer text than a number has digits, of 50 signs',
  '{"a":[1,"b"]}',
]
const NUMBERS = [
  0,
  1,
  -1,
  9,
  10,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31),
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  1_764_132_000_000,
]
const rowsOf = (count: number, words: readonly string[] = WORDS): Scalar[][] =>
  Array.from({ length: count }, (_, nr) => [
    nr,
    NUMBERS[nr % NUMBERS.length] ?? 0,
    nr % 3 === 0 ? null : (NUMBERS[(nr * 7) % NUMBERS.length] ?? 0),
    words[nr % words.length] ?? '',
    nr % 2 === 0 ? null : (words[(nr * 3) % words.length] ?? ''),
    5,
    null,
    'the same in all',
    nr - 4,
  ])

describe('many rows', () => {
  it.each([1, 7, 8, 9, 500])('%i of them are stored as they are', async count => {
    await store(rowsOf(count))
    expect(await stored()).toEqual(rowsOf(count))
  })

  it('are stored as they are whatever their texts hold', async () => {
    for (const odd of ['', 'ends with a blank ', 'Brăila', 'line\nbreak', '🎰', "it's", 'a\tb']) {
      await sql`delete from wide_rows`.execute(backend.db)
      const rows = rowsOf(40, [...WORDS, odd])
      await store(rows)
      expect(await stored()).toEqual(rows)
    }
  })

  it('of which one has a value of another kind are stored as by themselves', async () => {
    for (const [place, odd] of [
      [1, 2.5],
      [2, '7'],
      [3, 7],
    ] as const) {
      await sql`delete from wide_rows`.execute(backend.db)
      const rows = rowsOf(40).map((row, nr): Scalar[] => (nr === 20 ? row.with(place, odd) : row))
      const alone = await store(rows).then(stored, () => 'refused')
      await sql`delete from wide_rows`.execute(backend.db)
      const byFew = async () => {
        for (const row of rows) await store([row])
        return stored()
      }
      expect(await byFew().catch(() => 'refused')).toEqual(alone)
    }
  })

  it('are added to what is there', async () => {
    const small = rowsOf(20).map((row, nr) => row.with(1, nr * 1_000_003))
    await store(small)
    const more = small.map(([nr, , ...rest]): Scalar[] => [nr ?? null, -2, ...rest])
    await store(more.map(row => row.with(3, 'changed')))
    const a = (await stored()).map(row => [row[1], row[3]])
    expect(a).toEqual(small.map(row => [Number(row[1]) - 2, 'changed']))
  })

  it('are added once each time, though their statement is run again with none of them', async () => {
    const many = rowsOf(500).map((row, nr): Scalar[] => row.with(1, nr + 1))
    for (let times = 0; times < 3; times++) await store(many)
    expect(await stored()).toEqual(many.map(row => row.with(1, Number(row[1]) * 3)))
  })

  it('are stored all or none', async () => {
    await sql`delete from wide_rows`.execute(backend.db)
    const refused = rowsOf(30).map((row, nr): Scalar[] => (nr === 20 ? [null, ...row.slice(1)] : row))
    await sql`create unique index wide_rows_a on wide_rows (h)`.execute(backend.db)
    const twice = refused.map((row): Scalar[] => [row[0] ?? 99, ...row.slice(1, -1), 7])
    await expect(store(twice)).rejects.toThrow()
    expect(await stored()).toEqual([])
    await sql`drop index wide_rows_a`.execute(backend.db)
  })

  it('that are all alike but their number are stored one each', async () => {
    const alike = Array.from({ length: 12 }, (_, nr): Scalar[] => [nr, 1, 2, 'x', null, 3, null, 'y', 4])
    await store(alike)
    expect(await stored()).toEqual(alike)
  })
})
