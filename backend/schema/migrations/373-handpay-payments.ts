import { sql, type Kysely } from 'kysely'

/**
 * Who has paid a handpay that waits. It belongs to the wait and not to its first call, since a call that arrives late
 * may come before that: a payment counts for the wait of its slot that it lies in. Its id is that call's all the same.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  let table = db.schema.createTable('handpay_payments').addColumn('id', 'text', column => column.primaryKey())
  for (const name of ['tenant_id', 'location_id', 'slot_id', 'paid_by_id', 'paid_by'])
    table = table.addColumn(name, 'text', column => column.notNull())
  await table
    .addColumn('paid_at', 'bigint', column => column.notNull())
    .addColumn('remarks', 'text')
    .execute()
  await sql`create index handpay_payments_by_slot on handpay_payments (slot_id, paid_at)`.execute(db)

  const paid = (column: string) =>
    sql`(select y.${sql.raw(column)} from handpay_payments y where y.slot_id = p.slot_id
      and (y.id = p.id or y.paid_at >= p.since) order by y.paid_at desc, y.id desc limit 1)`
  await sql`drop view handpays`.execute(db)
  await sql`create view handpays as
    select p.id, p.tenant_id, p.location_id, p.slot_id,
      case when s.location_id = p.location_id then s.position end as position,
      1 as version, '' as search, s.archived_at, p.received_at as created_at, p.received_at as updated_at,
      p.since, p.amount_minor, p.currency, p.kind,
      case when p.kind <> 'cancelled_credits' then (select w.id from jackpot_wins w
        where w.slot_id = p.slot_id and w.tenant_id = p.tenant_id
        and w.state in ('celebrating', 'payment_pending') order by w.won_at, w.id limit 1) end as win_id,
      ${paid('paid_by')} as paid_by, ${paid('paid_at')} as paid_at, ${paid('remarks')} as remarks
    from pending_handpays p join slots s on s.id = p.slot_id`.execute(db)
}
