/**
 * A slot's sums once more from nothing but its readings, as they came, and what people decided of them: judged in their order, as if they arrived so.
 * What ingestion has kept must be the same.
 */
import type { Db } from '../db/database'
import { memoryAfter, readingsFrom, type SlotReading } from './counter-readings'
import { insertedReadings, type Queued } from './inserted'
import { Run } from './judged-run'
import { askLatest, readLatest, type Latest } from './latest.service'
import { inOrder, isByHand } from './movement'
import { startBefore } from './rescan'
import { RollUps } from './roll-ups'
import { rulingKey, rulingsOf, type Ruling } from './rulings.service'
import { NO_CHANGES } from './weigh'
import { placeChanges } from './what-held.queries'

/** Readings loaded at once. */
const PIECE = 1_000

export interface Window {
  /** Epoch milliseconds: everything between is in the sums, and perhaps some of what lies around. */
  from: number
  to: number
}

export async function bookedAnew(db: Db, slotId: string, window: Window): Promise<RollUps> {
  const sums = new RollUps()
  const games = readLatest((await db.executeQuery(askLatest(db, [slotId]))).rows).get(slotId)
  const rulings = await rulingsOf(db, [slotId])
  for (const last of games?.values() ?? [])
    await gameAnew(db, sums, last, rulings.get(rulingKey(slotId, last.game)) ?? [], window)
  return sums
}

async function gameAnew(
  db: Db,
  sums: RollUps,
  last: Latest,
  rulings: readonly Ruling[],
  { from, to }: Window,
): Promise<void> {
  const { slotId, game } = last
  const start = await startBefore(db, { slotId, game, last }, rulings, from)
  if (!start) return
  const { opening, state, since } = start
  const between = {
    memory: (await memoryAfter(db, [{ slotId, from: since }])).get(slotId) ?? [],
    changes: (await placeChanges(db, [slotId])).get(slotId) ?? NO_CHANGES,
  }
  const run = new Run(state, between, rulings)
  let waiting: Queued[] = await insertedReadings(
    db,
    { slotId, game },
    { before: [], now: rulings },
    opening.anchor,
  )
  let { after: loaded, reach } = opening
  for (;;) {
    const next = [
      ...loaded.map((reading): Queued => ({ reading })),
      ...waiting.filter(one => one.reading.at <= reach),
    ].sort((a, b) => inOrder(a.reading, b.reading))
    for (const { reading, ruling } of next) {
      run.next(reading, ruling)
      book(sums, game, run)
      // The first good one after the window may still book across a change of place before it.
      if (reading.at > to && !state.candidate) return
    }
    if (reach === Infinity) return
    const passed = reach
    waiting = waiting.filter(one => one.reading.at > passed)
    const more = await readingsFrom(db, slotId, game, { at: passed, same: false }, PIECE)
    loaded = more.readings
    reach = more.end ? Infinity : (loaded.at(-1)?.at ?? Infinity)
  }
}

/** What was just judged, so that a month of readings need not be kept. */
function book(sums: RollUps, game: number, run: Run): void {
  const told = (reading: SlotReading) => (isByHand(reading) ? 0 : 1)
  for (const [reading, { outcome }] of run.verdicts) sums.book(reading.place, game, outcome, 1, told(reading))
  for (const [reading, { outcome }] of run.inserted) sums.book(reading.place, game, outcome, 1, 0)
  run.verdicts.clear()
  run.inserted.clear()
}
