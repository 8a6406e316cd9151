/**
 * Sums over all slots in scope, priced and cut by the database: a network has more slots and days than one request may
 * carry.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import type { DayFigures } from '../figures/aggregate.contract'
import { moved, movedGames } from '../figures/moved.queries'
import { movementNames, type MovementMeter } from '../../telemetry/readings/meters.contract'
import type { NetworkGroup, NetworkRequest } from './network-report.contract'
import { maybeOutside } from './outside-band.queries'

type Sums = Record<MovementMeter, number>
export interface Row extends Sums {
  currency: DayFigures['currency']
  slot_id: string | null
  location_id: string | null
  group_id: string | null
  name: string | null
  location: string | null
  game_nr: number | null
  row_kind: 'game' | 'slot' | 'rest' | null
  theoretical_rtp: number | null
  volatility: number | null
  all_rows: number
}

const each = (write: (name: MovementMeter) => RawBuilder<unknown>) => sql.join(movementNames.map(write))
const refs = each(name => sql.ref(name))
const sums = each(name => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`)
const own = (name: MovementMeter) => sql.ref(`own_${name}`)
const games = (name: MovementMeter) => sql.ref(`games_${name}`)
/** Of a slot that reports only its games, these stand for it. */
const whole = (name: MovementMeter) => sql`coalesce(${own(name)}, ${games(name)})`
const anyMeter = movementNames[0] ?? 'coin_in'

/**
 * By slot, location and currency, what its own counters (game 0) moved and what its games did; null where there are
 * none of these. A slot that was moved within the period has rows at both locations.
 */
const wholes = sql`wholes as (
  select slot_id, location_id, tenant_id, currency, ${each(
    name => sql`sum(case when of_games = 0 then ${sql.ref(name)} end) as ${own(name)},
      sum(case when of_games = 1 then ${sql.ref(name)} end) as ${games(name)}`,
  )}
  from moved_wholes group by slot_id, location_id, tenant_id, currency)`

/**
 * What a slot's own counters have beyond its games; nothing where every credit is a game's. With its games, they add up
 * to the slot's own counters.
 */
const rests = sql`rests as (
  select slot_id, location_id, currency, case when ${games(anyMeter)} is null then 'slot' else 'rest' end as row_kind,
    ${each(name => sql`${own(name)} - coalesce(${games(name)}, 0) as ${sql.ref(name)}`)}
  from wholes where ${own(anyMeter)} is not null and (${games(anyMeter)} is null or ${sql.join(
    movementNames.map(name => sql`${own(name)} <> ${games(name)}`),
    sql` or `,
  )}))`

/** The wildest of the games in a slot's mix, of those whose profile says how they scatter. */
const profiles = sql`profiles as (
  select m.mix_id, max(f.volatility) as volatility from game_mix_games m join game_profiles f on f.game_id = m.game_id
  where f.archived_at is null group by m.mix_id)`

const ofSlots = sql`join slots s on s.id = b.slot_id join locations l on l.id = b.location_id
  left join profiles x on x.mix_id = s.game_mix_id`
const isMaybeOutside = maybeOutside(sql`s.theoretical_rtp`, sql`x.volatility`)

/** All games, with no more of their figures than say whether they are outside their band. */
function gameKeys(isOutside: boolean) {
  const judged: MovementMeter[] = isOutside ? ['games_played', 'coin_in', 'coin_out', 'jackpot'] : []
  const added = judged.map(name => sql`, sum(${sql.ref(name)}) as ${sql.ref(name)}`)
  return sql`game_keys as (select slot_id, location_id, currency, game_nr ${sql.join(added, sql` `)}
    from ${movedGames(judged)} group by slot_id, location_id, currency, game_nr)`
}

/** Slots of which a game can be on the page: each has a row at least, so no more of them are than rows. */
const slotsOfPage = ({ show, rows }: NetworkRequest) =>
  show === 'outside'
    ? sql`select b.slot_id from game_keys b ${ofSlots} where ${isMaybeOutside}`
    : sql`select s.id from slots s where s.serial <= (select max(f.serial) from (
        select s.serial from (select distinct slot_id from wholes) p join slots s on s.id = p.slot_id
        order by s.serial limit ${rows}) f)`

/** By group: its rows, named, and how many there are. */
const groups: Readonly<
  Record<NetworkGroup, (query: NetworkRequest) => { summed: RawBuilder<unknown>; all: RawBuilder<unknown> }>
> = {
  game: query => ({
    summed: sql`${rests}, ${gameKeys(query.show === 'outside')}, summed as (
      select slot_id as group_id, slot_id, location_id, game_nr, 'game' as row_kind, currency, ${sums}
      from ${movedGames(movementNames)} where slot_id in (${slotsOfPage(query)}) group by slot_id, location_id, game_nr, currency
      union all select slot_id, slot_id, location_id, null, row_kind, currency, ${refs} from rests)`,
    all: sql`(select count(*) from game_keys) + (select count(*) from rests)`,
  }),
  slot: () => ({
    summed: sql`summed as (
      select slot_id as group_id, slot_id, location_id, null as game_nr, null as row_kind, currency,
        ${each(name => sql`${whole(name)} as ${sql.ref(name)}`)} from wholes)`,
    all: sql`(select count(*) from wholes)`,
  }),
  location: () => ({ summed: byPlace(sql`location_id`), all: sql`(select count(*) from summed)` }),
  tenant: () => ({ summed: byPlace(sql`tenant_id`), all: sql`(select count(*) from summed)` }),
}

const byPlace = (place: RawBuilder<unknown>) => sql`summed as (
  select ${place} as group_id, null as slot_id, null as location_id, null as game_nr, null as row_kind, currency,
    ${each(name => sql`sum(${whole(name)}) as ${sql.ref(name)}`)} from wholes group by ${place}, currency)`

/**
 * Rows of the page, then the totals of all: one statement, so that the sums are made once. A total has no `group_id`,
 * and says how many rows there are.
 */
export async function summed(
  db: Db,
  scope: Scope,
  query: NetworkRequest,
): Promise<{ rows: Row[]; totals: Row[] }> {
  const isSlot = query.by === 'slot' || query.by === 'game'
  const isOutside = query.show === 'outside'
  const group = groups[query.by](query)
  const { rows } = await sql<Row>`with ${moved(db, scope, query)}, ${wholes}, ${profiles}, ${group.summed},
    page as (
      select b.group_id, b.slot_id, b.location_id, b.game_nr, b.row_kind, b.currency, ${each(name => sql.ref(`b.${name}`))}, ${
        isSlot
          ? sql`s.serial as name, l.name as location, s.theoretical_rtp, x.volatility`
          : sql`n.name, null as location, null as theoretical_rtp, null as volatility`
      }
      from summed b
      ${
        isSlot
          ? sql`${ofSlots} ${isOutside ? sql`where ${isMaybeOutside}` : sql``}`
          : sql`join ${sql.table(query.by === 'location' ? 'locations' : 'tenants')} n on n.id = b.group_id`
      }
      order by ${isSlot ? sql`s.serial, l.name, b.slot_id, b.game_nr is null, b.game_nr` : sql`n.name, b.group_id`}, b.currency
      ${isOutside ? sql`` : sql`limit ${query.rows}`})
    select group_id, slot_id, location_id, cast(game_nr as integer) as game_nr, row_kind, currency, ${refs}, name, location,
      cast(theoretical_rtp as integer) as theoretical_rtp, cast(volatility as integer) as volatility, 0 as all_rows
    from page
    union all
    select null, null, null, null, null, currency, ${each(name => sql`sum(${whole(name)})`)}, null, null, null, null, ${group.all}
    from wholes group by currency`.execute(db)
  const read = rows.map(row => ({ ...row, ...numbersOf(row), all_rows: Number(row.all_rows) }))
  return {
    rows: read.filter(row => row.group_id !== null).sort(inOrder),
    totals: read.filter(row => row.group_id === null).sort(inOrder),
  }
}

/** A union has no order of its own. */
const inOrder = (a: Row, b: Row): number =>
  byText(a.name, b.name) ||
  byText(a.location, b.location) ||
  byText(a.slot_id, b.slot_id) ||
  (a.game_nr ?? Infinity) - (b.game_nr ?? Infinity) ||
  byText(a.currency, b.currency)
const byText = (a: string | null, b: string | null) => (a === b ? 0 : (a ?? '') < (b ?? '') ? -1 : 1)

/** PostgreSQL returns sums of large integers as text. */
const numbersOf = (row: Sums): Sums =>
  Object.fromEntries(movementNames.map(name => [name, Number(row[name])])) as Sums
