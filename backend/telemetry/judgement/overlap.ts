/**
 * What a slot's own meter and the sum of its games both count where the one takes over from the other at a day's
 * boundary: what the games moved up to their last readings of that day, less what the slot's meter moved up to its
 * own. Pure.
 */

/** A good reading of a meter on the day. */
export interface Step {
  at: number
  nano: number
  /** Since the reading before, as far as it is booked on the day. */
  moved: number
  /** It does not go on from what was read before: the meter broke, or counts at another price. */
  breaks: boolean
}
export interface Track {
  /** When it was last read before them. */
  before: number | null
  /** In order. */
  steps: readonly Step[]
}

/**
 * At least and at most this much, by each of the slot's own readings: a game's movement across one of them may belong
 * to either side. Below 0 where the games' sum lacks something that the slot's own meter has counted. Of what all
 * readings leave open the estimate is taken of the one that games were read nearest to: no reading is made up.
 */
export function overlapBy(own: readonly Step[], games: readonly Track[]): number {
  // No game has this meter: all that the slot's own moved on that day is missing.
  if (games.length === 0) return -own.slice(1).reduce((sum, one) => sum + one.moved, 0) || 0
  const ends = games.map(track => ({ ...track, next: track.steps.length }))
  let [least, most] = [-Infinity, Infinity]
  let nearest: { overlap: number; distance: number } | undefined
  let [after, ownAfter] = [0, 0]
  let isBroken = false
  for (const reading of own.toReversed()) {
    let [across, acrossLater, distance] = [0, 0, 0]
    let isOpen = false
    for (const game of ends) {
      for (let step; (step = game.steps[game.next - 1]) && inTime(step, reading) > 0; game.next--) {
        after += step.moved
        isBroken ||= step.breaks
      }
      const [last, next] = [game.steps[game.next - 1], game.steps[game.next]]
      if (last && inTime(last, reading) === 0) continue
      across += next?.moved ?? 0
      isOpen ||= next === undefined
      const sinceLast = reading.at - (last?.at ?? game.before ?? -Infinity)
      const untilNext = (next?.at ?? Infinity) - reading.at
      if (untilNext < sinceLast) acrossLater += next?.moved ?? 0
      if (next?.moved !== 0) distance = Math.max(distance, Math.min(sinceLast, untilNext))
    }
    if (isBroken && nearest) break
    const overlap = after - ownAfter
    const [low, high] = [Math.max(least, isOpen ? -Infinity : overlap - across), Math.min(most, overlap)]
    // Its games do not come to what the slot counts: what is read nearest to the boundary holds.
    if (low > high) break
    ;[least, most] = [low, high]
    if (!nearest || distance < nearest.distance) nearest = { overlap: overlap - acrossLater, distance }
    ownAfter += reading.moved
    if (reading.breaks) break
  }
  return Math.min(most, Math.max(least, nearest?.overlap ?? 0))
}

const inTime = (a: Pick<Step, 'at' | 'nano'>, b: Pick<Step, 'at' | 'nano'>): number =>
  a.at - b.at || a.nano - b.nano
