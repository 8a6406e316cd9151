/**
 * A game's readings in their order, for whoever judges them: those that are stored, and among them those that wait to
 * take their turn.
 */
import type { Db } from '../../platform/db/database'
import { breathe } from '../../platform/process/breathe'
import { readingsFrom, type Opening } from './counter-readings'
import type { Queued } from './inserted-readings'
import { inOrder } from '../readings/movement'

/** Readings loaded at once, after the first few. */
const PIECE = 1_000

interface ReadingRange {
  slotId: string
  game: number
  opening: Pick<Opening, 'after' | 'reach'>
  /** In no order: what people inserted, and what has just arrived. */
  waiting: readonly Queued[]
}

/** Until no reading follows, `take` says that it has seen enough, or more than `most` were given to it; tells which. */
export async function forEachReading(
  db: Db,
  { slotId, game, opening, waiting }: ReadingRange,
  take: (one: Queued) => boolean,
  most = Infinity,
): Promise<'enough' | 'end' | 'far'> {
  let { after: loaded, reach } = opening
  let ahead = waiting
  let taken = 0
  for (;;) {
    const next = [
      ...loaded.map((reading): Queued => ({ reading })),
      ...ahead.filter(one => one.reading.at <= reach),
    ].sort((a, b) => inOrder(a.reading, b.reading))
    for (const one of next) {
      const turn = breathe()
      if (turn) await turn
      if (take(one)) return 'enough'
    }
    if (reach === Infinity) return 'end'
    taken += next.length
    if (taken > most) return 'far'
    const passed = reach
    ahead = ahead.filter(one => one.reading.at > passed)
    const more = await readingsFrom(db, slotId, game, { at: passed, same: false }, PIECE)
    loaded = more.readings
    reach = more.end ? Infinity : (loaded.at(-1)?.at ?? Infinity)
  }
}
