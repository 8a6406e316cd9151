import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['config_sets', 'config_versions'])
    await db.schema.alterTable(table).addColumn('reason', 'text').execute()

  let comparisons = db.schema
    .createTable('meter_comparisons')
    .addColumn('slot_id', 'text', column => column.primaryKey())
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('verdict', 'text', column => column.notNull())
  for (const name of [
    'compared_from',
    'compared_to',
    'difference_in_minor',
    'difference_out_minor',
    'difference_jackpot_minor',
    'compared_at',
    'again_at',
  ])
    comparisons = comparisons.addColumn(name, 'bigint')
  await comparisons.execute()
  await db.schema.createIndex('meter_comparisons_due').on('meter_comparisons').columns(['again_at']).execute()
  // What was read before is compared as soon as somebody looks.
  await sql`insert into meter_comparisons (slot_id, tenant_id, verdict, again_at) select slot_id, tenant_id, 'not_compared', 0 from slot_meter_setups where set_at is not null`.execute(
    db,
  )
  // The counters of every slot, also of those that nobody has read: a list finds and counts them by the slots' own
  // indexes.
  await sql`create view machine_meters as select s.id, s.version, s.search, s.archived_at, s.created_at, s.updated_at, s.tenant_id, s.location_id, s.serial, s.position, s.currency,
      coalesce(m.price_per_impulse_minor, s.denomination_minor) as price_per_impulse_minor,
      coalesce(m.factor_in, 1) as factor_in, coalesce(m.factor_out, 1) as factor_out, coalesce(m.factor_jackpot, 1) as factor_jackpot,
      m.mech_in, m.mech_out, m.mech_jackpot, m.set_at, coalesce(c.verdict, 'not_compared') as verdict, c.compared_from, c.compared_to, c.compared_at,
      c.difference_in_minor, c.difference_out_minor, c.difference_jackpot_minor
    from slots s left join slot_meter_setups m on m.slot_id = s.id left join meter_comparisons c on c.slot_id = s.id`.execute(
    db,
  )

  // The default that was written into every record comes from the settings now: 0 stands for "none of its own".
  await sql`update smibs set poll_ms = 0 where poll_ms = 200`.execute(db)

  await db.schema
    .createTable('presence_limits')
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('owner_id', 'text', column => column.notNull())
    .addColumn('stale_ms', 'bigint')
    .addColumn('offline_ms', 'bigint')
    .addPrimaryKeyConstraint('presence_limits_pk', ['kind', 'owner_id'])
    .execute()
  for (const name of ['stale_ms', 'offline_ms'])
    await db.schema.createIndex(`presence_limits_by_${name}`).on('presence_limits').columns([name]).execute()
}
