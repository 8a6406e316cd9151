/**
 * What a slot's readings of a span book once something else held then: judged twice, as it stood and as it stands now,
 * and the difference is added to the sums. Each reading keeps where it is booked, so that doing it again changes
 * nothing.
 */
import { pipelined } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { memoryAfter, storeJudgement, type SlotReading } from '../judgement/counter-readings'
import { insertedReadings } from '../judgement/inserted-readings'
import { agree, copyOf } from '../judgement/judge-reading'
import { Run, storeBreaks } from '../judgement/judged-run'
import { askLatest, readLatest, storeLatest, type Latest } from '../judgement/latest.service'
import { isManual } from '../readings/movement'
import { endOf, isSamePlace } from '../readings/place'
import { moveRows, type Rebooking } from './moved-rows'
import { startBefore } from '../judgement/rescan'
import { RollUps } from '../judgement/roll-ups'
import { changesOf, type MovedAt } from './ruled-judgement.service'
import { rulingKey, rulingsOf, type Ruling } from '../judgement/rulings.service'
import { settleWhole, summedOf } from '../judgement/summed-slots.service'
import { forEachReading } from '../judgement/reading-cursor'
import { changesIn, limitsIn, placeAt, type SlotHistory } from '../readings/slot-history.queries'

/** Writing it belongs in a transaction, `alone` and after `holdSlot`; the histories themselves are the caller's. */
export async function rebook(
  db: Db,
  slotId: string,
  rebooking: Rebooking,
  write: boolean,
): Promise<MovedAt[]> {
  const games = [
    ...(readLatest((await db.executeQuery(askLatest(db, [slotId]))).rows)
      .get(slotId)
      ?.values() ?? []),
  ].sort((a, b) => a.game - b.game)
  const rulings = await rulingsOf(db, [slotId])
  const hasWhole = games.some(({ game }) => game === 0)
  const moves: MovedAt[] = []
  for (const last of games) {
    const ruled = rulings.get(rulingKey(slotId, last.game)) ?? []
    const sums = await gameRebooked(db, last, ruled, rebooking, write)
    // A change is returned once, since games are parts of the whole slot.
    if (last.game === 0 || !hasWhole) moves.push(...changesOf(sums))
  }
  if (write) {
    await moveRows(db, slotId, rebooking)
    await settleWhole(db, slotId)
  }
  return moves
}

async function gameRebooked(
  db: Db,
  last: Latest,
  rulings: readonly Ruling[],
  rebooking: Rebooking,
  write: boolean,
): Promise<RollUps> {
  const sums = new RollUps()
  const { slotId, game } = last
  const start = await startBefore(db, { slotId, game, last }, rulings, rebooking.from)
  if (!start) return sums
  const { opening, state, since } = start
  const memory = (await memoryAfter(db, [{ slotId, from: since }])).get(slotId) ?? []
  const between = (held: SlotHistory) => ({
    memory,
    changes: changesIn(held),
    limits: limitsIn(held.rows),
    centsAfter: last.centsAfter,
  })
  const before = new Run(copyOf(state), between(rebooking.was), rulings)
  const after = new Run(state, between(rebooking.now), rulings)
  const pairs: Pair[] = []
  const waiting = await insertedReadings(db, { slotId, game }, { before: [], now: rulings }, opening.anchor)
  const stopped = await forEachReading(db, { slotId, game, opening, waiting }, ({ reading, ruling }) => {
    const pair = pairOf(reading, rebooking, ruling !== undefined)
    pairs.push(pair)
    before.next(pair.was, ruling)
    after.next(pair.now, ruling)
    return !ruling && reading.at > rebooking.to && agree(before.state, after.state, rebooking.to)
  })
  await settlePairs(db, sums, { game, before, after, pairs }, write)
  if (write) {
    await storeBreaks(db, slotId, game, before.breaks, after.breaks, {
      before: rulings,
      now: rulings,
    })
    await pipelined(db, [
      ...sums.replacements(db, await summedOf(db, [slotId])),
      ...storeLatest(db, [{ ...last, state: stopped === 'enough' ? last.state : after.state }]),
    ])
  }
  return sums
}

/** A reading as it is booked, and as it will be. */
interface Pair {
  was: SlotReading
  now: SlotReading
}

function pairOf(reading: SlotReading, { was, now, from, to }: Rebooking, isInserted: boolean): Pair {
  const end = endOf(reading.at, reading.nano)
  if (end <= from || end > to) return { was: reading, now: reading }
  const [there, here] = [placeAt(was, end), placeAt(now, end)]
  if (!there || !here) return { was: reading, now: reading }
  // An inserted one is in no row that would say where it is booked.
  const before = isInserted ? { ...reading, place: there } : reading
  return { was: before, now: isSamePlace(there, here) ? before : { ...reading, place: here } }
}

async function settlePairs(
  db: Db,
  sums: RollUps,
  { game, before, after, pairs }: { game: number; before: Run; after: Run; pairs: readonly Pair[] },
  write: boolean,
): Promise<void> {
  for (const { was, now } of pairs) {
    const received = isManual(was) ? 0 : 1
    const [old, fresh] = [before.verdicts.get(was), after.verdicts.get(now)]
    if (old) sums.book(was.place, game, old.outcome, -1, -received)
    if (fresh) sums.book(now.place, game, fresh.outcome, 1, received)
    const [oldInsert, freshInsert] = [before.inserted.get(was), after.inserted.get(now)]
    if (oldInsert) sums.book(was.place, game, oldInsert.outcome, -1, 0)
    if (freshInsert) sums.book(now.place, game, freshInsert.outcome, 1, 0)
    if (!write || !fresh) continue
    const isSame =
      old?.held === fresh.held &&
      JSON.stringify(old.outcome.repairs) === JSON.stringify(fresh.outcome.repairs)
    if (!isSame) await storeJudgement(db, { ...now, repairs: fresh.outcome.repairs, held: fresh.held })
  }
}
