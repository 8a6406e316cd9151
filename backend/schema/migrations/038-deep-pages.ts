import type { Kysely } from 'kysely'

/**
 * Any page of a long list is found by its index alone: by the ones before, each row that a deep page skips was fetched
 * to see whether it is archived.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, name] of [
    ['slots', 'serial'],
    ['smibs', 'mac'],
  ] as const)
    for (const columns of [
      ['archived_at', 'id'],
      // As a list by name is ordered: the newest first among equals.
      ['archived_at', name, 'id desc'],
      ['tenant_id', 'archived_at', name, 'id desc'],
    ])
      await db.schema
        .createIndex(`${table}_by_${columns.join('_').replace(' desc', '')}`)
        .on(table)
        .columns(columns)
        .execute()
}
