/** Stores what each level stood at when a location's day was closed, next to the day's report and from its figures. */
import { DAY_MS } from '../../platform/contract/durations'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import { addedSince, contributedTo } from './added.queries'
import type { JackpotFigures } from './day-figures.contract'

interface ClosedDay {
  tenantId: string
  locationId: string
  day: string
  revision: number
  to: number
  figures: JackpotFigures
}

/** Runs in the transaction that stores the report. A later revision of the day replaces the snapshot. */
export async function keepSnapshots(
  db: Db,
  { tenantId, locationId, day, revision, to, figures }: ClosedDay,
  now: number,
): Promise<void> {
  for (const one of figures.levels) {
    const level = await db
      .selectFrom('jackpot_levels')
      .selectAll()
      .where('id', '=', one.level._id)
      .executeTakeFirst()
    if (!level) continue
    const [ever, since] = [await contributedTo(db, level.id), await addedSince(db, level, to)]
    const snapshot = {
      revision,
      ends_at: to,
      state: one.stood.state,
      run: one.stood.run,
      value_minor: one.stood.value,
      kept_minor: one.stood.kept,
      visible: ever.visible - since.visible,
      hidden: ever.hidden - since.hidden,
      added_visible: one.shown_parts,
      added_hidden: one.kept_parts,
      wins: one.wins,
      won_minor: one.won,
      // One location's report says only a part of a level that other locations feed too.
      is_whole: one.everywhere ? 0 : 1,
      updated_at: now,
    }
    await db
      .insertInto('jackpot_snapshots')
      .values({
        id: newId(now),
        tenant_id: tenantId,
        search: '',
        version: 1,
        archived_at: null,
        created_at: now,
        location_id: locationId,
        jackpot_id: level.jackpot_id,
        level_id: level.id,
        currency: level.currency,
        gaming_day: day,
        day_before: new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10),
        ...snapshot,
      })
      .onConflict(on =>
        on
          .columns(['level_id', 'location_id', 'gaming_day'])
          .doUpdateSet(row => ({ ...snapshot, version: row('jackpot_snapshots.version', '+', 1) })),
      )
      .execute()
  }
}
