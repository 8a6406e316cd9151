/**
 * A slot's sums once more from nothing but its readings, as they came, and what people decided of them: judged in their
 * order, as if they arrived so.
 * What ingestion has stored must be the same.
 */
import type { Db } from '../../platform/db/database'
import { memoryAfter, type SlotReading } from '../judgement/counter-readings'
import { insertedReadings } from '../judgement/inserted-readings'
import { Run } from '../judgement/judged-run'
import { askLatest, readLatest, type Latest } from '../judgement/latest.service'
import { isManual } from '../readings/movement'
import { startBefore } from '../judgement/rescan'
import { overlapRows } from '../judgement/overlap.service'
import { RollUps, type SumRow } from '../judgement/roll-ups'
import { rulingKey, rulingsOf, type Ruling } from '../judgement/rulings.service'
import { summedOf } from '../judgement/summed-slots.service'
import { forEachReading } from '../judgement/reading-cursor'
import { contextBetween, NO_CONTEXT } from '../readings/slot-history.queries'

export interface Window {
  /** Epoch milliseconds: everything between is in the sums, and perhaps some of what lies around. */
  from: number
  to: number
}

export async function rebookedSums(
  db: Db,
  slotId: string,
  window: Window,
): Promise<{ hours: SumRow[]; days: SumRow[] }> {
  const sums = new RollUps()
  const games = readLatest((await db.executeQuery(askLatest(db, [slotId]))).rows).get(slotId)
  const rulings = await rulingsOf(db, [slotId])
  for (const last of games?.values() ?? [])
    await rebookGame(db, sums, last, rulings.get(rulingKey(slotId, last.game)) ?? [], window)
  const summed = await summedOf(db, [slotId])
  const { hours, days } = sums.rows(summed)
  const parts = summed.get(slotId)?.overlap.parts ?? []
  return {
    hours: added(hours, overlapRows(slotId, [], parts, 'hour')),
    days: added(days, overlapRows(slotId, [], parts, 'day')),
  }
}

/** In `SumRow`, after what says of what they are. */
const SUMS = 7

/** Of one slot; a row that nothing is left of is none. */
function added(rows: readonly SumRow[], others: readonly SumRow[]): SumRow[] {
  const keyOf = (row: SumRow) => row.slice(0, SUMS).join(' ')
  const all = new Map(rows.map(row => [keyOf(row), row]))
  for (const other of others) {
    const row = all.get(keyOf(other))
    all.set(
      keyOf(other),
      row ? row.map((value, at) => (at < SUMS ? value : Number(value) + Number(other[at]))) : other,
    )
  }
  return [...all.values()].filter(row => row.slice(SUMS).some(one => one !== 0))
}

async function rebookGame(
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
    ...((await contextBetween(db, [slotId])).get(slotId) ?? NO_CONTEXT),
    centsAfter: last.centsAfter,
  }
  const run = new Run(state, between, rulings)
  const waiting = await insertedReadings(db, { slotId, game }, { before: [], now: rulings }, opening.anchor)
  await forEachReading(db, { slotId, game, opening, waiting }, ({ reading, ruling }) => {
    run.next(reading, ruling)
    book(sums, game, run)
    // The first good one after the window may still book across a change of place before it.
    return reading.at > to && !state.candidate
  })
}

/** Books each judged reading at once, so that a month of readings need not stay in memory. */
function book(sums: RollUps, game: number, run: Run): void {
  const receivedCount = (reading: SlotReading) => (isManual(reading) ? 0 : 1)
  for (const [reading, { outcome }] of run.verdicts)
    sums.book(reading.place, game, outcome, 1, receivedCount(reading))
  for (const [reading, { outcome }] of run.inserted) sums.book(reading.place, game, outcome, 1, 0)
  run.verdicts.clear()
  run.inserted.clear()
}
