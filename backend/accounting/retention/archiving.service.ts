/**
 * Which sealed days are old enough, and the pieces in which one is archived: each is a transaction, so that a stop at
 * any place leaves nothing half done.
 */
import { DAY_MS } from '../../platform/contract/durations'
import { sql } from 'kysely'
import { rawDaysOf } from '../../platform/layered-settings/raw-days.service'
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'
import type { Deps } from '../../platform/deps'
import { holdFiscalHead } from '../period-lock/fiscal-head.service'
import { whileNothingIsStored } from '../../telemetry/rebooking/ruled-judgement.service'
import { archiveEvents } from './archived-events.service'
import { archiveMessages } from './archived-messages.service'
import { archiveRecords, recordStreams } from './archived-records.service'
import { archiveReadings, type SealedDay } from './archived-readings.service'

/** Readings of the day that are worked out in one piece. */
const PIECE_ROWS = 2_000

export interface DueDay extends SealedDay {
  from: number
}

/** Of each location its next day that is sealed, and old enough by its tenant's setting. */
export async function nextDue(db: Db, now: number): Promise<DueDay[]> {
  const tenants = await db.selectFrom('tenants').select('id').orderBy('id').execute()
  const due: DueDay[] = []
  for (const { id: tenantId } of tenants) {
    const until = now - (await rawDaysOf(db, tenantId)) * DAY_MS
    // By the keys: what is archived already is not gone through again.
    const { rows } = await sql<{ location_id: string; day: string; starts_at: number; ends_at: number }>`
      select distinct d.location_id, d.day, d.starts_at, d.ends_at
      from locations l join location_days d on d.location_id = l.id and d.state = 'sealed' and d.day = (
        select min(x.day) from location_days x where x.location_id = l.id and x.state = 'sealed' and x.day > coalesce(
          (select max(a.day) from raw_archive_days a where a.location_id = l.id), ''))
      where l.tenant_id = ${tenantId} and d.ends_at <= ${until} order by d.day, d.location_id`.execute(db)
    for (const { location_id: locationId, day, starts_at: from, ends_at: to } of rows)
      due.push({ tenantId, locationId, day, from, to })
  }
  return due
}

/** One day to its end, piece by piece; `goOn` false stops between two, and the next turn goes on there. */
export async function archiveDay(deps: Deps, day: DueDay, goOn: () => Promise<boolean>): Promise<void> {
  const piece = (work: (db: Db) => Promise<number>) =>
    whileNothingIsStored(deps, () =>
      deps.db.transaction().execute(async db => {
        // Nobody opens the day again meanwhile.
        await holdFiscalHead(db, day)
        return (await isSealed(db, day)) ? work(db) : 0
      }),
    )
  for (const slots of await piecesOf(deps.db, day)) {
    if (!(await goOn())) return
    await piece(db => archiveReadings(db, day, slots, deps.clock()))
  }
  for (const archive of [
    archiveMessages,
    archiveEvents,
    ...recordStreams.map(stream => (db: Db, of: DueDay, now: number) => archiveRecords(db, stream, of, now)),
  ])
    for (let went = 1; went > 0;) {
      if (!(await goOn())) return
      went = await piece(db => archive(db, day, deps.clock()))
    }
  await deps.db.transaction().execute(async db => {
    await holdFiscalHead(db, day)
    if (await isSealed(db, day)) await finish(db, day, deps.clock())
  })
}

async function isSealed(db: Db, { tenantId, locationId, day }: DueDay): Promise<boolean> {
  const row = await db
    .selectFrom('location_days')
    .select('state')
    .where('tenant_id', '=', tenantId)
    .where('location_id', '=', locationId)
    .where('day', '=', day)
    .where('state', '<>', 'sealed')
    .executeTakeFirst()
  return row === undefined
}

/** Slots with readings of the day, together as many as one archive takes. */
async function piecesOf(db: Db, { locationId, from, to }: DueDay): Promise<string[][]> {
  const { rows } = await sql<{ slot_id: string; count: number }>`
    select s.id as slot_id, n.count from (select slot_nr, count(*) as count from stored_readings
      where location_nr = ${numberOf(locationId)} and server_time >= ${from} and server_time <= ${to} group by slot_nr) n
    join short_ids s on s.nr = n.slot_nr order by s.id`.execute(db)
  const pieces: string[][] = []
  let room = 0
  for (const { slot_id, count } of rows) {
    if (room < Number(count)) {
      pieces.push([])
      room = PIECE_ROWS
    }
    room -= Number(count)
    pieces.at(-1)?.push(slot_id)
  }
  return pieces
}

async function finish(db: Db, { tenantId, locationId, day }: DueDay, now: number): Promise<void> {
  const rows = await db
    .selectFrom('raw_archives')
    .select(({ fn }) => ['stream', fn.sum<number>('rows').as('rows')])
    .where('location_id', '=', locationId)
    .where('day', '=', day)
    .groupBy('stream')
    .execute()
  const of = (stream: string) => Number(rows.find(one => one.stream === stream)?.rows ?? 0)
  await db
    .insertInto('raw_archive_days')
    .values({
      location_id: locationId,
      day,
      tenant_id: tenantId,
      readings: of('readings'),
      messages: of('messages'),
      finished_at: now,
    })
    .onConflict(on => on.columns(['location_id', 'day']).doNothing())
    .execute()
}
