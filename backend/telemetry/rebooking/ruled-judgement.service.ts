/** A slot's game judged with another ruling than before: what that books, and, on request, the booking itself. */
import type { Deps } from '../../platform/deps'
import { pipelined } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import type { MeterBreaks, BreakState } from '../judgement/meter-breaks.service'
import { askFeeds } from '../ingestion/feeds'
import { queueOf } from '../ingestion/ingest-queue'
import { askLatest, readLatest, storeLatest } from '../judgement/latest.service'
import type { Moved } from '../readings/measures.contract'
import { movementNames } from '../readings/meters.contract'
import { rescan } from '../judgement/rescan'
import { RollUps } from '../judgement/roll-ups'
import type { Rulings } from '../judgement/judged-run'
import { settleWhole, summedOf } from '../judgement/summed-slots.service'
import {
  decidedBreaks,
  rulingKey,
  rulingsOf,
  type Ruling,
  type RulingBody,
} from '../judgement/rulings.service'

export interface BreakKey {
  tenantId: string
  slotId: string
  game: number
  crossing: number
}

/** What one hour or one day gets, in credits and counts. */
export interface MovedAt {
  hour?: number | undefined
  day?: string | undefined
  /** Minor units of one credit. */
  denomination: number
  currency: string
  /** Where it is booked. */
  locationId: string
  moved: Moved
}

export interface Judged {
  changes: MovedAt[]
  /** What becomes of the break; `gone` when nothing is in doubt there any more. */
  state: BreakState | 'gone'
  /** More readings would have had to be judged than were allowed: neither changes nor state are all. */
  isCut: boolean
}

/**
 * `body` null: without a ruling. Writing it belongs in a transaction, `alone` and after `holdSlot`. `most` readings:
 * where it is only shown.
 */
export async function judgeWithRuling(
  db: Db,
  { tenantId, slotId, game, crossing }: BreakKey,
  body: RulingBody | null,
  write: boolean,
  most?: number,
): Promise<Judged> {
  const before = (await rulingsOf(db, [slotId])).get(rulingKey(slotId, game)) ?? []
  const now: Ruling[] = [
    ...before.filter(one => one.kind === 'omit' || one.crossing !== crossing),
    ...(body ? [{ ...body, crossing }] : []),
  ]
  if (write) {
    if (body) {
      const text = JSON.stringify(body)
      await db
        .insertInto('repair_rulings')
        .values({ slot_id: slotId, game_nr: game, crossing, tenant_id: tenantId, body: text })
        .onConflict(on => on.columns(['slot_id', 'game_nr', 'crossing']).doUpdateSet({ body: text }))
        .execute()
    } else
      await db
        .deleteFrom('repair_rulings')
        .where('slot_id', '=', slotId)
        .where('game_nr', '=', game)
        .where('crossing', '=', crossing)
        .execute()
  }
  const { changes, breaks, isCut } = await judgeAgain(db, { slotId, game }, { before, now }, write, most)
  return { changes, state: breaks?.state(crossing, decidedBreaks(now))?.state ?? 'gone', isCut }
}

/**
 * By other rulings than before. Writing it belongs in a transaction, `alone` and after `holdSlot`; the rulings
 * themselves are the caller's.
 */
export async function judgeAgain(
  db: Db,
  { slotId, game }: Pick<BreakKey, 'slotId' | 'game'>,
  { before, now }: Rulings,
  write: boolean,
  most = Infinity,
): Promise<{ changes: MovedAt[]; breaks: MeterBreaks | undefined; isCut: boolean }> {
  const latest = readLatest((await db.executeQuery(askLatest(db, [slotId]))).rows)
    .get(slotId)
    ?.get(game)
  const sums = new RollUps()
  const late = { slotId, game, readings: [], last: latest, events: [], ruledBefore: before, most }
  const [judged] = await rescan(db, sums, [late], now, write)
  if (write) {
    await pipelined(db, [
      ...sums.replacements(db, await summedOf(db, [slotId])),
      ...(latest && judged?.state ? storeLatest(db, [{ ...latest, state: judged.state }]) : []),
    ])
    await settleWhole(db, slotId)
  }
  return {
    changes: changesOf(sums),
    breaks: judged?.breaks,
    isCut: judged?.isCut ?? false,
  }
}

export const changesOf = (sums: RollUps): MovedAt[] =>
  sums.changes().map(({ hour, day, place, moved }) => ({
    hour,
    day,
    denomination: place.denomination,
    currency: place.currency,
    locationId: place.locationId,
    moved: Object.fromEntries(movementNames.map((name, meter) => [name, moved[meter] ?? 0])) as Moved,
  }))

/** Batches of the SMIBs that serve the slot wait until the transaction is over. */
export const holdSlot = (db: Db, slotId: string): Promise<void> => holdSlots(db, [slotId])

/** At once, so that two who hold some of the same do not wait for each other. */
export async function holdSlots(db: Db, slotIds: readonly string[]): Promise<void> {
  if (slotIds.length === 0) return
  const smibs = await smibsOf(db, slotIds)
  if (smibs.length > 0) await db.executeQuery(askFeeds(db, smibs))
}

/** SMIBs that sent from the slots, and those that stand or stood on them and may send for the first time just now. */
async function smibsOf(db: Db, slotIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('smib_slots')
    .select('smib_id')
    .where('slot_id', 'in', [...slotIds])
    .union(
      db
        .selectFrom('smib_history')
        .select('smib_id')
        .where('slot_id', 'in', [...slotIds]),
    )
    .execute()
  return rows.map(({ smib_id }) => smib_id).sort()
}

/**
 * After `holdSlot`, where the past of the slot's place or price is changed: batches that have looked it up already do
 * so once more, a SMIB's first one too.
 */
export async function renewPlacings(db: Db, slotId: string): Promise<void> {
  const smibs = await smibsOf(db, [slotId])
  if (smibs.length === 0) return
  const never = {
    run: 0,
    run_started_at: 0,
    min_seq: -1,
    max_seq: -1,
    max_numbered: 1,
    last_at: 0,
    batches: 0,
  }
  await db
    .insertInto('smib_feeds')
    .values(smibs.map(smib_id => ({ ...never, smib_id, slot_id: null, placings: 1 })))
    .onConflict(on =>
      on
        .column('smib_id')
        .doUpdateSet(({ eb, ref }) => ({ placings: eb(ref('smib_feeds.placings'), '+', 1) })),
    )
    .execute()
}

/** Begins the transaction inside: on the embedded database no batch may be worked out from what it changes. */
export const whileNothingIsStored = <Answer>(deps: Deps, work: () => Promise<Answer>): Promise<Answer> =>
  queueOf(deps).alone(work)
