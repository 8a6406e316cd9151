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
