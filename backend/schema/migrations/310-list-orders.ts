import { PostgresAdapter, sql, type Kysely } from 'kysely'

/** What a list may be sorted by, by table; `may` may have no value, which comes last in both directions. */
const keys = {
  slots: {
    always: ['serial', 'manufacturer', 'status', 'lock_state', 'created_at', 'updated_at'],
    may: ['asset_no', 'machine_type', 'game_mix', 'credits', 'last_seen_at'],
  },
  smibs: { always: ['mac', 'created_at', 'updated_at'], may: ['firmware', 'poll_ms', 'last_seen_at'] },
} as const

/**
 * Each order of the two long lists is one index, of all tenants and of one: no page sorts the table. PostgreSQL writes
 * every index of a changed row and knows how many rows a tenant has, so there one index of all tenants answers both;
 * rows without a value come last, so that it needs another one for the way down.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const make = (table: string, name: string, columns: string, where = '') =>
    sql`create index ${sql.ref(`${table}_in_order_of_${name}`)} on ${sql.table(table)} (${sql.raw(columns)}) ${sql.raw(where)}`.execute(
      db,
    )
  for (const [table, name] of [
    ['slots', 'serial'],
    ['smibs', 'mac'],
  ])
    for (const owner of ['', 'tenant_id_'])
      await db.schema.dropIndex(`${table}_by_${owner}archived_at_${name}_id`).execute()
  for (const [table, { always, may }] of Object.entries(keys))
    for (const column of [...always, ...may]) {
      if (isPostgres) {
        await make(table, column, `${column}, id`, 'where archived_at is null')
        if ((may as readonly string[]).includes(column))
          await make(table, `${column}_down`, `${column} desc nulls last, id desc`, 'where archived_at is null')
        continue
      }
      await make(table, column, `archived_at, ${column}, id`)
      await make(table, `${column}_of_tenant`, `tenant_id, archived_at, ${column}, id`)
    }
}
