import Database from 'libsql'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery, Kysely } from 'kysely'
import { describe, expect, it } from 'vitest'
import { sqliteDialect } from './sqlite-dialect'
import { SqliteThread } from './sqlite-thread'

const file = () => join(mkdtempSync(join(tmpdir(), 'threads-')), 'test.db')

describe('a database that is closed while it is in use', () => {
  it('ends what has begun first, and keeps it', async () => {
    const path = file()
    const db = new Kysely<unknown>({ dialect: sqliteDialect(path, 1) })
    await db.executeQuery(CompiledQuery.raw('create table kept (id integer)'))
    let closing: Promise<void> | undefined
    await db.transaction().execute(async transaction => {
      closing = db.destroy()
      await transaction.executeQuery(CompiledQuery.raw('insert into kept values (1)'))
    })
    await closing
    const again = new SqliteThread(path, [])
    expect((await again.run('select id from kept')).rows).toEqual([{ id: 1 }])
    await again.close()
  })

  it('refuses what comes later, a commit too, and ends nothing', async () => {
    for (let attempt = 0; attempt < 10; attempt++) {
      const thread = new SqliteThread(file(), [])
      await thread.run('begin')
      const closed = thread.close()
      const late: Promise<unknown>[] = []
      for (let turn = 0; turn < 5; turn++) {
        late.push(thread.run('commit'))
        late.at(-1)?.catch(() => {})
        await new Promise(resolve => setImmediate(resolve))
      }
      const ends = await Promise.allSettled(late)
      expect(ends.map(({ status }) => status)).toEqual(ends.map(() => 'rejected'))
      await closed
    }
  })
})

describe('a database that another program has locked for longer than one waits', () => {
  it('refuses what was asked meanwhile, in a transaction or not, and takes what comes after', async () => {
    const path = file()
    const thread = new SqliteThread(path, ['journal_mode = wal', 'busy_timeout = 20'])
    await thread.run('create table told (id integer primary key)')
    const other = new Database(path)
    for (const sql of ['insert into told default values', 'begin immediate']) {
      other.exec('begin immediate')
      await expect(thread.run(sql)).rejects.toThrow('locked')
      other.exec('rollback')
      await thread.run('begin immediate')
      await thread.run('insert into told default values')
      await thread.run('commit')
    }
    // One that read first, and would write now: what it saw is no longer so, and all of it is undone.
    await thread.run('begin')
    await thread.run('select count(*) as n from told')
    other.exec('insert into told default values')
    await expect(thread.run('insert into told default values')).rejects.toThrow('locked')
    await expect(thread.run('insert into told default values')).rejects.toThrow('nothing but a rollback')
    await thread.run('rollback')
    await thread.run('insert into told default values')
    expect((await thread.run('select count(*) as n from told')).rows).toEqual([{ n: 4 }])
    other.close()
    await thread.close()
  })
})

it('ends where it cannot open a database, and says so to who asks', async () => {
  const thread = new SqliteThread('/nowhere/at/all.db', [])
  await expect(thread.run('select 1')).rejects.toThrow()
  await thread.close()
})

describe('a statement that is stopped', () => {
  const endless =
    'with recursive c(n) as (select 1 union all select n + 1 from c where n < 1e12) select count(*) as all_of_them from c'

  it('ends, however early: while its connection is opened, while it is prepared, before its first step', async () => {
    for (let delay = 0; delay < 12; delay++) {
      const thread = new SqliteThread(file(), [])
      for (const text of [endless, `${endless} where 1 = 1`]) {
        const { answer, stop } = thread.stoppable(text, [])
        setTimeout(stop, delay)
        await expect(answer).rejects.toMatchObject({ code: 'SQLITE_INTERRUPT' })
      }
      expect((await thread.stoppable('select 1 as one', []).answer).rows).toEqual([{ one: 1 }])
      await thread.close()
    }
  })
  it('ends, whatever was asked before it: nothing of that is cleaned up while it runs', async () => {
    const thread = new SqliteThread(file(), [])
    // Many parameters, so that they are collected as garbage while the statement begins.
    const counting = `with recursive c(n) as (select 1 union all select n + 1 from c where n < cast(?1 as integer))
      select count(*) as count from c where ?30000 = '10'`
    const upTo = (most: string) => [most, ...Array<string>(29_999).fill('10')]
    for (let round = 0; round < 60; round++) {
      for (let nr = 0; nr < 3; nr++)
        await thread.stoppable(`select ${nr} as nr, ? as text`, ['x'.repeat(70_000)]).answer
      expect((await thread.stoppable(counting, upTo('10')).answer).rows).toEqual([{ count: 10 }])
      const { answer, stop } = thread.stoppable(counting, upTo('1000000000000'))
      setTimeout(stop, 20)
      await expect(answer).rejects.toMatchObject({ code: 'SQLITE_INTERRUPT' })
    }
    await thread.close()
  })
})
