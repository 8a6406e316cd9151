/** What `insertion` writes is what is read, on both databases: each has a way of its own for many rows. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { insertion, isPostgres, pipelined } from './bulk'
import type { Scalar } from './stored-as'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
  await sql`create table written_rows (nr bigint, one text, amount bigint, other text)`.execute(backend.db)
})
afterAll(() => backend.close())
beforeEach(() => sql`delete from written_rows`.execute(backend.db))

const into = insertion('written_rows', { nr: 'bigint', one: 'text', amount: 'bigint', other: 'text' })
const write = (rows: readonly (readonly Scalar[])[]) =>
  backend.db.transaction().execute(db => pipelined(db, into(db, rows)))
const read = async () =>
  (
    await sql<{ one: string | null; amount: number | null; other: string | null }>`
      select one, amount, other from written_rows order by nr`.execute(backend.db)
  ).rows.map(({ one, amount, other }) => [one, amount, other])

it('numbers of each size, below nought too, and none at all', async () => {
  const amounts = [0, 1, -1, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, -(2 ** 32), Number.MAX_SAFE_INTEGER, null]
  const all = [...amounts, -Number.MAX_SAFE_INTEGER]
  await write(all.map((amount, nr) => [nr, 'a', amount, 'b']))
  expect((await read()).map(([, amount]) => amount)).toEqual(all)
})

it('texts with quotes, backslashes, commas and braces, and columns that are partly or wholly empty', async () => {
  const texts = ['a"b', 'c\\d', 'e,f', '{g}', 'NULL', null, 'ș', '', 'a"b']
  await write(texts.map((text, nr) => [nr, text, nr, null]))
  expect(await read()).toEqual(texts.map((text, nr) => [text, nr, null]))
})

it('rows of texts alone', async () => {
  const onlyTexts = insertion('written_rows', { one: 'text', other: 'text' })
  await backend.db.transaction().execute(db =>
    pipelined(
      db,
      onlyTexts(db, [
        ['x', null],
        ['y', null],
      ]),
    ),
  )
  expect((await read()).map(([one]) => one).sort()).toEqual(['x', 'y'])
})

it('a fraction is refused on PostgreSQL', async ctx => {
  ctx.skip(!isPostgres(backend.db), 'the embedded database stores what it is given')
  await expect(write([[0, 'a', 0.5, 'b']])).rejects.toThrow('0.5 is no whole number')
  expect(await read()).toEqual([])
})
