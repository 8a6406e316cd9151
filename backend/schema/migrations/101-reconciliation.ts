import { sql, type Kysely } from 'kysely'

/**
 * What both sides counted stands beside their difference; why they differ is said by people, as entries that are added
 * and never changed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const side of ['mechanical', 'electronic'])
    for (const kind of ['in', 'out', 'jackpot'])
      await db.schema.alterTable('meter_comparisons').addColumn(`${side}_${kind}_minor`, 'bigint').execute()
  // What was compared before is compared once more: until then only its difference is known.
  await sql`update meter_comparisons set again_at = 0 where compared_to is not null`.execute(db)
  let table = db.schema
    .createTable('meter_explanations')
    .addColumn('id', 'text', column => column.primaryKey())
  for (const name of ['slot_id', 'tenant_id', 'code', 'by_name'])
    table = table.addColumn(name, 'text', column => column.notNull())
  for (const name of ['compared_from', 'compared_to', 'at'])
    table = table.addColumn(name, 'bigint', column => column.notNull())
  for (const name of ['difference_in_minor', 'difference_out_minor', 'difference_jackpot_minor'])
    table = table.addColumn(name, 'bigint')
  await table.addColumn('note', 'text').execute()
  await sql`create index meter_explanations_of_slot on meter_explanations (slot_id, id)`.execute(db)
  await sql`create index meter_explanations_of_tenant on meter_explanations (tenant_id, id)`.execute(db)
}
