/**
 * Hours that were booked whole although a gaming day begins within them, parted by the days' sums, which were exact:
 * readings may be in archives, and days that are sealed keep what they are worth. Once, by migration 253.
 */
import { HOUR_MS } from '../../platform/contract/durations'
import { sql } from 'kysely'
import { insertMany, isPostgres, rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { updateMany } from '../../platform/db/update-many'
import { dateAfter, gamingDayBoundsIn, type DayRule } from '../../estate/locations/gaming-day.service'
import { OWN } from './summed'

/** As they were named when that migration landed. */
const sums = [
  'readings',
  'coin_in',
  'coin_out',
  'jackpot',
  'handpaid_cancelled',
  'games_played',
  'games_won',
  'bills_in',
  'ticket_in',
  'ticket_out',
  'electronic_in',
  'electronic_out',
  'hopper_out',
  'total_drop',
  'coins_in',
]

/** A gaming day that begins within an hour. */
interface Cut {
  day: string
  at: number
}
interface Uneven {
  id: string
  nr: number
  cuts: Cut[]
}

/** With the days that begin so there. */
export async function unevenLocations(db: Db): Promise<Uneven[]> {
  const { rows } = await sql<{ id: string; nr: number; first: string; last: string }>`
    select d.location_id as id, n.nr, min(d.gaming_day) as first, max(d.gaming_day) as last
    from counter_days d join short_ids n on n.id = d.location_id group by d.location_id, n.nr`.execute(db)
  const { rows: rules } = await sql<DayRule & { id: string }>`
    select location_id as id, from_date as "from", time_zone as "timeZone", gaming_day_start as "dayStart"
    from location_rules order by from_date`.execute(db)
  return rows
    .map(({ id, nr, first, last }) => ({
      id,
      nr: Number(nr),
      cuts: cutsOf(
        rules.filter(one => one.id === id),
        first,
        last,
      ),
    }))
    .filter(({ cuts }) => cuts.length > 0)
}

function cutsOf(rules: readonly DayRule[], first: string, last: string): Cut[] {
  const cuts: Cut[] = []
  if (rules.length === 0) return cuts
  for (let day = first; day <= dateAfter(last, 1); day = dateAfter(day, 1)) {
    const { from: at, to } = gamingDayBoundsIn(rules, day)
    if (at % HOUR_MS !== 0 && at < to) cuts.push({ day, at })
  }
  return cuts
}

/** In a transaction. Done again it changes nothing. */
export async function cutLocation(db: Db, { id, nr, cuts }: Uneven): Promise<void> {
  const { rows } = await sql<{ nr: number; id: string; through: string | null; before: number | null }>`
    select n.nr, n.id, s.days_through as through, s.hours_before as before
    from (select distinct slot_nr from stored_hours where location_nr = ${nr}) as h
    join short_ids n on n.nr = h.slot_nr left join summed_slots s on s.slot_id = n.id`.execute(db)
  for (const row of rows) {
    const slot = {
      id: row.id,
      nr: Number(row.nr),
      through: row.through ?? '',
      before: Number(row.before ?? 0),
    }
    await cutHours(db, slot, { id, nr }, cuts)
    await cutReadings(db, slot.nr, nr, cuts)
  }
}

type Row = Record<string, number> & { currency: string; day: string }
interface Slot {
  id: string
  nr: number
  through: string
  before: number
}

async function cutHours(
  db: Db,
  slot: Slot,
  place: { id: string; nr: number },
  cuts: readonly Cut[],
): Promise<void> {
  const columns = sql.join(['game_nr', 'denomination_minor', ...sums].map(name => sql.ref(name)))
  const { rows: hours } = await sql<Row>`select hour_start, tenant_nr, currency, ${columns} from stored_hours
    where slot_nr = ${slot.nr} and location_nr = ${place.nr} order by hour_start`.execute(db)
  const { rows: days } = await sql<Row>`select gaming_day as day, ${columns} from counter_days
    where slot_id = ${slot.id} and location_id = ${place.id} order by gaming_day`.execute(db)
  for (const price of new Set(hours.map(row => Number(row.denomination_minor)))) {
    const own = (row: Row) => Number(row.denomination_minor) === price
    const parted = partsOf(slot, hours.filter(own), days.filter(own), cuts)
    for (const { from, rows } of parted)
      await sql`delete from stored_hours where slot_nr = ${slot.nr} and location_nr = ${place.nr} and denomination_minor = ${price}
        and hour_start >= ${from} and hour_start < ${from + HOUR_MS}`
        .execute(db)
        .then(() =>
          insertMany(
            db,
            'stored_hours',
            STORED,
            rows.map(row => ({ ...row, slot_nr: slot.nr, location_nr: place.nr, denomination_minor: price })),
          ),
        )
  }
}

const STORED = {
  slot_nr: 'bigint',
  hour_start: 'bigint',
  game_nr: 'bigint',
  location_nr: 'bigint',
  denomination_minor: 'bigint',
  tenant_nr: 'bigint',
  currency: 'text',
  ...(Object.fromEntries(sums.map(name => [name, 'bigint'])) as Record<string, 'bigint'>),
} as const

const numbersOf = (row: Row): number[] => sums.map(name => Number(row[name]))
const plus = (a: readonly number[], b: readonly number[], sign = 1) =>
  sums.map((_, at) => (a[at] ?? 0) + sign * (b[at] ?? 0))
const NOTHING: readonly number[] = sums.map(() => 0)
const isNothing = (all: readonly number[]) => all.every(one => one === 0)

/** Of the whole slot's own meters (0) and of each game, in order of time. */
function seriesOf(rows: readonly Row[], isSummed: (row: Row) => boolean): Map<number, Row[]> {
  const found = new Map<number, Row[]>()
  for (const row of rows) {
    const nr = Number(row.game_nr)
    // The sum of the games is made again.
    if (nr === 0 && isSummed(row)) continue
    const game = nr === OWN ? 0 : nr
    const known = found.get(game)
    if (known) known.push(row)
    else found.set(game, [row])
  }
  return found
}

/** Sums rows from the first to the requested last, which only goes forward. */
function running(rows: readonly Row[] = []) {
  let [next, sum] = [0, NOTHING]
  return (isThere: (row: Row) => boolean): readonly number[] => {
    for (let row = rows[next]; row && isThere(row); row = rows[++next]) sum = plus(sum, numbersOf(row))
    return sum
  }
}

/**
 * The hours in which a day begins, as they are to be: what the days before have more than the hours before is the first
 * part's.
 */
function partsOf(slot: Slot, hours: readonly Row[], days: readonly Row[], cuts: readonly Cut[]) {
  const booked = seriesOf(hours, row => Number(row.hour_start) < slot.before)
  const daily = seriesOf(days, row => row.day <= slot.through)
  const games = [...new Set([...booked.keys(), ...daily.keys()])]
  const [head] = hours
  // What hours and days say differently cannot be parted by them.
  const isTrue = games.every(game =>
    isNothing(
      plus(
        running(booked.get(game))(() => true),
        running(daily.get(game))(() => true),
        -1,
      ),
    ),
  )
  if (!head || !isTrue) return []
  const starts = new Set(hours.map(row => Math.floor(Number(row.hour_start) / HOUR_MS) * HOUR_MS))
  const each = games.map(game => ({
    game,
    hoursTo: running(booked.get(game)),
    daysTo: running(daily.get(game)),
  }))
  return cuts.flatMap(({ day, at }) => {
    const from = Math.floor(at / HOUR_MS) * HOUR_MS
    if (!starts.has(from)) return []
    const parts = each.map(({ game, hoursTo, daysTo }): [number, Parts] => {
      const before = hoursTo(row => Number(row.hour_start) < from)
      const until = hoursTo(row => Number(row.hour_start) < from + HOUR_MS)
      const through = daysTo(row => row.day < day)
      return [game, [plus(through, before, -1), plus(until, through, -1)]]
    })
    const { tenant_nr, currency } = head
    const rows = ([0, 1] as const).flatMap(nr => {
      const hour_start = nr === 0 ? from : at
      const moved = stored(new Map(parts.map(([game, both]) => [game, both[nr]])), hour_start < slot.before)
      return moved.map(one => ({ hour_start, tenant_nr: Number(tenant_nr), currency, ...one }))
    })
    return [{ from, rows }]
  })
}
type Parts = [first: readonly number[], second: readonly number[]]

function stored(moved: Map<number, readonly number[]>, isSummed: boolean): Record<string, number>[] {
  if (isSummed) {
    const own = moved.get(0) ?? NOTHING
    moved.delete(0)
    const whole = [...moved.values()].reduce((sum, one) => plus(sum, one), NOTHING)
    moved.set(0, whole).set(OWN, own)
  }
  return [...moved]
    .filter(([, all]) => !isNothing(all))
    .map(([game_nr, all]) => ({
      game_nr,
      ...Object.fromEntries(sums.map((name, at) => [name, all[at] ?? 0])),
    }))
}

/** Readings of the second part of such an hour say so: whoever takes one back finds where it is booked. */
async function cutReadings(db: Db, slot: number, location: number, cuts: readonly Cut[]): Promise<void> {
  const common = ['slot_nr', 'tenant_nr', 'smib_nr', 'run', 'denomination_minor', 'currency', 'day_gap']
  const named = (alias: string) => sql.join(common.map(name => sql.ref(`${alias}.${name}`)))
  const isWanted = sql`${sql.join(
    common.map(name => sql`${sql.ref(`n.${name}`)} = ${sql.ref(`t.${name}`)}`),
    sql` and `,
  )} and n.hour_cut = b.cut`
  const parts = rowsAsTable(
    db,
    { at: 'bigint', until: 'bigint', cut: 'bigint' },
    cuts.map(({ at }) => ({ at, until: at + HOUR_MS - (at % HOUR_MS), cut: at % HOUR_MS })),
  )
  // Ends in (at, until], to the nanosecond.
  const found = sql`${parts} cross join stored_readings r join reading_terms t on t.slot_nr = r.slot_nr and t.nr = r.terms
    left join reading_terms n on ${isWanted}
    where r.slot_nr = ${slot} and r.location_nr = ${location} and r.server_time >= b.at and r.server_time <= b.until
      and (r.server_time > b.at or r.server_nano > 0) and (r.server_time < b.until or r.server_nano = 0)`
  const [nr, next] = isPostgres(db)
    ? [sql``, sql``]
    : [
        sql`nr, `,
        sql`(select coalesce(max(n.nr), -1) from reading_terms n where n.slot_nr = ${slot}) + row_number() over (), `,
      ]
  await sql`insert into reading_terms (${nr}${sql.join(common.map(name => sql.ref(name)))}, hour_cut)
    select ${next}${named('w')}, w.cut from (select distinct ${named('t')}, b.cut from ${found} and n.nr is null) as w`.execute(
    db,
  )
  const key = ['slot_nr', 'server_time', 'server_nano', 'message_seq_nr', 'game_nr'] as const
  const { rows } = await sql<Record<(typeof key)[number] | 'was' | 'terms', number>>`
    select ${sql.join(key.map(name => sql.ref(`r.${name}`)))}, r.terms as was, n.nr as terms from ${found} and n.nr <> r.terms`.execute(
    db,
  )
  const keys = Object.fromEntries(key.map(name => [name, name])) as Record<
    (typeof key)[number],
    (typeof key)[number]
  >
  const columns = Object.fromEntries([...key, 'was', 'terms'].map(name => [name, 'bigint'])) as Record<
    (typeof key)[number] | 'was' | 'terms',
    'bigint'
  >
  for (let from = 0; from < rows.length; from += PIECE)
    await updateMany(
      db,
      'stored_readings',
      { ...keys, terms: 'was' },
      columns,
      rows.slice(from, from + PIECE),
    )
}
const PIECE = 2_000
