/** Sums of a jackpot report: rounded once, at the row; totals add up what the rows print. */
import type { JackpotFigures, LevelFigures } from './day-figures.contract'
import { PARTS } from './level-value'

/** Ten-thousandths of a minor unit → minor units, half to even. */
export function minorOf(parts: number): number {
  const whole = Math.floor(parts / PARTS)
  const rest = parts - whole * PARTS
  if (rest * 2 === PARTS) return whole + (Math.abs(whole) % 2)
  return rest * 2 > PARTS ? whole + 1 : whole
}

const unpaid: readonly string[] = ['celebrating', 'payment_pending']

export const jackpotTotals = ({
  levels,
  wins,
}: Pick<JackpotFigures, 'levels' | 'wins'>): JackpotFigures['totals'] => {
  const sum = (of: (one: LevelFigures) => number) => levels.reduce((all, one) => all + of(one), 0)
  return {
    shown: sum(one => one.shown),
    kept: sum(one => one.kept),
    wins: sum(one => one.wins),
    won: sum(one => one.won),
    // A level that was hit stands at its win until it is reset.
    owed:
      sum(({ stood }) => (stood.state === 'hit' ? 0 : stood.value)) +
      wins.filter(({ state }) => unpaid.includes(state)).reduce((all, { amount }) => all + amount, 0),
  }
}

/**
 * A month of its days: what was added and won is summed, a level stands as it did last. Undefined where a day knows
 * nothing of jackpots.
 */
export function jackpotMonth(days: readonly (JackpotFigures | undefined)[]): JackpotFigures | undefined {
  const known = days.filter(day => day !== undefined)
  if (known.length === 0 || known.length < days.length) return undefined
  const levels = new Map<string, LevelFigures>()
  for (const one of known.flatMap(day => day.levels)) {
    const before = levels.get(one.level._id)
    const [shown_parts, kept_parts] = [
      one.shown_parts + (before?.shown_parts ?? 0),
      one.kept_parts + (before?.kept_parts ?? 0),
    ]
    levels.set(one.level._id, {
      ...one,
      shown_parts,
      kept_parts,
      // As the days print them, so that a month is the sum of its days.
      shown: one.shown + (before?.shown ?? 0),
      kept: one.kept + (before?.kept ?? 0),
      wins: one.wins + (before?.wins ?? 0),
      won: one.won + (before?.won ?? 0),
    })
  }
  const sums = { levels: [...levels.values()], wins: known.flatMap(day => day.wins) }
  return { ...sums, totals: jackpotTotals(sums) }
}
