/**
 * A reading that a person took off the machine. It stands among the stored readings under nobody's SMIB, so that
 * judgement, days and checkpoints find it like every other; it is none of the readings that came, so an hour without
 * received readings stays one.
 */
import { pipelined } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'
import { newestMemory } from '../readings/check-reading'
import { insertReadings, memoryAfter, type SlotReading } from '../judgement/counter-readings'
import { askLatest, readLatest, storeLatest, type Latest } from '../judgement/latest.service'
import { mainNames, type MainMeter } from '../readings/meters.contract'
import { inOrder, manualMoment } from '../readings/movement'
import { rescan } from '../judgement/rescan'
import { RollUps } from '../judgement/roll-ups'
import { changesOf, judgeAgain, type MovedAt } from './ruled-judgement.service'
import { rulingKey, rulingsOf } from '../judgement/rulings.service'
import type { Place } from '../readings/place'
import { settleWhole, summedOf } from '../judgement/summed-slots.service'
import { termsOf } from '../readings/reading-terms.service'

const MAIN = 0

interface ManualReading {
  slotId: string
  at: number
  values: Partial<Record<MainMeter, number>>
  /** Where the slot stood then. */
  place: Place
}

const latestOf = async (db: Db, slotId: string): Promise<Latest | undefined> =>
  readLatest((await db.executeQuery(askLatest(db, [slotId]))).rows)
    .get(slotId)
    ?.get(MAIN)

/** Writing it belongs in a transaction, `alone` and after `holdSlot`. */
export async function judgeManualReading(
  db: Db,
  { slotId, at, values, place }: ManualReading,
  write: boolean,
): Promise<{ changes: MovedAt[]; held: SlotReading['held'] }> {
  const last = await latestOf(db, slotId)
  const reading: SlotReading = {
    ...manualMoment(at),
    run: 0,
    more: null,
    repairs: {},
    held: null,
    isNew: true,
    values: mainNames.map(name => values[name] ?? null),
    game: MAIN,
    place,
  }
  const sums = new RollUps()
  const late = { slotId, game: MAIN, readings: [reading], last, events: [] }
  const [judged] = await rescan(db, sums, [late], undefined, write)
  if (write && judged?.state) {
    const { at: newest, nano, seq, smib } = last && inOrder(last, reading) > 0 ? last : reading
    const memoryAt = last ? last.memoryAt : await memoryOf(db, slotId)
    const { state } = judged
    await pipelined(db, [
      ...insertReadings(db, [reading]),
      ...sums.replacements(db, await summedOf(db, [slotId])),
      ...storeLatest(db, [{ slotId, game: MAIN, at: newest, nano, seq, smib, state, memoryAt }]),
    ])
    await settleWhole(db, slotId)
  }
  return { changes: changesOf(sums), held: reading.held }
}

async function memoryOf(db: Db, slotId: string): Promise<number | null> {
  return newestMemory((await memoryAfter(db, [{ slotId, from: 0 }])).get(slotId) ?? [])
}

/** As if nobody had read it. As for writing one. */
export async function revertManualReading(
  db: Db,
  slotId: string,
  at: number,
  write: boolean,
): Promise<MovedAt[]> {
  const before = (await rulingsOf(db, [slotId])).get(rulingKey(slotId, MAIN)) ?? []
  const now = [{ kind: 'omit' as const, reading: manualMoment(at) }, ...before]
  const { changes } = await judgeAgain(db, { slotId, game: MAIN }, { before, now }, write)
  if (!write) return changes
  const { nano, seq, smib } = manualMoment(at)
  await db
    .deleteFrom('stored_readings')
    .where('slot_nr', '=', numberOf(slotId))
    .where('server_time', '=', at)
    .where('server_nano', '=', nano)
    .where('message_seq_nr', '=', seq)
    .where('terms', 'in', termsOf(numberOf(slotId), numberOf(smib), 0))
    .where('game_nr', '=', MAIN)
    .execute()
  await renewLatest(db, slotId)
  return changes
}

/** It may have been the newest: then a reading that arrives between the others and it is none that came late. */
async function renewLatest(db: Db, slotId: string): Promise<void> {
  const latest = await latestOf(db, slotId)
  const newest = await db
    .selectFrom('counter_readings')
    .select(['server_time', 'server_nano', 'message_seq_nr'])
    .where('slot_nr', '=', numberOf(slotId))
    .where('game_nr', '=', MAIN)
    .where(({ or, eb }) => or([eb('held', 'is', null), eb('held', 'not in', ['not_placed', 'too_late'])]))
    .orderBy('server_time', 'desc')
    .orderBy('server_nano', 'desc')
    .orderBy('message_seq_nr', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!newest)
    await db.deleteFrom('counter_latest').where('slot_id', '=', slotId).where('game_nr', '=', MAIN).execute()
  else if (latest) {
    const { server_time: newestAt, server_nano: nano, message_seq_nr: seq } = newest
    await pipelined(db, storeLatest(db, [{ ...latest, at: newestAt, nano, seq }]))
  }
}
