import { PostgresAdapter, sql, type Kysely } from 'kysely'
import { amountsOf, type MoneyEvent } from '../../telemetry/readings/event-money.service'
import { gamingDayIn, type DayRule } from '../../estate/locations/gaming-day.service'
import { insertMany } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'

const columns = {
  location_id: 'text',
  gaming_day: 'text',
  slot_id: 'text',
  kind: 'text',
  currency: 'text',
  tenant_id: 'text',
  records: 'bigint',
  without_amount: 'bigint',
  minor: 'bigint',
} as const
type Row = Record<'location_id' | 'gaming_day' | 'slot_id' | 'kind' | 'currency' | 'tenant_id', string> &
  Record<'records' | 'without_amount' | 'minor', number>

type Stored = MoneyEvent & { location_id: string; tenant_id: string }
/** As these events were told apart when this landed. */
const codes = ['47', '48', '49', '4A', '4B', '4C', '4D', '4E', '50', '4F', '3D', '68', '51', '52']

/**
 * What events say of money is summed up by slot, place and day: no figure needs each of them any more. Filled slot by
 * slot; the embedded database does each in a transaction of its own, and begins again where it was stopped: an older
 * version may have run meanwhile.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await sql`create index if not exists events_handpays on events (slot_id, server_time) where code in ('51', '52')`.execute(
    db,
  )
  await sql`create table if not exists event_sums (location_id text not null, gaming_day text not null, slot_id text not null, kind text not null,
    currency text not null, tenant_id text not null, records bigint not null, without_amount bigint not null, minor bigint not null,
    constraint event_sums_pk primary key (location_id, gaming_day, slot_id, kind, currency${isPostgres ? sql`, tenant_id` : sql``}))
    ${isPostgres ? sql`` : sql`without rowid`}`.execute(db)
  await sql`delete from event_sums`.execute(db)
  const rules = await rulesOf(db)
  const { rows: slots } = await sql<{
    id: string
    currency: string
  }>`select id, currency from slots order by id`.execute(db)
  for (const slot of slots) {
    const rows = await sumsOf(db, slot, rules)
    if (rows.length === 0) continue
    const write = (on: Kysely<unknown>) => insertMany(on as Db, 'event_sums', columns, rows)
    await (isPostgres ? write(db) : db.transaction().execute(write))
  }
}

async function rulesOf(db: Kysely<unknown>): Promise<ReadonlyMap<string, readonly DayRule[]>> {
  const { rows } = await sql<
    DayRule & { location: string }
  >`select location_id as location, from_date as "from",
    time_zone as "timeZone", gaming_day_start as "dayStart" from location_rules order by from_date`.execute(
    db,
  )
  const found = new Map<string, DayRule[]>()
  for (const { location, ...rule } of rows) found.set(location, [...(found.get(location) ?? []), rule])
  return found
}

async function sumsOf(
  db: Kysely<unknown>,
  slot: { id: string; currency: string },
  rules: ReadonlyMap<string, readonly DayRule[]>,
): Promise<Row[]> {
  const { rows: events } =
    await sql<Stored>`select id, code, server_time as "at", server_nano as "nano", data, location_id, tenant_id
    from events where slot_id = ${slot.id} and code in (${sql.join(codes)})`.execute(db)
  if (events.length === 0) return []
  const { rows: history } = await sql<{ valid_from: number; currency: string }>`
    select valid_from, currency from slot_history where slot_id = ${slot.id} order by valid_from`.execute(db)
  const amounts = amountsOf(events)
  const sums = new Map<string, Row>()
  for (const { id, at, nano, location_id, tenant_id } of events) {
    const amount = amounts.get(id)
    const days = rules.get(location_id)
    if (!amount || !days) continue
    const end = nano > 0 ? at + 1 : at
    const currency = (history.findLast(row => row.valid_from < end) ?? history[0] ?? slot).currency
    const of = {
      location_id,
      gaming_day: gamingDayIn(days, at),
      slot_id: slot.id,
      kind: amount.kind,
      currency,
      tenant_id,
    }
    const key = Object.values(of).join(' ')
    const row = sums.get(key) ?? { ...of, records: 0, without_amount: 0, minor: 0 }
    row.records++
    if (amount.minor === null) row.without_amount++
    else row.minor += amount.minor
    sums.set(key, row)
  }
  return [...sums.values()]
}
