import { sql, type Kysely } from 'kysely'
import { fold } from '../../platform/contract/fold'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'

const ROWS = 1_000

/** A slot is found by its position, too: halls call it by that rather than by its serial. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (let after = ''; ;) {
    const { rows } = await sql<{ id: string; position: string; search: string }>`select id, position, search
      from slots where position <> '' and id > ${after} order by id limit ${ROWS}`.execute(db)
    if (rows.length === 0) return
    const found = rows.map(({ id, position, search }) => ({ id, search: `${search} ${fold(position)}` }))
    await sql`update slots set search = b.search
      from ${rowsAsTable(db as Db, { id: 'text', search: 'text' }, found)} where slots.id = b.id`.execute(db)
    after = rows.at(-1)?.id ?? ''
  }
}
