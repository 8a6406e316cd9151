import { sql, type Kysely } from 'kysely'
import { foldWords } from '../../platform/contract/fold'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'

const ROWS = 1_000

export async function up(db: Kysely<unknown>): Promise<void> {
  // In which currencies the amounts of each column are: a file names the one that they share in its header, which is
  // written before the first row is read.
  await db.schema.alterTable('data_exports').addColumn('units', 'text').execute()

  // How old a slot's figures are, beside when it was last heard: a SMIB that delivers its backlog is online, and its
  // figures are old.
  for (const [table, slot] of [
    ['slots', 'id'],
    ['smibs', 'slot_id'],
  ] as const) {
    await db.schema.alterTable(table).addColumn('last_reading_at', 'bigint').execute()
    await sql`update ${sql.table(table)} set last_reading_at = (select max(l.server_time) from counter_latest l where l.slot_id = ${sql.ref(`${table}.${slot}`)})`.execute(
      db,
    )
  }

  // Notifications are searched as every list is, by a folded column of names and values.
  await db.schema
    .alterTable('notifications')
    .addColumn('search', 'text', column => column.notNull().defaultTo(''))
    .execute()
  for (let after = ''; ;) {
    const { rows } = await sql<{
      id: string
      resource_details: string
      data: string
    }>`select id, resource_details, data from notifications where id > ${after} order by id limit ${ROWS}`.execute(
      db,
    )
    if (rows.length === 0) return
    const found = rows.map(({ id, resource_details, data }) => ({
      id,
      search: searchOf(resource_details, data),
    }))
    await sql`update notifications set search = b.search from ${rowsAsTable(db as Db, { id: 'text', search: 'text' }, found)} where notifications.id = b.id`.execute(
      db,
    )
    after = rows.at(-1)?.id ?? ''
  }
}

/** As it stood when this landed: a migration calls nothing that may change under it. */
function searchOf(details: string, data: string): string {
  const about = JSON.parse(details) as Record<string, string | undefined>
  return foldWords([
    ...new Set([
      about.slot_name,
      about.location_name,
      about.tenant_name,
      about.user_name,
      ...Object.values(JSON.parse(data) as Record<string, string>),
    ]),
  ])
}
