import { sql, type Kysely } from 'kysely'

/** The payment of a wait is looked up once for each row, by its id; it was looked up for each of its three columns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop view handpays`.execute(db)
  await sql`create view handpays as
    select p.id, p.tenant_id, p.location_id, p.slot_id,
      case when s.location_id = p.location_id then s.position end as position,
      1 as version, '' as search, s.archived_at, p.received_at as created_at, p.received_at as updated_at,
      p.since, p.amount_minor, p.currency, p.kind,
      case when p.kind <> 'cancelled_credits' then (select w.id from jackpot_wins w
        where w.slot_id = p.slot_id and w.tenant_id = p.tenant_id
        and w.state in ('celebrating', 'payment_pending') order by w.won_at, w.id limit 1) end as win_id,
      paid.paid_by, paid.paid_at, paid.remarks
    from pending_handpays p join slots s on s.id = p.slot_id
    left join handpay_payments paid on paid.id = (select y.id from handpay_payments y where y.slot_id = p.slot_id
      and (y.id = p.id or y.paid_at >= p.since) order by y.paid_at desc, y.id desc limit 1)`.execute(db)
}
