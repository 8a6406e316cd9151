/** Which days are in archives: their rows cannot be read any more, and pages say so instead of showing nothing. */
import { DAY_MS } from '../../platform/contract/durations'
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'
import { dayArchived } from '../../telemetry/judgement/archive-boundary.service'
import type { Scope } from '../../platform/request/actor'
import type { ArchivedSpan, ArchivedStream } from '../../platform/contract/archived-span'
import type { ArchivedPeriod } from '../../telemetry/streams/archive-spans.service'
import type { ArchivedDay } from './archives.contract'

/** Throws 409 `day_archived` where readings of this day or a later one are in an archive. */
export async function demandReadings(
  db: Db,
  { type, id }: { type: 'slot' | 'location' | 'tenant'; id: string },
  from: string,
): Promise<void> {
  const found =
    type === 'slot'
      ? await db
          .selectFrom('reading_floors as f')
          .innerJoin('counter_readings as r', join =>
            join.onRef('r.server_time', '=', 'f.at').onRef('r.game_nr', '=', 'f.game_nr'),
          )
          .select('r.gaming_day as day')
          .where('f.slot_id', '=', id)
          .where('r.slot_nr', '=', numberOf(id))
          .where('r.gaming_day', '>=', from)
          .limit(1)
          .executeTakeFirst()
      : await db
          .selectFrom('raw_archives')
          .select('day')
          .where(`${type}_id`, '=', id)
          .where('day', '>=', from)
          .limit(1)
          .executeTakeFirst()
  if (found) throw dayArchived()
}

/** What of a location's day is in archives; null: nothing. */
export async function archivedOf(
  db: Db,
  { locationId, day }: { locationId: string; day: string },
  stream: ArchivedStream = 'readings',
): Promise<ArchivedDay | null> {
  const { files, rows, at } = await db
    .selectFrom('raw_archives')
    .select(({ fn }) => [
      fn.countAll<number>().as('files'),
      fn.sum<number | null>('rows').as('rows'),
      fn.max('created_at').as('at'),
    ])
    .where('location_id', '=', locationId)
    .where('day', '=', day)
    .where('stream', '=', stream)
    .executeTakeFirstOrThrow()
  return Number(files) === 0 || at === null
    ? null
    : { files: Number(files), rows: Number(rows), at: Number(at) }
}

/** The last instant of which events of a location are in archives; 0: of none. */
export async function eventsArchivedUntil(db: Db, locationId: string): Promise<number> {
  const row = await db
    .selectFrom('raw_archives')
    .select('to_at')
    .where('location_id', '=', locationId)
    .where('stream', '=', 'events')
    .orderBy('day', 'desc')
    .orderBy('part', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.to_at ?? 0
}

/** A gaming day's instants are within so many dates of its own, whatever its zone and its start. */
const DATES_AROUND = 2

/** What of a stream's period is in archives of the locations where the requested slots and SMIBs stood then. */
export async function archivedIn(
  db: Db,
  { tenantId }: Scope,
  stream: ArchivedStream,
  { from, to, places: { tenant, location, slot, smib } }: ArchivedPeriod,
): Promise<ArchivedSpan | null> {
  const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10)
  let files = db
    .selectFrom('raw_archives')
    .select(({ fn }) => [
      fn.countAll<number>().as('files'),
      fn.min('from_at').as('first'),
      fn.max('to_at').as('last'),
      fn.min('location_id').as('one'),
      fn.max('location_id').as('other'),
    ])
    .where('stream', '=', stream)
    .$if(tenantId !== null, query => query.where('tenant_id', '=', tenantId ?? ''))
    .$if(tenant !== undefined, query => query.where('tenant_id', 'in', [...(tenant ?? [])]))
    .$if(location !== undefined, query => query.where('location_id', 'in', [...(location ?? [])]))
  if (from !== null)
    files = files.where('to_at', '>=', from).where('day', '>=', dateOf(from - DATES_AROUND * DAY_MS))
  if (to !== null)
    files = files.where('from_at', '<', to).where('day', '<=', dateOf(to + DATES_AROUND * DAY_MS))
  // A SMIB on no slot tells where it lies itself.
  if (slot ?? smib)
    files = files.where('location_id', 'in', stood =>
      stood
        .selectFrom('slot_history')
        .select('location_id')
        .$if(slot !== undefined, query => query.where('slot_id', 'in', [...(slot ?? [])]))
        .$if(smib !== undefined, query =>
          query.where('slot_id', 'in', served =>
            served
              .selectFrom('smib_slots')
              .select('slot_id')
              .where('smib_id', 'in', [...(smib ?? [])]),
          ),
        )
        .$if(smib !== undefined, query =>
          query.union(
            stood
              .selectFrom('smibs')
              .select('location_id')
              .where('id', 'in', [...(smib ?? [])]),
          ),
        ),
    )
  const { files: count, first, last, one, other } = await files.executeTakeFirstOrThrow()
  if (Number(count) === 0 || first === null || last === null) return null
  return { files: Number(count), from: first, to: last, location: one === other ? one : null }
}
