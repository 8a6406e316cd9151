/**
 * What play put into jackpots over some days, by slot: as contributions are made (`contributions.service.ts`), from the
 * hours that begin in the days.
 * Increments change seldom: hours are summed up between two changes, and each sum is multiplied once. Joined hour by
 * hour, three levels took twice as long.
 */
import { sql } from 'kysely'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'

/** A location's days, epoch milliseconds, end exclusive. */
export interface PlaceDays {
  tenant_id: string
  location_id: string
  begins: number
  ends: number
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
  if (fed.length === 0) return []
  const tenantOf = new Map(fed.map(place => [place.location_id, place.tenant_id]))
  const sums = new Map<string, Contributed>()
  for (const { slot_id, location_id, currency, begins, coin_in } of await playedIn(
    db,
    cut(fed, [...terms, ...sources]),
  )) {
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

/** Most locations have no jackpot, and their hours need not be read. */
const isFed = (place: PlaceDays, terms: readonly Term[], sources: readonly Source[]): boolean =>
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
    .select(['jackpot_id', 'location_id', 'slot_id', 'from_hour', 'to_hour'])
    .where('tenant_id', 'in', tenants)
    .execute()
  return rows.map(row => ({ ...row, ...spanned(row) }))
}

/** Each location's days in pieces within which nothing changes. */
function cut(places: readonly PlaceDays[], spans: readonly Span[]): PlaceDays[] {
  const changes = [
    ...new Set(spans.flatMap(({ from_hour, to_hour }) => [from_hour, to_hour ?? from_hour])),
  ].sort((a, b) => a - b)
  return places.flatMap(place => {
    const at = [place.begins, ...changes.filter(one => one > place.begins && one < place.ends), place.ends]
    return at.slice(0, -1).map((begins, nr) => ({ ...place, begins, ends: at[nr + 1] as number }))
  })
}

/** Coin in of game 0, in minor units, of each slot and piece. */
async function playedIn(db: Db, pieces: readonly PlaceDays[]) {
  const { rows } = await sql<Omit<Contributed, 'parts'> & { begins: number; coin_in: number }>`
    select h.slot_id, h.location_id, h.currency, b.begins, sum(h.coin_in * h.denomination_minor) as coin_in
    from ${rowsAsTable<Pick<PlaceDays, 'location_id' | 'begins' | 'ends'>>(
      db,
      { location_id: 'text', begins: 'bigint', ends: 'bigint' },
      pieces,
    )}
    cross join counter_hours h
    where h.location_nr = ${numberOf(sql`b.location_id`)} and h.hour_start >= b.begins and h.hour_start < b.ends and h.game_nr = 0
    group by h.slot_id, h.location_id, h.currency, b.begins`.execute(db)
  // PostgreSQL tells sums of large integers as text.
  return rows.map(row => ({ ...row, begins: Number(row.begins), coin_in: Number(row.coin_in) }))
}
