/** Statements of transactions that PostgreSQL plans once for each connection. */
import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { changing, insertion } from './bulk'
import type { Db } from './tables'
import { openDatabase } from './database'
import { isRetryable } from './errors'
import { PreparedNames } from './postgres-prepared'

it('what is written as seldom takes no name from what runs all the time', () => {
  const names = new PreparedNames()
  const often = (text: string) => [1, 2, 3].map(() => names.of(text)).at(-1)
  const text = `select '${'x'.repeat(400)}'`
  expect(often(text)).toBeDefined()
  expect(often(`${text} /* seldom */`)).toBeUndefined()
})

describe.skipIf(!process.env.TEST_DATABASE_URL)('what is written all the time', () => {
  let backend: TestBackend
  beforeAll(async () => {
    backend = await testBackend()
    await sql`create table written (nr bigint primary key, ${names} text)`.execute(backend.db)
  })
  afterAll(() => backend.close())

  const column = 'a_column_with_a_name_so_long_that_the_statement_is_a_long_one'
  const names = sql.ref(column)
  const into = insertion(
    'written',
    { nr: 'bigint', [column]: 'text' },
    `(nr) do update set ${column} = excluded.${column} where written.${column} is distinct from excluded.${column}`,
  )
  const store = async (db: Db, nr: number) => {
    for (const statement of into(db, [[nr, 'x']])) await db.executeQuery(statement)
  }
  const prepared = async (db: Db): Promise<number> =>
    (
      await sql`select 1 from pg_prepared_statements where statement like 'insert into "written"%'`.execute(
        db,
      )
    ).rows.length

  /** One connection after the other: a pool of idle ones hands out the last that was given back. */
  const withDatabase = async (work: (db: Db) => Promise<void>) => {
    const { db, close } = openDatabase({ url: backend.deps.env.databaseUrl, file: '' })
    await work(db).finally(close)
  }

  it('is planned once for each connection', () =>
    withDatabase(async db => {
      for (let nr = 0; nr < 5; nr++) await db.transaction().execute(tx => store(tx, nr))
      expect(await prepared(db)).toBe(1)
    }))

  it('has a plan for any rows, however few there are', () =>
    withDatabase(async db => {
      for (let nr = 0; nr < 12; nr++) await db.transaction().execute(tx => store(tx, nr))
      const { rows } = await sql<{ generic_plans: number; custom_plans: number }>`
        select generic_plans, custom_plans from pg_prepared_statements
        where statement like 'insert into "written"%'`.execute(db)
      expect(rows).toEqual([{ generic_plans: 5, custom_plans: 5 }])
    }))

  it('finds the rows that it changes by their keys, and not by reading some thousands of them', () =>
    withDatabase(async db => {
      await sql`create table changed (id text primary key, at bigint, rest text)`.execute(db)
      await sql`insert into changed select 'k' || nr, 0, repeat('x', 1000) from generate_series(1, 2000) nr`.execute(
        db,
      )
      await sql`analyze changed`.execute(db)
      const change = changing('changed', { id: 'text', at: 'bigint' }, { set: 'at = b.at', key: 'id' })
      const [statement] = change(db, [
        ['k7', 70],
        ['k9', 90],
        ['nobody', 1],
      ])
      if (!statement) throw new Error('No statement')
      await db.executeQuery(statement)
      const { rows } = await sql`select id, at from changed where at > 0 order by id`.execute(db)
      expect(rows).toEqual([
        { id: 'k7', at: 70 },
        { id: 'k9', at: 90 },
      ])
      for (const mode of ['force_custom_plan', 'force_generic_plan']) {
        const plan = await db.transaction().execute(async tx => {
          await sql.raw(`set local plan_cache_mode = ${mode}`).execute(tx)
          return tx.executeQuery(CompiledQuery.raw(`explain ${statement.sql}`, [...statement.parameters]))
        })
        expect(JSON.stringify(plan.rows)).not.toContain('Seq Scan on changed')
      }
    }))

  it('goes on behind a pooler that hands the connection on: the transaction runs again, without names', () =>
    withDatabase(async db => {
      for (let nr = 0; nr < 5; nr++) await db.transaction().execute(tx => store(tx, nr))
      const again = () =>
        db.transaction().execute(async tx => {
          await sql`deallocate all`.execute(tx)
          await store(tx, 7)
        })
      const error: unknown = await again().catch((thrown: unknown) => thrown)
      expect(isRetryable(error)).toBe(true)
      await again()
      expect(await prepared(db)).toBe(0)
      const { rows } = await sql`select nr from written where nr = 7`.execute(db)
      expect(rows).toEqual([{ nr: 7 }])
    }))

  it('keeps its names where a transaction fails for a reason of its own', () =>
    withDatabase(async db => {
      for (let nr = 0; nr < 5; nr++) await db.transaction().execute(tx => store(tx, nr))
      const failed = db.transaction().execute(async tx => {
        await sql`select 1 / 0`.execute(tx).catch(() => {})
        await store(tx, 8)
      })
      expect(await failed.catch((error: { code: string }) => error.code)).toBe('25P02')
      await db.transaction().execute(tx => store(tx, 9))
      expect(await prepared(db)).toBe(1)
    }))
})
