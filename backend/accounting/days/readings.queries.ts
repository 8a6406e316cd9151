/** The readings at which a slot's day opens and closes, each found by the index. Doubtful readings are not used. */
import { sql, type RawBuilder } from 'kysely'
import { isPostgres, rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'
import { mainNames, type MainMeter } from '../../telemetry/readings/meters.contract'
import type { Moment } from '../../telemetry/readings/movement'
import type { Day } from '../../telemetry/gaming-days/place.service'

export type StoredReading = Record<MainMeter, number | null> & {
  slot_id: string
  smib_id: string
  run: number
  message_seq_nr: number
  server_time: number
  server_nano: number
  denomination_minor: number
  currency: 'RON' | 'EUR'
  repairs: string | null
  held: 'open' | 'stray' | 'too_late' | null
}

export const readingColumns = sql.join(
  [
    'slot_id',
    'smib_id',
    'run',
    'message_seq_nr',
    'server_time',
    'server_nano',
    'denomination_minor',
    'currency',
    'repairs',
    'held',
    ...mainNames,
  ].map(name => sql.ref(`r.${name}`)),
)

const order = (direction: 'asc' | 'desc') =>
  sql.raw(['server_time', 'server_nano', 'message_seq_nr'].map(name => `x.${name} ${direction}`).join(', '))

/** `b` names the slot (`id`) and its key (`k`); `of` says which of the slot's readings count. */
async function chosen(
  db: Db,
  lookups: RawBuilder<unknown>,
  of: RawBuilder<unknown>,
  direction: 'asc' | 'desc',
  game = 0,
  held = sql`is null`,
): Promise<Map<string, StoredReading>> {
  const one = sql`from counter_readings x
    where x.slot_nr = ${numberOf(sql`b.id`)} and x.game_nr = ${game} and x.held ${held} and ${of} order by ${order(direction)} limit 1`
  // PostgreSQL would compare each of the slot's readings. The embedded engine has no lateral joins and looks the one
  // up; the cross join makes it go from the lookups to the readings.
  const found = isPostgres(db)
    ? sql`cross join lateral (select x.* ${one}) r`
    : sql`cross join counter_readings r where r.slot_nr = ${numberOf(sql`b.id`)} and r.game_nr = ${game} and r.held ${held}
      and (r.server_time, r.server_nano, r.message_seq_nr) = (select x.server_time, x.server_nano, x.message_seq_nr ${one})`
  const { rows } = await sql<StoredReading & { k: string }>`
    select b.k, ${readingColumns} from ${lookups} ${found}`.execute(db)
  return new Map(rows.map(({ k, ...reading }) => [k, reading]))
}

export interface Kind {
  slot_id: string
  currency: string
  denomination_minor: number
}
export const kindKey = ({ slot_id, currency, denomination_minor }: Kind) =>
  `${slot_id} ${currency} ${denomination_minor}`

export const momentOf = (one: StoredReading): Moment => ({
  at: one.server_time,
  nano: one.server_nano,
  seq: one.message_seq_nr,
  smib: one.smib_id,
})

/**
 * The first and the last reading of the day's movement, by slot and price; of the whole slot or of one of its games.
 */
export async function firstAndLast(
  db: Db,
  { locationId, day, from, to }: Day,
  kinds: readonly Kind[],
  game = 0,
) {
  const ends = new Map<string, { first?: StoredReading; last?: StoredReading }>()
  if (kinds.length === 0) return ends
  const lookups = () =>
    rowsAsTable(
      db,
      { id: 'text', k: 'text', currency: 'text', price: 'bigint' },
      kinds.map(({ slot_id, currency, denomination_minor }) => ({
        id: slot_id,
        k: `${slot_id} ${currency} ${denomination_minor}`,
        currency,
        price: denomination_minor,
      })),
    )
  // The location is said as an expression, so that no planner goes through all of its readings for each slot (of 60
  // slots: 265 ms instead of 8).
  const ofDay = sql`x.server_time >= ${from} and x.server_time <= ${to} and x.gaming_day = ${day}
    and x.location_id || '' = ${locationId} and x.currency = b.currency and x.denomination_minor = b.price`
  const [first, last] = await Promise.all([
    chosen(db, lookups(), ofDay, 'asc', game),
    chosen(db, lookups(), ofDay, 'desc', game),
  ])
  for (const [key, reading] of first) ends.set(key, { first: reading, last: last.get(key) ?? reading })
  return ends
}

export interface AtMoment {
  slot: string
  key: string
  at: number
  nano: number
  seq: number
}
const moments = (db: Db, all: readonly AtMoment[]) =>
  rowsAsTable(
    db,
    { id: 'text', k: 'text', at: 'bigint', nano: 'bigint', seq: 'bigint' },
    all.map(({ slot, key, at, nano, seq }) => ({ id: slot, k: key, at, nano, seq })),
  )

/**
 * The last good reading before a moment, by key; of the whole slot, or of one of its games. `held`: the last one in
 * doubt instead.
 */
export async function openings(
  db: Db,
  all: readonly AtMoment[],
  game = 0,
  held = false,
): Promise<Map<string, StoredReading>> {
  if (all.length === 0) return new Map()
  return chosen(
    db,
    moments(db, all),
    sql`x.server_time <= b.at and (x.server_time, x.server_nano, x.message_seq_nr) < (b.at, b.nano, b.seq)`,
    'desc',
    game,
    held ? sql`= 'open'` : undefined,
  )
}

/** The first good reading after a moment, by key; of the whole slot, or of one of its games. */
export const followers = async (
  db: Db,
  all: readonly AtMoment[],
  game: number,
): Promise<Map<string, StoredReading>> =>
  all.length === 0
    ? new Map()
    : chosen(
        db,
        moments(db, all),
        sql`x.server_time >= b.at and (x.server_time, x.server_nano, x.message_seq_nr) > (b.at, b.nano, b.seq)`,
        'asc',
        game,
      )

/**
 * Good readings within a location's day that are marked, or that precede or follow one of another location or price,
 * with their neighbours; of these slots wherever they stood.
 */
export async function turningPoints(
  db: Db,
  { locationId, day, from, to }: Day,
  slotIds: readonly string[],
  game: number,
): Promise<(StoredReading & { location_id: string })[]> {
  if (slotIds.length === 0) return []
  const kind = sql`r.location_id || ' ' || r.currency || ' ' || r.denomination_minor`
  const { rows } = await sql<StoredReading & { location_id: string }>`
    select r.* from (select ${readingColumns}, r.location_id, ${kind} as kind, lag(${kind}) over w as kind_before,
        lead(${kind}) over w as kind_after, lead(r.repairs) over w as repairs_after
      from ${rowsAsTable(
        db,
        { id: 'text' },
        slotIds.map(id => ({ id })),
      )}
      cross join counter_readings r where r.slot_nr = ${numberOf(sql`b.id`)} and r.game_nr = ${game} and r.held is null
        and r.server_time >= ${from} and r.server_time <= ${to} and (r.location_id <> ${locationId} or r.gaming_day = ${day})
      window w as (partition by r.slot_id order by r.server_time, r.server_nano, r.message_seq_nr)) r
    where r.repairs is not null or r.repairs_after is not null
      or coalesce(r.kind_before, '') <> r.kind or coalesce(r.kind_after, '') <> r.kind
    order by r.slot_id, r.server_time, r.server_nano, r.message_seq_nr`.execute(db)
  return rows
}
