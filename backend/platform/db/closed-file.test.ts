/** A database that was closed is its file, and nothing beside it: a copy of the file alone has all. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openDatabase } from './database'

it('has everything in its file once it is closed, whichever thread ends last', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-closed-'))
  try {
    for (let time = 0; time < 5; time++) {
      const file = path.join(folder, `${time}.db`)
      const { db, close } = openDatabase({ file, readers: 2 })
      await sql`create table told (nr integer primary key, text text)`.execute(db)
      for (let nr = 0; nr < 20; nr++)
        await sql`insert into told (text) values (${'x'.repeat(3_000)})`.execute(db)
      await Promise.all([1, 2, 3].map(() => sql`select count(*) from told`.execute(db)))
      await close()
      copyFileSync(file, `${file}.copy`)
      const copy = openDatabase({ file: `${file}.copy`, readers: 1 })
      const { rows } = await sql<{ n: number }>`select count(*) as n from told`.execute(copy.db)
      expect(rows).toEqual([{ n: 20 }])
      await copy.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
