/** Which sums can be outside their band at all: of 65,000 slots the database hands over only these to be judged. */
import { sql, type RawBuilder } from 'kysely'
import { metersOf } from '../../telemetry/readings/measures.contract'
import type { MovementMeter } from '../../telemetry/readings/meters.contract'
import { CALMEST, FEWEST_GAMES, LEVELS, PARTS, USUAL_SIGMA, WIDTH, WILDEST } from './rtp-band.service'

const refs = (names: readonly MovementMeter[]) =>
  sql.join(
    names.map(name => sql.ref(`b.${name}`)),
    sql` + `,
  )
const of = (name: 'won' | 'coin_in' | 'games_played') => {
  const { plus, minus } = metersOf(name)
  return minus.length === 0 ? sql`(${refs(plus)})` : sql`(${refs(plus)} - (${refs(minus)}))`
}

/** Both the return and half of the band are rounded to a basis point before they are compared. */
const ROUNDING = 2

const sigma = (
  volatility: RawBuilder<unknown>,
) => sql`case when ${volatility} is null then ${sql.lit(USUAL_SIGMA)}
  when ${volatility} <= 1 then ${sql.lit(CALMEST)} when ${volatility} >= ${sql.lit(LEVELS)} then ${sql.lit(WILDEST)}
  else ${sql.lit(CALMEST)} + (${volatility} - 1.0) * ${sql.lit((WILDEST - CALMEST) / (LEVELS - 1))} end`

/**
 * True of each sum `b` that `bandOf` calls above or below, and of some that are just within. Squares stand for the
 * root: not every build of SQLite has one.
 */
export const maybeOutside = (theoretical: RawBuilder<unknown>, volatility: RawBuilder<unknown>) =>
  sql`${theoretical} is not null and ${of('games_played')} >= ${sql.lit(FEWEST_GAMES)} and ${of('coin_in')} > 0
    and (abs(${of('won')} * ${sql.lit(PARTS)} * 1.0 / ${of('coin_in')} - ${theoretical}) + ${sql.lit(ROUNDING)})
      * (abs(${of('won')} * ${sql.lit(PARTS)} * 1.0 / ${of('coin_in')} - ${theoretical}) + ${sql.lit(ROUNDING)})
      * ${of('games_played')}
      >= (${sql.lit(WIDTH * PARTS)} * (${sigma(volatility)})) * (${sql.lit(WIDTH * PARTS)} * (${sigma(volatility)}))`
