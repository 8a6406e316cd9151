/** What must be in a slot's stacker by its meters: the bills it took since its last collection. */
import { checkpoint, metersAt } from '../checkpoints/checkpoints.service'
import { settingsHeldBy } from '../config/settings-held.service'
import type { Db } from '../db/database'
import { gamingDayOf } from '../rawdata/gaming-day.service'
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

type Told = Pick<
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
 * Opening and closing of the bill meter, and what lies between. A meter that fell (a RAM clear) or was counted in other credits says nothing
 * of the cash, and a first collection has nothing to be compared with: then nobody guesses.
 */
export async function expectedCash(
  db: Db,
  slot: string,
  last: CollectorCheckpointsTable | undefined,
  at: number,
): Promise<Told> {
  const known = await metersAt(db, slot, at)
  const told = known?.meters.bills_in
  const denomination = known?.newest.denomination_minor ?? null
  const isOtherMoney = last?.denomination_minor !== denomination || last?.currency !== known?.newest.currency
  const closing_credits = told?.[0] ?? null
  const opening_credits = last?.closing_credits ?? null
  const money = (credits: number | null, unit: number | null) =>
    credits === null || unit === null ? null : credits * unit
  const unknown_because =
    closing_credits === null
      ? 'no_reading'
      : opening_credits === null
        ? 'first'
        : isOtherMoney
          ? 'repriced'
          : closing_credits < opening_credits
            ? 'meters_fell'
            : (await isInDoubt(db, slot, last?.closing_at ?? 0, at))
              ? 'in_doubt'
              : null
  return {
    opening_at: last?.closing_at ?? null,
    opening_credits,
    opening_minor: last?.closing_minor ?? null,
    closing_at: told?.[1] ?? null,
    closing_credits,
    closing_minor: money(closing_credits, denomination),
    denomination_minor: denomination,
    expected_minor:
      unknown_because === null ? money((closing_credits ?? 0) - (opening_credits ?? 0), denomination) : null,
    unknown_because,
  }
}

/** Readings that left their line in that time: held back, or decided about. Either way the difference of two indexes is no cash. */
async function isInDoubt(db: Db, slot: string, from: number, to: number): Promise<boolean> {
  const found = await db
    .selectFrom('repairs')
    .select('id')
    .where('slot_id', '=', slot)
    .where('game_nr', '=', 0)
    .where('crossing', '>', from)
    .where('crossing', '<=', to)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Keeps the meters of that moment as a checkpoint, and answers its id; null for a slot that has told nothing. */
export async function keepMeters(
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
