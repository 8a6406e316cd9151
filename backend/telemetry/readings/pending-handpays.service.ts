/**
 * Which slots wait for a handpay: stored when their events are written, so that no list and no start page looks
 * through all slots.
 */
import { sql } from 'kysely'
import { insertMany, isPostgres, rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { callOf, HANDPAY_PENDING, HANDPAY_RESET } from './event-money.service'
import { endOf } from './place'
import { inForce, slotHistories } from './slot-history.queries'

interface Call {
  slotId: string
  firstId: string
  since: number
  tenantId: string
  locationId: string
  at: number
  nano: number
  data: string | null
  receivedAt: number
  /** The slot's present one. */
  currency: string
}

/**
 * After handpay events of these slots were written, changed or deleted, in the same transaction. It reads what stands,
 * not what came, so the order of arrival does not matter.
 */
export async function renewPendingHandpays(db: Db, slotIds: readonly string[]): Promise<void> {
  if (slotIds.length === 0) return
  const slots = [...new Set(slotIds)].map(id => ({ id }))
  const own = sql`select b.id from ${rowsAsTable(db, { id: 'text' }, slots)}`
  // Two SMIBs may send of one slot at once: the second transaction has to see the events of the first.
  if (isPostgres(db))
    await sql`select id from slots where id in (${own}) order by id for no key update`.execute(db)
  const calls = await openCalls(db, slots)
  const histories = await slotHistories(
    db,
    calls.map(({ slotId }) => slotId),
  )
  await sql`delete from pending_handpays where slot_id in (${own})`.execute(db)
  await insertMany(
    db,
    'pending_handpays',
    columns,
    calls.map(({ slotId, firstId, since, tenantId, locationId, at, nano, data, receivedAt, currency }) => {
      const { minor, kind } = callOf(data)
      return {
        slot_id: slotId,
        id: firstId,
        tenant_id: tenantId,
        location_id: locationId,
        since,
        amount_minor: minor,
        currency: inForce(histories.get(slotId) ?? [], endOf(at, nano))?.currency ?? currency,
        kind,
        received_at: receivedAt,
      }
    }),
  )
}

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

/** As the index of handpays has it. */
const ofSlot = (alias: string) =>
  sql`${sql.ref(`${alias}.slot_id`)} = b.id and ${sql.ref(`${alias}.code`)} in ('51', '52')`

/** The newest call of each slot that was not reset after it, with the first one since the last reset. */
async function openCalls(db: Db, slots: readonly { id: string }[]): Promise<Call[]> {
  const { rows } = await sql<Call>`
    select b.id as "slotId", f.id as "firstId", f.server_time as since, e.tenant_id as "tenantId",
      e.location_id as "locationId", e.server_time as "at", e.server_nano as nano, e.data,
      f.received_at as "receivedAt", s.currency
    from ${rowsAsTable(db, { id: 'text' }, slots)} cross join slots s cross join events e cross join events f
    where s.id = b.id and e.code = ${HANDPAY_PENDING}
      and e.id = (select n.id from events n where ${ofSlot('n')}
        order by n.server_time desc, n.server_nano desc, n.id desc limit 1)
      and f.id = (select c.id from events c where ${ofSlot('c')} and c.code = ${HANDPAY_PENDING}
        and c.server_time >= coalesce((select max(r.server_time) from events r
          where ${ofSlot('r')} and r.code = ${HANDPAY_RESET}), 0)
        and not exists (select 1 from events r
          where ${ofSlot('r')} and r.code = ${HANDPAY_RESET} and r.server_time = c.server_time
          and (r.server_nano > c.server_nano or r.server_nano = c.server_nano and r.id > c.id))
        order by c.server_time, c.server_nano, c.id limit 1)`.execute(db)
  return rows
}
