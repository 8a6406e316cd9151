/** What must be in a slot's stacker by its meters: the bills it took since its last collection. */
import { checkpoint, metersAt } from '../checkpoints/checkpoints.service'
import { settingsHeldBy } from '../../platform/layered-settings/settings-held.service'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { bookedBetween } from '../../telemetry/judgement/electronic.service'
import { summedOf } from '../../telemetry/judgement/summed-slots.service'
import { gamingDayOf } from '../../estate/locations/gaming-day.service'
import { movementNames } from '../../telemetry/readings/meters.contract'
import type { CollectorCheckpointsTable } from './collections.table'

/** The place where a slot stands. */
export interface SlotPlace {
  id: string
  serial: string
  tenant_id: string
  location_id: string
  currency: string
  time_zone: string
  gaming_day_start: string
}

export const placeOfSlot = (db: Db, slot: string): Promise<SlotPlace | undefined> =>
  db
    .selectFrom('slots as s')
    .innerJoin('locations as l', 'l.id', 's.location_id')
    .select([
      's.id',
      's.serial',
      's.tenant_id',
      's.location_id',
      's.currency',
      'l.time_zone',
      'l.gaming_day_start',
    ])
    .where('s.id', '=', slot)
    .executeTakeFirst()

/** A slot's newest collection, whoever made it. */
export const lastCollection = (db: Db, slot: string) =>
  db
    .selectFrom('collector_checkpoints')
    .selectAll()
    .where('slot_id', '=', slot)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()

type ExpectedCash = Pick<
  CollectorCheckpointsTable,
  | 'opening_at'
  | 'opening_credits'
  | 'opening_minor'
  | 'closing_at'
  | 'closing_credits'
  | 'closing_minor'
  | 'denomination_minor'
  | 'expected_minor'
  | 'unknown_because'
>

/**
 * Opening and closing of the bill meter, and what the ledger booked of notes between those two readings: over the
 * meter's end, across a clear, and as people decided. As long as somebody has to decide of a reading in between, and
 * for a first collection, nobody guesses.
 */
export async function expectedCash(
  db: Db,
  slot: string,
  last: CollectorCheckpointsTable | undefined,
  at: number,
): Promise<ExpectedCash> {
  const known = await metersAt(db, slot, at)
  const bills = known?.meters.bills_in
  const denomination = known?.newest.denomination_minor ?? null
  const closing_credits = bills?.[0] ?? null
  const opening_credits = last?.closing_credits ?? null
  const money = (credits: number | null, unit: number | null) =>
    credits === null || unit === null ? null : credits * unit
  const expected =
    closing_credits === null || !bills || !known
      ? 'no_reading'
      : !last || opening_credits === null || last.closing_at === null
        ? 'first'
        : last.currency !== known.newest.currency
          ? 'repriced'
          : await bookedCash(db, slot, last.currency, { from: last.closing_at, to: bills[1], at })
  return {
    opening_at: last?.closing_at ?? null,
    opening_credits,
    opening_minor: last?.closing_minor ?? null,
    closing_at: bills?.[1] ?? null,
    closing_credits,
    closing_minor: money(closing_credits, denomination),
    denomination_minor: denomination,
    expected_minor: typeof expected === 'number' ? expected : null,
    unknown_because: typeof expected === 'number' ? null : expected,
  }
}

const BILLS = movementNames.indexOf('bills_in')

/** Of notes in (from, to], by the ledger; unknown while a reading up to `at` waits for a decision. */
async function bookedCash(
  db: Db,
  slot: string,
  currency: string,
  { from, to, at }: { from: number; to: number; at: number },
): Promise<number | 'repriced' | 'in_doubt'> {
  const summed = (await summedOf(db, [slot])).get(slot)
  const isSummed = summed !== undefined && from < summed.before
  const waiting = await db
    .selectFrom('repairs')
    .select('kind')
    .where('slot_id', '=', slot)
    .where('game_nr', isSummed ? '>' : '=', 0)
    .where('state', '<>', 'decided')
    .where('crossing', '>', from)
    .where('crossing', '<=', at)
    .orderBy('crossing')
    .limit(1)
    .executeTakeFirst()
  if (waiting) return waiting.kind === 'repriced' ? 'repriced' : 'in_doubt'
  let minor = 0
  let isOtherMoney = false
  try {
    await bookedBetween(db, slot, from, to, (moved, place) => {
      const bills = moved[BILLS] ?? 0
      minor += bills * place.denomination
      isOtherMoney ||= bills !== 0 && place.currency !== currency
    })
  } catch (error) {
    // Without its readings, which are in an archive, nobody can say what was booked within an hour.
    if (error instanceof Problem && error.code === 'day_archived') return 'in_doubt'
    throw error
  }
  return isOtherMoney ? 'repriced' : minor
}

/** Stores the meters of that moment as a checkpoint and returns its id; null for a slot without a reading. */
export async function storeMeters(
  db: Db,
  place: SlotPlace,
  { at, by, number, now }: { at: number; by: string; number: string; now: number },
): Promise<string | null> {
  const gamingDay = gamingDayOf(at, place.time_zone, place.gaming_day_start)
  const made = await checkpoint(
    db,
    [place.id],
    { at, kind: 'collection', gamingDay, reason: number, madeBy: by },
    now,
  )
  if (made === 0) return null
  const { id } = await db
    .selectFrom('checkpoints')
    .select('id')
    .where('slot_id', '=', place.id)
    .where('server_time', '=', at)
    .where('kind', '=', 'collection')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return id
}

/** Differences up to this are nobody's question. Minor units. */
export async function toleranceOf(db: Db, tenantId: string): Promise<number> {
  const settings = await settingsHeldBy(db, { tenantId: null }, 'fraud', tenantId)
  return Number(settings.collection_tolerance?.value ?? 0)
}
