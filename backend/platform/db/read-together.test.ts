import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { readAtOnce, readTogether } from './read-together'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend({ threads: true })
})
afterAll(() => backend.close())

it('gives each read its rows, and none to what asks nothing', async () => {
  const one = sql<{ n: number }>`select ${1} + 0 as n`
  const none = sql<{ name: string }>`select name from tenants where 1 = 0`
  const two = sql<{ word: string }>`select ${'two'} || '' as word union all select 'three' as word`
  expect(await readTogether(backend.db, [one, null, none, two])).toEqual([
    [{ n: 1 }],
    [],
    [],
    [{ word: 'two' }, { word: 'three' }],
  ])
  expect(await readTogether(backend.db, [null])).toEqual([[]])
})

it('fails as a whole where one of them does', async () => {
  const asked = readTogether(backend.db, [sql`select 1 as n`, sql`select 1 as n from no_such_table`])
  await expect(asked).rejects.toThrow(/no_such_table/)
  expect(await readTogether(backend.db, [sql`select 1 as n`])).toEqual([[{ n: 1 }]])
})

it('reads at once what has just been stored, and in a transaction what is not yet', async () => {
  const { db } = backend
  const named = (name: string) => db.selectFrom('api_tokens').select('name').where('name', '=', name)
  await db.transaction().execute(async inside => {
    await inside.updateTable('api_tokens').set({ name: 'renamed' }).execute()
    expect(await readAtOnce(inside, named('renamed'))).not.toEqual([])
    expect(await readAtOnce(db, named('renamed'))).toEqual([])
  })
  expect(await readAtOnce(db, named('renamed'))).not.toEqual([])
})

it('says what is wrong with a read at once', async () => {
  const { db } = backend
  await expect(readAtOnce(db, db.selectFrom('no_such_table' as 'tenants').select('id'))).rejects.toThrow(
    /no_such_table/,
  )
})
