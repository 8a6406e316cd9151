/**
 * What a person corrects of one reading, or of an event that judgement looks at. A corrected reading is the stored one
 * passed by, and another in its place that no SMIB sent: so it is judged, found and taken back as those are
 * (`manual-readings.service.ts`, `omit` of `rulings.service.ts`).
 */
import { pipelined } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'
import { insertReadings, type SlotReading } from '../judgement/counter-readings'
import { askLatest, readLatest, storeLatest } from '../judgement/latest.service'
import { NO_SMIB, type MeterValues } from '../readings/meters.contract'
import type { Moment } from '../readings/movement'
import type { Place } from '../readings/place'
import { termsOf } from '../readings/reading-terms.service'
import { rescan } from '../judgement/rescan'
import { RollUps } from '../judgement/roll-ups'
import { changesOf, judgeAgain, type MovedAt } from './ruled-judgement.service'
import { rulingKey, rulingsOf, type Omitted, type Ruling } from '../judgement/rulings.service'
import { settleWhole, summedOf } from '../judgement/summed-slots.service'
import { newestMemory } from '../readings/check-reading'
import type { MemoryEvent } from '../readings/meter-marks'

export interface Corrected {
  game: number
  /** The reading that is passed by. */
  stored: Moment
  place: Place
  more: string | null
  /** What stands in its place; null: nothing. */
  values: MeterValues | null
}

/** At the very moment of what it stands for, so that it falls into the same hour, day and price. */
export const correctedMoment = ({ at, nano }: Pick<Moment, 'at' | 'nano'>): Moment => ({
  at,
  nano,
  seq: -2,
  smib: NO_SMIB,
})

const omitOf = (reading: Moment): Omitted => ({
  kind: 'omit',
  reading: { at: reading.at, nano: reading.nano, seq: reading.seq, smib: reading.smib },
})
const without = (rulings: readonly Ruling[], { reading }: Omitted): Ruling[] =>
  rulings.filter(one => one.kind !== 'omit' || JSON.stringify(one.reading) !== JSON.stringify(reading))

/** Writing it belongs in a transaction, `alone` and after `holdSlot`; the omission itself is the caller's. */
export async function judgeCorrected(
  db: Db,
  { game, stored, place, more, values }: Corrected,
  write: boolean,
): Promise<{ changes: MovedAt[]; held: SlotReading['held'] }> {
  const { slotId } = place
  const before = (await rulingsOf(db, [slotId])).get(rulingKey(slotId, game)) ?? []
  const now = [omitOf(stored), ...before]
  const last = readLatest((await db.executeQuery(askLatest(db, [slotId]))).rows)
    .get(slotId)
    ?.get(game)
  const reading: SlotReading | null = values && {
    ...correctedMoment(stored),
    run: 0,
    more,
    repairs: {},
    held: null,
    isNew: true,
    values,
    game,
    place,
  }
  const sums = new RollUps()
  const late = { slotId, game, readings: reading ? [reading] : [], last, events: [], ruledBefore: before }
  const [judged] = await rescan(db, sums, [late], now, write)
  if (write) {
    await pipelined(db, [
      ...(reading ? insertReadings(db, [reading]) : []),
      ...sums.replacements(db, await summedOf(db, [slotId])),
      ...(last && judged?.state ? storeLatest(db, [{ ...last, state: judged.state }]) : []),
    ])
    await settleWhole(db, slotId)
  }
  return { changes: changesOf(sums), held: reading?.held ?? null }
}

/** As if nobody had corrected it. `write` as above. */
export async function judgeUncorrected(
  db: Db,
  { slotId, game, stored, stands }: { slotId: string; game: number; stored: Moment; stands: boolean },
  write: boolean,
): Promise<MovedAt[]> {
  const before = (await rulingsOf(db, [slotId])).get(rulingKey(slotId, game)) ?? []
  const moment = correctedMoment(stored)
  const now = [...(stands ? [omitOf(moment)] : []), ...without(before, omitOf(stored))]
  const { changes } = await judgeAgain(db, { slotId, game }, { before, now }, write)
  if (write && stands)
    await db
      .deleteFrom('stored_readings')
      .where('slot_nr', '=', numberOf(slotId))
      .where('server_time', '=', moment.at)
      .where('server_nano', '=', moment.nano)
      .where('message_seq_nr', '=', moment.seq)
      .where('terms', 'in', termsOf(numberOf(slotId), numberOf(moment.smib), 0))
      .where('game_nr', '=', game)
      .execute()
  return changes
}

/**
 * Memory events of a slot that are no more, or that count from now on. They must be stored as before: the caller
 * changes them afterwards.
 */
export async function judgeMemory(
  db: Db,
  slotId: string,
  { gone, come }: { gone: readonly MemoryEvent[]; come: readonly MemoryEvent[] },
  write: boolean,
): Promise<MovedAt[]> {
  if (gone.length + come.length === 0) return []
  const games = [
    ...(readLatest((await db.executeQuery(askLatest(db, [slotId]))).rows)
      .get(slotId)
      ?.values() ?? []),
  ].sort((a, b) => a.game - b.game)
  const moves: MovedAt[] = []
  const hasWhole = games.some(({ game }) => game === 0)
  const summed = await summedOf(db, [slotId])
  for (const last of games) {
    const sums = new RollUps()
    const late = { slotId, game: last.game, readings: [], last, events: come, gone }
    const [judged] = await rescan(db, sums, [late], undefined, write)
    if (write)
      await pipelined(db, [
        ...sums.replacements(db, summed),
        ...storeLatest(db, [
          {
            ...last,
            ...(judged?.state && { state: judged.state }),
            memoryAt: newestMemory([
              ...come,
              ...(last.memoryAt === null ? [] : [{ at: last.memoryAt, total: false }]),
            ]),
          },
        ]),
      ])
    // A change is returned once, since games are parts of the whole slot.
    if (last.game === 0 || !hasWhole) moves.push(...changesOf(sums))
  }
  if (write) await settleWhole(db, slotId)
  return moves
}
