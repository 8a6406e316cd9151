import { sql, type Kysely } from 'kysely'
import { insertMany } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { callOf } from '../../telemetry/readings/event-money.service'

const columns = {
  slot_id: 'text',
  id: 'text',
  tenant_id: 'text',
  location_id: 'text',
  since: 'bigint',
  amount_minor: 'bigint',
  currency: 'text',
  kind: 'text',
  received_at: 'bigint',
} as const
type Row = Record<'slot_id' | 'id' | 'tenant_id' | 'location_id' | 'currency' | 'kind', string> &
  Record<'since' | 'received_at', number> & { amount_minor: number | null }

/**
 * Handpays that wait are stored when events are written, as open doors are (039): the view asked every slot for its
 * newest event, at each start page. What an event says of its amount is read by the program, since PostgreSQL refuses
 * to take some texts out of JSON.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop view handpays`.execute(db)
  let table = db.schema
    .createTable('pending_handpays')
    .addColumn('slot_id', 'text', column => column.notNull().primaryKey())
  for (const name of ['id', 'tenant_id', 'location_id', 'currency', 'kind'])
    table = table.addColumn(name, 'text', column => column.notNull())
  for (const name of ['since', 'received_at'])
    table = table.addColumn(name, 'bigint', column => column.notNull())
  await table.addColumn('amount_minor', 'bigint').execute()
  await db.schema
    .createIndex('pending_handpays_by_tenant_id')
    .on('pending_handpays')
    .columns(['tenant_id', 'since'])
    .execute()

  const { rows } = await sql<Omit<Row, 'amount_minor' | 'kind'> & { data: string | null }>`
    select s.id as slot_id, f.id, e.tenant_id, e.location_id, f.server_time as since, f.received_at, e.data,
      coalesce(
        (select h.currency from slot_history h where h.slot_id = s.id
          and h.valid_from < case when e.server_nano > 0 then e.server_time + 1 else e.server_time end
          order by h.valid_from desc limit 1),
        (select h.currency from slot_history h where h.slot_id = s.id order by h.valid_from limit 1),
        s.currency) as currency
    from slots s
      join events e on e.id = (select n.id from events n where n.slot_id = s.id and n.code in ('51', '52')
        order by n.server_time desc, n.server_nano desc, n.id desc limit 1)
      join events f on f.id = (select c.id from events c
        where c.slot_id = s.id and c.code in ('51', '52') and c.code = '51'
        and c.server_time >= coalesce((select max(r.server_time) from events r
          where r.slot_id = s.id and r.code in ('51', '52') and r.code = '52'), 0)
        and not exists (select 1 from events r
          where r.slot_id = s.id and r.code in ('51', '52') and r.code = '52' and r.server_time = c.server_time
          and (r.server_nano > c.server_nano or r.server_nano = c.server_nano and r.id > c.id))
        order by c.server_time, c.server_nano, c.id limit 1)
    where e.code = '51'`.execute(db)
  const pending = rows.map(({ data, ...row }): Row => {
    const { minor, kind } = callOf(data)
    return { ...row, amount_minor: minor, kind }
  })
  await insertMany(db as Db, 'pending_handpays', columns, pending)

  // The position belongs to where the slot stands now. A jackpot's win is never what cancelled credits wait for.
  await sql`create view handpays as
    select p.id, p.tenant_id, p.location_id, p.slot_id,
      case when s.location_id = p.location_id then s.position end as position,
      1 as version, '' as search, s.archived_at, p.received_at as created_at, p.received_at as updated_at,
      p.since, p.amount_minor, p.currency, p.kind,
      case when p.kind <> 'cancelled_credits' then (select w.id from jackpot_wins w
        where w.slot_id = p.slot_id and w.tenant_id = p.tenant_id
        and w.state in ('celebrating', 'payment_pending') order by w.won_at, w.id limit 1) end as win_id
    from pending_handpays p join slots s on s.id = p.slot_id`.execute(db)
}
