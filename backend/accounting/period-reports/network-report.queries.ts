/**
 * Sums over all slots in scope, priced and cut by the database: a network has more slots and days than one request may
 * carry.
 */
import { sql, type RawBuilder } from 'kysely'
import { Problem } from '../../platform/contract/problem'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import { contributedBy } from '../../money/jackpots/contributed.service'
import type { DayFigures } from '../figures/aggregate.contract'
import { daysOf, figures } from '../figures/aggregate.queries'
import { moved, movedGames } from '../figures/moved.queries'
import { movementNames, type MovementMeter } from '../../telemetry/readings/meters.contract'
import {
  MOST_FED_SLOT_DAYS,
  MOST_SLOT_DAYS,
  type NetworkAnswer,
  type NetworkGroup,
  type NetworkRequest,
} from './network-report.contract'
import { clockOf } from './network-clock.service'
import { knownOfNetwork } from './known-rows.queries'
import { maybeOutside } from './outside-band.queries'
import { bandOf } from './rtp-band.service'
import { dayRules } from '../../telemetry/readings/slot-history.queries'

type Sums = Record<MovementMeter, number>
type Currency = DayFigures['currency']
interface Row extends Sums {
  currency: Currency
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
async function summed(db: Db, scope: Scope, query: NetworkRequest): Promise<{ rows: Row[]; totals: Row[] }> {
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

/** Throws 413: a whole network over months would keep the database from everybody else. Answers slots times days. */
async function demandRoom(
  db: Db,
  { tenantId }: Scope,
  { from, to, location }: NetworkRequest,
): Promise<number> {
  const { slots } = await db
    .selectFrom('slots')
    .select(({ fn }) => fn.countAll<number>().as('slots'))
    .$if(tenantId !== null, query => query.where('tenant_id', '=', tenantId ?? ''))
    .$if(location !== null, query => query.where('location_id', '=', location ?? ''))
    .executeTakeFirstOrThrow()
  const slotDays = Number(slots) * daysOf(from, to).length
  if (slotDays > MOST_SLOT_DAYS)
    throw new Problem(413, 'report_too_wide', { details: { limit: MOST_SLOT_DAYS } })
  return slotDays
}

/** PostgreSQL returns sums of large integers as text. */
const numbersOf = (row: Sums): Sums =>
  Object.fromEntries(movementNames.map(name => [name, Number(row[name])])) as Sums

async function knownDays(db: Db, { tenantId }: Scope, { from, to, location }: NetworkRequest) {
  const days = daysOf(from, to).map(day => ({ day }))
  const { rows } = await sql<{ day: string }>`select b.day from ${rowsAsTable(db, { day: 'text' }, days)}
    where exists (select 1 from counter_days c where c.gaming_day = b.day
      ${tenantId === null ? sql`` : sql`and c.tenant_id = ${tenantId}`}
      ${location === null ? sql`` : sql`and c.location_id = ${location}`})`.execute(db)
  return new Set(rows.map(({ day }) => day))
}

export async function networkReport(
  db: Db,
  scope: Scope,
  request: NetworkRequest,
  { now, seesJackpots }: { now: number; seesJackpots: boolean },
): Promise<NetworkAnswer> {
  const { zone, open, running } = await clockOf(db, scope, request.location, now)
  const isAhead = request.from > open
  const to = request.to < open ? request.to : open
  const query = { ...request, to: isAhead ? request.from : to }
  const slotDays = await demandRoom(db, scope, query)
  const isFed = seesJackpots && query.by !== 'tenant' && slotDays <= MOST_FED_SLOT_DAYS
  const [{ rows, totals }, known, contributed] = await Promise.all([
    summed(db, scope, query),
    knownDays(db, scope, query),
    isFed ? contributedTo(db, scope, query) : null,
  ])
  const all = totals[0]?.all_rows ?? 0
  const found = rows.map(row => written(row, query.by === 'game' ? null : contributed))
  const isOutside = query.show === 'outside'
  const shown = isOutside ? found.filter(({ verdict }) => verdict === 'above' || verdict === 'below') : found
  return {
    rows: await knownOfNetwork(db, shown.slice(0, query.rows), query),
    totals: totals.map(row => {
      const sums = figures(row.currency, row)
      return { ...sums, ...withJackpots(sums, contributed && (contributed.get(row.currency) ?? 0)) }
    }),
    from: query.from,
    to: query.to,
    open_day: running,
    missing_days: isAhead ? [] : daysOf(query.from, query.to).filter(day => !known.has(day)),
    hours: null,
    ...(isOutside && { outside: { rows: shown.length, of: all } }),
    left_out: (isOutside ? shown.length : all) - Math.min(shown.length, query.rows),
    time_zone: zone,
    as_of: now,
  }
}

/** Ten-thousandths of a minor unit, by currency alone, by location and by slot there. */
type Fed = ReadonlyMap<string, number>

async function contributedTo(
  db: Db,
  { tenantId }: Scope,
  { from, to, location }: NetworkRequest,
): Promise<Fed> {
  const places = await db
    .selectFrom('locations')
    .select(['id', 'tenant_id'])
    .$if(tenantId !== null, query => query.where('tenant_id', '=', tenantId ?? ''))
    .$if(location !== null, query => query.where('id', '=', location ?? ''))
    .execute()
  const rules = await dayRules(
    db,
    places.map(({ id }) => id),
  )
  const days = places.flatMap(({ id, tenant_id }) => {
    const held = rules.get(id)
    return held ? [{ tenant_id, location_id: id, rules: held, from, to }] : []
  })
  const fed = new Map<string, number>()
  for (const { slot_id, location_id, currency, parts } of await contributedBy(db, days))
    for (const key of [currency, `${location_id} ${currency}`, `${slot_id} ${location_id} ${currency}`])
      fed.set(key, (fed.get(key) ?? 0) + parts)
  return fed
}

const PARTS = 10_000

/**
 * Jackpots won are not counted here: in the long run play returns what it contributed, whoever wins it and whenever.
 */
function withJackpots(
  { coin_in, coin_out, jackpot }: Pick<DayFigures, 'coin_in' | 'coin_out' | 'jackpot'>,
  parts: number | null,
) {
  if (parts === null) return { contributed: null, rtp_with_jackpot: null }
  return {
    contributed: Math.round(parts / PARTS),
    rtp_with_jackpot: coin_in > 0 ? Math.round(((coin_out + jackpot) * PARTS + parts) / coin_in) : null,
  }
}

/** The theoretical return is the slot's: nothing says which game of its mix a number is. */
function written(row: Row, fed: Fed | null): NetworkAnswer['rows'][number] {
  const { currency, slot_id, location_id, group_id, name, location, game_nr, row_kind } = row
  const sums = figures(currency, row)
  const theoretical = row.theoretical_rtp === null ? null : Number(row.theoretical_rtp)
  const band = bandOf(
    { rtp: sums.rtp, games: sums.games_played },
    theoretical,
    row.volatility === null ? null : Number(row.volatility),
  )
  const place = slot_id === null ? group_id : `${slot_id} ${location_id}`
  const jackpots = withJackpots(sums, fed && (fed.get(`${place} ${currency}`) ?? 0))
  return {
    key: [group_id, location, row_kind, game_nr].filter(part => part !== null).join(' '),
    name,
    hours: null,
    ...sums,
    slot: slot_id === null ? null : { _id: slot_id, name: name ?? '' },
    location,
    game_nr: game_nr === null ? null : Number(game_nr),
    told: row_kind,
    theoretical,
    ...(slot_id === null ? { band_low: null, band_high: null, verdict: null } : band),
    ...jackpots,
    jackpot_gap:
      jackpots.rtp_with_jackpot === null || theoretical === null
        ? null
        : jackpots.rtp_with_jackpot - theoretical,
  }
}
