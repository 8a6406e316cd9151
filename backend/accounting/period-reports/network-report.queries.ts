/** Reports over all slots in scope: their sums, with what these come to. */
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import { contributedBy } from '../../money/jackpots/contributed.service'
import type { DayFigures } from '../figures/aggregate.contract'
import { daysOf, figures } from '../figures/aggregate.queries'
import {
  MOST_FED_SLOT_DAYS,
  MOST_SLOT_DAYS,
  type NetworkAnswer,
  type NetworkRequest,
} from './network-report.contract'
import { clockOf, demandRoom, reportedDays } from './network-clock.service'
import { knownOfNetwork } from './known-rows.queries'
import { summed, type Row } from './network-sums.queries'
import { bandOf } from './rtp-band.service'
import { dayRules } from '../../telemetry/readings/slot-history.queries'

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
  const slotDays = await demandRoom(db, scope, query, MOST_SLOT_DAYS)
  const isFed = seesJackpots && query.by !== 'tenant' && slotDays <= MOST_FED_SLOT_DAYS
  const [{ rows, totals }, known, contributed] = await Promise.all([
    summed(db, scope, query),
    reportedDays(db, scope, query),
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
