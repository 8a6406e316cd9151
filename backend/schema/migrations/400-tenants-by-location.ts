import { sql, type Kysely } from 'kysely'

/**
 * One tenant's slots and SMIBs by location are read location by location, by its name, from an index that knows the
 * tenant: each row of all tenants was read before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index locations_by_tenant_id_name on locations (tenant_id, name)`.execute(db)
  for (const table of ['slots', 'smibs']) {
    const name = `${table}_by_location_id_archived_at_id`
    await sql`drop index ${sql.ref(name)}`.execute(db)
    await sql`create index ${sql.ref(name)} on ${sql.table(table)} (location_id, archived_at, id, tenant_id)`.execute(
      db,
    )
  }
}
