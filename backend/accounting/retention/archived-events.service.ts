/**
 * Events of a sealed day go into an archive, with those of earlier days that had to stay until now. Their money and
 * their number are summed up already.
 * Events stay that say the current state, that belong with such a one, that judgement of readings and open anomalies
 * need, and that somebody has edited
 * or ignored.
 */
import { sql, type RawBuilder } from 'kysely'
import { watchedCodes } from '../anomalies/marks.service'
import { insertMany, readWide, rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { handpayCodes, isHandpay } from '../../telemetry/readings/event-money.service'
import { numberOf } from '../../platform/db/short-ids'
import { PAID_WITHIN_MS } from '../../telemetry/readings/check-reading'
import { memoryEvents } from '../../telemetry/readings/movement'
import { holdSlots } from '../../telemetry/rebooking/ruled-judgement.service'
import { lasting } from '../../telemetry/streams/time-log'
import { archivedColumns, type ArchivedRow } from './archive-file'
import type { SealedDay } from './archived-readings.service'
import { storeArchive } from './storing.service'

/** Rows of one archive. */
const MOST = 2_000

type Row = ArchivedRow & { id: string; slot_id: string | null; code: string; server_time: number }
type Of = 'slot_id' | 'smib_id'

/** In a transaction of its own. Answers how many went. */
export async function archiveEvents(
  db: Db,
  place: SealedDay & { from: number },
  now: number,
): Promise<number> {
  const since = await sealedSince(db, place)
  let rows = await freeOf(db, place, since, 'slot_id')
  const slots = handpaysIn(rows)
  if (slots.length > 0) {
    // Whoever stores one of theirs meanwhile would take its amount from what goes.
    await holdSlots(db, slots)
    const held = new Set(slots)
    rows = (await freeOf(db, place, since, 'slot_id')).filter(
      row => !isHandpay(row.code) || held.has(row.slot_id ?? ''),
    )
  }
  if (rows.length === 0) rows = await freeOf(db, place, since, 'smib_id')
  if (rows.length === 0) return 0
  await storeArchive(db, place, 'events', rows, now)
  await remove(db, rows)
  await raiseFloors(db, rows)
  return rows.length
}

const handpaysIn = (rows: readonly Row[]): string[] => [
  ...new Set(rows.flatMap(row => (isHandpay(row.code) && row.slot_id ? [row.slot_id] : []))),
]

/** From when on each of the location's days is sealed, up to this one. */
async function sealedSince(
  db: Db,
  { tenantId, locationId, day, from }: SealedDay & { from: number },
): Promise<number> {
  const days = await db
    .selectFrom('location_days')
    .select(['state', 'starts_at', 'ends_at'])
    .where('tenant_id', '=', tenantId)
    .where('location_id', '=', locationId)
    .where('day', '<', day)
    .orderBy('day', 'desc')
    .execute()
  let since = from
  for (const one of days) {
    // A day of two currencies has two rows.
    if (one.state !== 'sealed' || one.ends_at < since) break
    since = Math.min(since, one.starts_at)
  }
  return since
}

/** Events of slots, or of SMIBs on no slot, each compared with others of the same one. */
function freeOf(db: Db, { locationId, to }: SealedDay, since: number, of: Of): Promise<Row[]> {
  const columns = sql.join(Object.keys(archivedColumns.events).map(name => sql.ref(`r.${name}`)))
  const same = (alias: string) => {
    const own = sql`${sql.ref(`${alias}.${of}`)} = ${sql.ref(`r.${of}`)}`
    return of === 'slot_id' ? own : sql`${own} and ${sql.ref(`${alias}.slot_id`)} is null`
  }
  return readWide<Row>(
    db,
    sql`select ${columns} from events r where r.location_id = ${locationId} and r.server_time >= ${since} and r.server_time < ${to}
      and r.slot_id is ${of === 'slot_id' ? sql`not null` : sql`null`} and r.code not in (${sql.join(memoryEvents)})
      and exists (select 1 from events n where ${same('n')} and n.server_time > r.server_time and n.code = r.code)
      and (r.code not in (${sql.join(handpayCodes)}) or coalesce((select n.location_id from events n where ${same('n')}
        and n.code in (${sql.join(handpayCodes)}) and n.server_time > r.server_time and n.server_time < ${to}
        order by n.server_time limit 1), '') = r.location_id)
      and (r.code not in (${sql.join(handpayCodes)}) or not ${mayExplain})
      and (r.code not in (${sql.join(lasting.map(([, ends]) => ends))}) or not ${endsWhatStays(same, since)})
      and not exists (select 1 from pending_handpays p where p.slot_id = r.slot_id and p.id = r.id)
      and not ${isHeld('r')}
      order by r.server_time limit ${MOST}`,
  )
}

/**
 * A win beyond the highest award is believed because of it (`judge-reading.ts`): as long as a reading is there that
 * the win can be counted from, it would wait
 * for a decision once that is judged again. By time alone, so that the handpays that are there are all from one on.
 */
const mayExplain = sql`exists (select 1 from stored_readings q where q.slot_nr = ${numberOf(sql.ref('r.slot_id'))}
    and q.server_time <= r.server_time + ${sql.lit(PAID_WITHIN_MS)} and (q.held is null or q.held not in ('not_placed', 'too_late')))`

/** Its message is edited or ignored, or somebody has yet to look at an anomaly that was found by it. */
const isHeld = (alias: 'r' | 'b'): RawBuilder<unknown> => {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  const hasEdit = (
    edits: string,
  ) => sql`exists (select 1 from ${sql.table(edits)} d where d.smib_id = ${of('smib_id')}
    and d.message_seq_nr = ${of('message_seq_nr')} and d.run = ${of('run')})`
  return sql`(${hasEdit('message_edits')} or ${hasEdit('ignored_messages')} or (${of('code')} in (${sql.join([...watchedCodes])})
    and exists (select 1 from anomalies a where a.slot_id = ${of('slot_id')} and a.last_at >= ${of('server_time')}
      and a.first_at <= ${of('server_time')} and a.state <> 'cleared')))`
}

/**
 * The first end after a beginning that is the newest of its kind, is held, stands in another place, or in a day that is
 * not sealed.
 */
const endsWhatStays = (same: (alias: string) => RawBuilder<unknown>, since: number): RawBuilder<unknown> =>
  sql`exists (select 1 from events b where ${same('b')} and b.server_time <= r.server_time
    and b.code = case r.code ${sql.join(
      lasting.map(([begins, ends]) => sql`when ${ends} then ${begins}`),
      sql` `,
    )} end
    and (b.location_id <> r.location_id or b.server_time < ${since} or ${isHeld('b')} or not exists (select 1 from events x where ${same('x')}
      and x.server_time > b.server_time and x.code = b.code))
    and not exists (select 1 from events y where ${same('y')} and y.code = r.code and y.server_time >= b.server_time
      and y.server_time < r.server_time))`

/** Throws where it would not be exactly what went into the archive. */
async function remove(db: Db, drop: readonly Row[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`delete from events where id in (
    select b.id from ${rowsAsTable(db, { id: 'text' }, drop)}) returning id`.execute(db)
  if (rows.length !== drop.length) throw new Error('Events changed while they were archived')
}

/** The handpay after the last one that went, of each slot. */
async function raiseFloors(db: Db, drop: readonly Row[]): Promise<void> {
  const last = new Map<string, { slot: string; tenant: string; at: number }>()
  for (const { slot_id: slot, code, server_time: at, tenant_id } of drop)
    if (slot && isHandpay(code))
      last.set(slot, { slot, tenant: String(tenant_id), at: Math.max(at, last.get(slot)?.at ?? 0) })
  if (last.size === 0) return
  const { rows } = await sql<{ slot_id: string; tenant_id: string; at: number }>`
    select b.slot as slot_id, b.tenant as tenant_id, (select min(e.server_time) from events e where e.slot_id = b.slot
      and e.code in (${sql.join(handpayCodes)}) and e.server_time > b.at) as at
    from ${rowsAsTable(db, { slot: 'text', tenant: 'text', at: 'bigint' }, [...last.values()])}`.execute(db)
  await insertMany(
    db,
    'event_floors',
    { slot_id: 'text', tenant_id: 'text', at: 'bigint' },
    rows,
    sql`(slot_id) do update set at = excluded.at`,
  )
}
