/**
 * What play put into jackpots over some gaming days, by slot: as contributions are made (`contributions.service.ts`),
 * from the hours that begin in the days.
 * Increments change seldom: between two changes each slot's play is summed up and multiplied once, from its days; only
 * a day within which one changes is read hour by hour.
 */
import { sql, type RawBuilder } from 'kysely'
import {
  dateAfter,
  gamingDayBoundsIn,
  gamingDayIn,
  type DayRule,
} from '../../estate/locations/gaming-day.service'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { idOf, numberOf } from '../../platform/db/short-ids'

/** Gaming days of a location, both ends included. */
export interface PlaceDays {
  tenant_id: string
  location_id: string
  rules: readonly DayRule[]
  from: string
  to: string
}

export interface Contributed {
  slot_id: string
  location_id: string
  currency: string
  /** Shown and hidden part, in ten-thousandths of a minor unit: whole numbers. */
  parts: number
}

interface Span {
  from_hour: number
  to_hour: number | null
}
interface Term extends Span {
  tenant_id: string
  currency: string
  jackpot_id: string
  basis_points: number
}
interface Source extends Span {
  tenant_id: string
  jackpot_id: string
  location_id: string | null
  slot_id: string | null
}

/** Only levels that the reader may see count: whoever sees a part of a jackpot must not learn its sums. */
export async function contributedBy(db: Db, places: readonly PlaceDays[]): Promise<Contributed[]> {
  const tenants = [...new Set(places.map(place => place.tenant_id))]
  if (tenants.length === 0) return []
  const terms = await termsOf(db, tenants)
  const sources = terms.length === 0 ? [] : await sourcesOf(db, tenants)
  const fed = places.filter(place => isFed(place, terms, sources))
  const tenantOf = new Map(fed.map(place => [place.location_id, place.tenant_id]))
  const sums = new Map<string, Contributed>()
  const changesOf = (tenant: string) => [
    ...terms.filter(one => one.tenant_id === tenant),
    ...sources.filter(one => one.tenant_id === tenant),
  ]
  const { hours, days } = cut(fed, changesOf)
  const isFedThen = ({ location_id, begins }: Piece): boolean =>
    isFed(
      { location_id, tenant_id: tenantOf.get(location_id) ?? '' },
      heldAt(terms, begins),
      heldAt(sources, begins),
    )
  const pieces = { hours: hours.filter(isFedThen), days: days.filter(isFedThen) }
  for (const { slot_id, location_id, currency, begins, coin_in } of await playedIn(db, pieces)) {
    let basisPoints = 0
    for (const term of terms)
      if (
        term.tenant_id === tenantOf.get(location_id) &&
        term.currency === currency &&
        holds(term, begins) &&
        sources.some(
          source =>
            source.jackpot_id === term.jackpot_id &&
            holds(source, begins) &&
            (source.location_id ?? location_id) === location_id &&
            (source.slot_id ?? slot_id) === slot_id,
        )
      )
        basisPoints += term.basis_points
    if (basisPoints === 0) continue
    const key = `${slot_id} ${location_id} ${currency}`
    const sum = sums.get(key) ?? { slot_id, location_id, currency, parts: 0 }
    sum.parts += coin_in * basisPoints
    sums.set(key, sum)
  }
  return [...sums.values()]
}

const holds = ({ from_hour, to_hour }: Span, hour: number): boolean =>
  from_hour <= hour && (to_hour === null || to_hour > hour)

const heldAt = <One extends Span>(all: readonly One[], hour: number): One[] =>
  all.filter(one => holds(one, hour))

/** Most locations have no jackpot, and before their first one none: their hours need not be read. */
const isFed = (
  place: Pick<PlaceDays, 'tenant_id' | 'location_id'>,
  terms: readonly Term[],
  sources: readonly Source[],
): boolean =>
  terms.some(
    term =>
      term.tenant_id === place.tenant_id &&
      sources.some(
        source =>
          source.jackpot_id === term.jackpot_id &&
          (source.location_id ?? place.location_id) === place.location_id,
      ),
  )

const spanned = ({ from_hour, to_hour }: { from_hour: unknown; to_hour: unknown }): Span => ({
  from_hour: Number(from_hour),
  to_hour: to_hour === null ? null : Number(to_hour),
})

async function termsOf(db: Db, tenants: readonly string[]): Promise<Term[]> {
  const rows = await db
    .selectFrom('jackpot_terms as t')
    .innerJoin('jackpot_levels as l', 'l.id', 't.level_id')
    .select(['l.tenant_id', 'l.currency', 'l.jackpot_id', 't.from_hour', 't.to_hour'])
    .select(['t.visible_bp', 't.hidden_bp'])
    .where('l.tenant_id', 'in', tenants)
    .execute()
  return rows.map(({ visible_bp, hidden_bp, ...row }) => ({
    ...row,
    ...spanned(row),
    basis_points: Number(visible_bp) + Number(hidden_bp),
  }))
}

async function sourcesOf(db: Db, tenants: readonly string[]): Promise<Source[]> {
  const rows = await db
    .selectFrom('jackpot_sources')
    .select(['tenant_id', 'jackpot_id', 'location_id', 'slot_id', 'from_hour', 'to_hour'])
    .where('tenant_id', 'in', tenants)
    .execute()
  return rows.map(row => ({ ...row, ...spanned(row) }))
}

/** Within which nothing changes. `begins`: its first instant, epoch milliseconds. */
interface Piece {
  location_id: string
  begins: number
}
interface Pieces {
  /** `ends` is exclusive. */
  hours: (Piece & { ends: number })[]
  /** Whole gaming days, both ends included. */
  days: (Piece & { first_day: string; last_day: string })[]
}

function cut(places: readonly PlaceDays[], spansOf: (tenant: string) => readonly Span[]): Pieces {
  const changes = new Map(
    [...new Set(places.map(place => place.tenant_id))].map(tenant => [
      tenant,
      [
        ...new Set(spansOf(tenant).flatMap(({ from_hour, to_hour }) => [from_hour, to_hour ?? from_hour])),
      ].sort((a, b) => a - b),
    ]),
  )
  const pieces: Pieces = { hours: [], days: [] }
  for (const { tenant_id, location_id, rules, from, to } of places) {
    const beginOf = (day: string) => gamingDayBoundsIn(rules, day).from
    let day = from
    const wholeUntil = (next: string) => {
      if (day < next)
        pieces.days.push({ location_id, begins: beginOf(day), first_day: day, last_day: dateAfter(next, -1) })
      day = next
    }
    const end = beginOf(dateAfter(to, 1))
    const within = (changes.get(tenant_id) ?? []).filter(one => one > beginOf(from) && one < end)
    for (const changed of new Set(within.map(one => gamingDayIn(rules, one)))) {
      wholeUntil(changed)
      const bounds = gamingDayBoundsIn(rules, changed)
      const at = within.filter(one => one > bounds.from && one < bounds.to)
      // A change with the beginning of a day cuts none.
      if (at.length === 0) continue
      for (const [nr, begins] of [bounds.from, ...at].entries())
        pieces.hours.push({ location_id, begins, ends: at[nr] ?? bounds.to })
      day = dateAfter(changed, 1)
    }
    wholeUntil(dateAfter(to, 1))
  }
  return pieces
}

type Played = Omit<Contributed, 'parts'> & { begins: number; coin_in: number }

/** Coin in of game 0, in minor units, of each slot and piece. */
async function playedIn(db: Db, { hours, days }: Pieces): Promise<Played[]> {
  const parts = [
    ...(hours.length === 0 ? [] : [playedInHours(db, hours)]),
    ...(days.length === 0 ? [] : [playedInDays(db, days)]),
  ]
  const rows = await Promise.all(parts.map(async part => (await part.execute(db)).rows))
  // PostgreSQL tells sums of large integers as text.
  return rows.flat().map(row => ({ ...row, begins: Number(row.begins), coin_in: Number(row.coin_in) }))
}

/** Identifiers are looked up of the sums, not of each hour. */
const playedInHours = (db: Db, pieces: Pieces['hours']): RawBuilder<Played> => sql<Played>`
  with played as (
    select h.slot_nr, h.location_nr, h.currency, b.begins, sum(h.coin_in * h.denomination_minor) as coin_in
    from ${rowsAsTable(db, { location_id: 'text', begins: 'bigint', ends: 'bigint' }, pieces)}
    cross join counter_hours h
    where h.location_nr = ${numberOf(sql`b.location_id`)}
      and h.hour_start >= b.begins and h.hour_start < b.ends and h.game_nr = 0
    group by h.slot_nr, h.location_nr, h.currency, b.begins)
  select ${idOf(sql`p.slot_nr`)} as slot_id, ${idOf(sql`p.location_nr`)} as location_id, p.currency, p.begins, p.coin_in
  from played p`

const playedInDays = (db: Db, pieces: Pieces['days']): RawBuilder<Played> => sql<Played>`
  select d.slot_id, d.location_id, d.currency, b.begins, sum(d.coin_in * d.denomination_minor) as coin_in
  from ${rowsAsTable(db, { location_id: 'text', begins: 'bigint', first_day: 'text', last_day: 'text' }, pieces)}
  cross join counter_days d
  where d.location_id = b.location_id and d.gaming_day >= b.first_day and d.gaming_day <= b.last_day and d.game_nr = 0
  group by d.slot_id, d.location_id, d.currency, b.begins`
