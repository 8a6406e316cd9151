/** Money widgets: what was staked, won and held by gaming day, from the daily roll-ups, each currency separately. */
import { sql } from 'kysely'
import { daysBefore, inCredits } from '../overview/takings.queries'
import type { Money } from '../../platform/contract/primitives'
import { daysOf } from '../../accounting/figures/aggregate.queries'
import { MOST_LINES, USUAL_DAYS, type DataOf, type TakingsData, type Widget } from './dashboard.contract'
import type { WidgetPlace } from './dashboard.service'
import { openSpanAt, placedIn, type Reading } from './widget-reading'

type Place = WidgetPlace | null
type Currency = Money['currency']
/** Sums that a day's row of this widget may show. */
export type Takings = 'coin_in' | 'net_win' | 'ggr'

export interface TakenDays {
  from: string
  to: string
  openFrom: string
  rows: ({ day: string; currency: Currency } & Record<Takings, number>)[]
}

const spanOf = (reading: Reading, place: Place, days: Widget['days']) => {
  const { first, last } = openSpanAt(reading, place)
  return { from: daysBefore(last, (days ?? USUAL_DAYS) - 1), to: last, openFrom: first }
}

/** Credits become money by the denomination that each reading had; game 0 is the whole slot. */
const priced = (name: Takings) => sql`sum(${inCredits(name)} * denomination_minor) as ${sql.ref(name)}`

/** All three measures at once: widgets of the same place and period share one statement. */
export async function takenDays(reading: Reading, place: Place, days: Widget['days']): Promise<TakenDays> {
  const { from, to, openFrom } = spanOf(reading, place, days)
  const { rows } = await sql<{ day: string; currency: Currency } & Record<Takings, number | string>>`
    select c.gaming_day as day, c.currency, ${priced('coin_in')}, ${priced('net_win')}, ${priced('ggr')}
    from counter_days c
    where ${placedIn(reading, place, 'c')} and c.gaming_day >= ${from} and c.gaming_day <= ${to} and c.game_nr = 0
    group by c.gaming_day, c.currency order by c.currency, c.gaming_day`.execute(reading.db)
  return {
    from,
    to,
    openFrom,
    rows: rows.map(({ day, currency, ...sums }) => ({
      day,
      currency,
      coin_in: Number(sums.coin_in),
      net_win: Number(sums.net_win),
      ggr: Number(sums.ggr),
    })),
  }
}

export function takingsOf(kind: Takings, { from, to, openFrom, rows }: TakenDays): TakingsData {
  const days = daysOf(from, to)
  return {
    kind,
    from,
    to,
    open_from: openFrom,
    currencies: [...new Set(rows.map(row => row.currency))].map(currency => {
      const own = new Map(rows.filter(row => row.currency === currency).map(row => [row.day, row[kind]]))
      return {
        currency,
        total: [...own.values()].reduce((sum, one) => sum + one, 0),
        values: days.map(day => own.get(day) ?? null),
      }
    }),
  }
}

interface Played {
  id: string
  serial: string
  currency: Currency
  theoretical_rtp: number | null
  coin_in: number
  held: number
}

const PARTS = 10_000

/**
 * Compares what the slots held of their coin-in (net win, the other side of `rtp`) with the hold that their present
 * theoretical return implies.
 */
export async function holdOf(reading: Reading, place: Place, days: Widget['days']): Promise<DataOf<'hold'>> {
  const { from, to } = spanOf(reading, place, days)
  const { rows } = await sql<Record<keyof Played, never>>`
    select t.id, t.serial, c.currency, t.theoretical_rtp, sum(c.coin_in * c.denomination_minor) as coin_in,
      sum(${inCredits('net_win')} * c.denomination_minor) as held
    from counter_days c join slots t on t.id = c.slot_id
    where ${placedIn(reading, place, 'c')} and c.gaming_day >= ${from} and c.gaming_day <= ${to} and c.game_nr = 0
    group by t.id, t.serial, t.theoretical_rtp, c.currency`.execute(reading.db)
  const played = rows
    .map((row): Played => ({ ...row, coin_in: Number(row.coin_in), held: Number(row.held) }))
    .filter(({ coin_in }) => coin_in > 0)
  return {
    kind: 'hold',
    from,
    to,
    ...comparedWithTheory(played),
  }
}

/** Amounts are rounded once, for each slot; rates of many slots are computed from the sums. */
export function comparedWithTheory(
  played: readonly Played[],
): Pick<DataOf<'hold'>, 'currencies' | 'rows' | 'unknown'> {
  const known = played.flatMap(one =>
    one.theoretical_rtp === null
      ? []
      : [{ ...one, expected: Math.round((one.coin_in * (PARTS - Number(one.theoretical_rtp))) / PARTS) }],
  )
  const rate = (part: number, of: number) => (of > 0 ? Math.round((part * PARTS) / of) : null)
  return {
    currencies: [...new Set(known.map(({ currency }) => currency))].sort().map(currency => {
      const own = known.filter(one => one.currency === currency)
      const sum = (of: 'coin_in' | 'held' | 'expected') => own.reduce((total, one) => total + one[of], 0)
      return {
        currency,
        coin_in: sum('coin_in'),
        actual: rate(sum('held'), sum('coin_in')),
        theoretical: rate(sum('expected'), sum('coin_in')),
      }
    }),
    rows: known
      .map(({ id, serial, currency, coin_in, held, expected }) => ({
        slot: { _id: id, name: serial },
        currency,
        actual: rate(held, coin_in),
        theoretical: rate(expected, coin_in),
        difference: held - expected,
      }))
      .sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference) || (a.slot.name < b.slot.name ? -1 : 1))
      .slice(0, MOST_LINES),
    unknown: new Set(played.filter(one => one.theoretical_rtp === null).map(({ id }) => id)).size,
  }
}
