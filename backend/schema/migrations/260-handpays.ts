import { PostgresAdapter, sql, type Kysely } from 'kysely'

/**
 * Handpays that wait: slots whose newest handpay event is a call (51) and no reset (52). Worked out from the events, so
 * that late ones count in any order.
 * What an event says of the amount comes from outside: whatever is no whole number of minor units is none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  // A JSON text may hold an escaped NUL, which PostgreSQL cannot turn into text.
  const data = sql`(case when e.data is null or e.data like ${sql.lit('%\\\\u0000%')} then '{}' else e.data end)::json`
  const isAmount = isPostgres
    ? sql`case when json_typeof(${data}) = 'object' and json_typeof(${data} -> 'amount_minor') = 'number' then (${data} ->> 'amount_minor')::numeric end`
    : sql`case when json_valid(e.data) then case json_type(e.data, '$.amount_minor') when 'integer' then json_extract(e.data, '$.amount_minor') end end`
  const kind = isPostgres
    ? sql`case when json_typeof(${data}) = 'object' then ${data} ->> 'kind' end`
    : sql`case when json_valid(e.data) then case json_type(e.data, '$.kind') when 'text' then json_extract(e.data, '$.kind') end end`
  const whole = isPostgres ? sql`h.amount = trunc(h.amount)` : sql`typeof(h.amount) = 'integer'`
  await sql`create view handpays as
    select h.id, h.tenant_id, h.location_id, h.slot_id, h.position, 1 as version, '' as search, h.archived_at, h.created_at, h.created_at as updated_at,
      coalesce(h.since, h.called_at) as since,
      case when h.amount between 0 and 9007199254740991 and ${whole} then cast(h.amount as bigint) end as amount_minor, h.currency,
      case when h.kind in ('jackpot', 'progressive') then 'jackpot' when h.kind = 'cancelled_credits' then h.kind else 'unknown' end as kind,
      h.win_id
    from (
      select e.id, e.tenant_id, e.location_id, e.slot_id, s.position, s.archived_at, e.received_at as created_at, e.server_time as called_at, s.currency,
        ${isAmount} as amount, ${kind} as kind,
        (select min(c.server_time) from events c where c.slot_id = s.id and c.code in ('51', '52') and c.code = '51' and c.server_time >
          coalesce((select max(r.server_time) from events r where r.slot_id = s.id and r.code in ('51', '52') and r.code = '52'), -1)) as since,
        (select w.id from jackpot_wins w where w.slot_id = s.id and w.state in ('celebrating', 'payment_pending') order by w.won_at, w.id limit 1) as win_id
      from slots s join events e on e.id = (
        select n.id from events n where n.slot_id = s.id and n.code in ('51', '52') order by n.server_time desc, n.server_nano desc, n.id desc limit 1)
      where e.code = '51'
    ) h`.execute(db)
}
