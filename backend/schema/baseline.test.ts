/**
 * A new database is made by the baseline and by the migrations after it; one of an older version by its migrations.
 * Both must be alike.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { bareDatabase } from '../../tests/support/database-template'
import { shapeOf } from '../../tests/support/database-shape'
import { openDatabase, type Db } from '../platform/db/database'
import { layBaseline } from './baseline'
import { nameFunctionSchemas } from './function-schema'
import { migrate, runMigrations } from './migrate'
import { makeSearchIndex } from './search-index'

const folder = mkdtempSync(path.join(tmpdir(), 'console-baseline-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function withBare<Result>(task: (db: Db, url: string | undefined) => Promise<Result>): Promise<Result> {
  const { db, url, close, drop } = await bareDatabase(folder)
  try {
    return await task(db, url)
  } finally {
    await close()
    await drop()
  }
}

it('a database made by the baseline is the one that all migrations make, rows included', async () => {
  const byMigrations = await withBare(async db => {
    await runMigrations(db)
    await nameFunctionSchemas(db)
    await makeSearchIndex(db)
    return shapeOf(db)
  })
  const byBaseline = await withBare(async db => {
    await migrate(db)
    return shapeOf(db)
  })
  expect(byBaseline.rows.manufacturers?.length).toBeGreaterThan(20)
  expect(byBaseline).toEqual(byMigrations)
})

it('the baseline stands for migrations that are there, without a gap', async () => {
  const [laid, all] = await withBare(async db => {
    await layBaseline(db, Date.now())
    const names = () => sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    const before = (await names()).rows.map(({ name }) => name)
    await runMigrations(db)
    return [before, (await names()).rows.map(({ name }) => name)]
  })
  expect(laid.length).toBeGreaterThan(100)
  expect(all.slice(0, laid.length)).toEqual(laid)
})

it('a database of an older version keeps what it holds and gets the rest by its migrations', async () => {
  const [upgraded, fresh] = [
    await withBare(async db => {
      await runMigrations(db, '213-tenant-days')
      await sql`update manufacturers set note = 'ours' where name = 'EGT'`.execute(db)
      await migrate(db)
      const { rows } = await sql<{ note: string }>`select note from manufacturers where name = 'EGT'`.execute(
        db,
      )
      expect(rows).toEqual([{ note: 'ours' }])
      return shapeOf(db)
    }),
    await withBare(async db => {
      await migrate(db)
      return shapeOf(db)
    }),
  ]
  expect(upgraded.objects).toEqual(fresh.objects)
})

it('several backends that start together on an empty database make one', async () => {
  await withBare(async (db, url) => {
    // The embedded database has one owner.
    const others = url ? [1, 2].map(() => openDatabase({ url, file: '' })) : []
    await Promise.all([db, ...others.map(other => other.db)].map(one => migrate(one)))
    await Promise.all(others.map(other => other.close()))
    expect((await shapeOf(db)).rows.manufacturers?.length).toBeGreaterThan(20)
  })
})

it('a migration that stops half way leaves the database as it was, and is done by the next start', async () => {
  await withBare(async db => {
    await runMigrations(db, '254-ticket-cents')
    // It moves rows, drops their tables and then makes this index.
    await sql`create index approvals_of_levels on manufacturers (name)`.execute(db)
    const before = await shapeOf(db)
    await expect(runMigrations(db, '256-one-approval')).rejects.toThrow(/approvals_of_levels/)
    expect(await shapeOf(db)).toEqual(before)
    await sql`drop index approvals_of_levels`.execute(db)
    await migrate(db)
    expect(await shapeOf(db)).toEqual(
      await withBare(async fresh => {
        await migrate(fresh)
        return shapeOf(fresh)
      }),
    )
  })
})
