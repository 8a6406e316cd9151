/**
 * One event of a message gets another code, or is left out. The edit stores the whole original event. The day's
 * count, the doors, the fraud detector's marks and, where the event says that memory was cleared, the meters follow.
 */
import type { Selectable } from 'kysely'
import { markEvents } from '../anomalies/marks.service'
import { invalidField, Problem } from '../../platform/contract/problem'
import { demandOpenDays } from '../period-lock/open-days.service'
import { endOf } from '../../telemetry/readings/place'
import { placeOfSlot, dayIn } from '../../telemetry/readings/slot-history.queries'
import { pipelined } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { renewDoor } from '../../estate/slots/doors.service'
import { judgeMemory } from '../../telemetry/rebooking/edited-readings.service'
import { isHandpay } from '../../telemetry/readings/event-money.service'
import { moveSums } from '../../telemetry/readings/event-sums.service'
import { renewPendingHandpays } from '../../telemetry/readings/pending-handpays.service'
import { intoEventDays } from '../../telemetry/ingestion/events'
import { explainedBy, explainingCodes } from '../../telemetry/readings/movement'
import type { EventsTable } from '../../telemetry/readings/events.table'
import type { MovedAt } from '../../telemetry/rebooking/ruled-judgement.service'
import { eventKind } from '../../telemetry/readings/sas-events'
import { isSameEvent } from '../../telemetry/readings/check-reading'
import type { Bucket, Wanted } from './edited-part'
import type { PartValues } from './message-edits.contract'
import type { MemoryEvent } from '../../telemetry/readings/meter-marks'

type Event = Selectable<EventsTable> & { slot_id: string }
/** From what came to what stands, by code; null: it stands no more. */
interface Change {
  event: Event
  day: string
  from: string | null
  to: string | null
}

export const editedEvents: Bucket<Extract<Wanted, { bucket: 'events' }>> = {
  async part(db, { tenantId }, message, { item, value }, now) {
    const event = await db
      .selectFrom('events')
      .selectAll()
      .where('id', '=', item)
      .where('smib_id', '=', message.smib._id)
      .where('message_seq_nr', '=', message.seq)
      .where('run', '=', message.run)
      .$if(tenantId !== null, query => query.where('tenant_id', '=', tenantId ?? ''))
      .executeTakeFirst()
    // An event of no slot counts nowhere.
    if (!event?.slot_id) throw new Problem(404, 'not_found')
    if (value === event.code) throw invalidField('code', 'unchanged')
    const own: Event = { ...event, slot_id: event.slot_id }
    const day = await dayIn(db, own.location_id, own.server_time)
    const after: PartValues = value === undefined ? {} : { code: value }
    return {
      bucket: 'events',
      does: value === undefined ? 'leave_out' : 'correct',
      item,
      slotId: own.slot_id,
      locationId: own.location_id,
      at: own.server_time,
      nano: own.server_nano,
      run: message.run,
      day,
      before: { code: own.code },
      after,
      revertState: own,
      async book(writer, write) {
        const change = { event: own, day, from: own.code, to: value ?? null }
        return { changes: await changed(writer, change, write, now), doubtful: false }
      },
    }
  },

  async revert(db, edit, write, now) {
    const original = JSON.parse(edit.kept) as Event
    const { slot_id, server_time, server_nano } = original
    // A move or a day's start may have been reverted since, so the event counts where the slot really stood.
    const place = await placeOfSlot(db, slot_id, endOf(server_time, server_nano))
    const event = { ...original, location_id: place?.locationId ?? original.location_id }
    const day = await dayIn(db, event.location_id, server_time)
    await demandOpenDays(db, edit.tenant_id, [{ locationId: event.location_id, day }])
    const after = JSON.parse(edit.after) as { code?: string }
    return changed(db, { event, day, from: after.code ?? null, to: event.code }, write, now)
  },
}

async function changed(
  db: Db,
  { event, day, from, to }: Change,
  write: boolean,
  now: number,
): Promise<MovedAt[]> {
  const slotId = event.slot_id
  const memory = {
    gone: from === null || (await hasTwin(db, event, from)) ? [] : memoryOf(event, from),
    come: to === null ? [] : memoryOf(event, to),
  }
  const changes = await judgeMemory(db, slotId, memory, write)
  if (!write) return changes
  const booked = { ...(await bookedAt(db, event)), day }
  const as = (code: string | null) => (code === null ? [] : [{ ...booked, code }])
  const money = await moveSums(db, { gone: as(from), come: as(to) })
  if (to === null) await db.deleteFrom('events').where('id', '=', event.id).execute()
  else if (from === null)
    await db
      .insertInto('events')
      .values({ ...event, code: to, ...eventKind(to) })
      .execute()
  else
    await db
      .updateTable('events')
      .set({ code: to, ...eventKind(to) })
      .where('id', '=', event.id)
      .execute()
  await count(db, event, day, from, -1)
  await count(db, event, day, to, 1)
  for (const code of [from, to]) if (code !== null) await renewDoor(db, slotId, code)
  if ([from, to].some(code => code !== null && isHandpay(code))) await renewPendingHandpays(db, [slotId])
  const marked = [from, to].flatMap(code =>
    code === null ? [] : [{ slotId, locationId: event.location_id, code, at: event.server_time }],
  )
  await pipelined(db, [...money, ...markEvents(db, marked, now)])
  return changes
}

async function bookedAt(
  db: Db,
  { id, slot_id, location_id, tenant_id, server_time, server_nano, data }: Event,
) {
  const place = await placeOfSlot(db, slot_id, endOf(server_time, server_nano))
  return {
    ...{
      id,
      slotId: slot_id,
      locationId: location_id,
      tenantId: tenant_id,
      at: server_time,
      nano: server_nano,
      data,
    },
    currency: place?.currency ?? '',
  }
}

const memoryOf = ({ server_time, data }: Event, code: string): MemoryEvent[] => {
  const said = explainedBy(code, server_time, data)
  return said ? [said] : []
}

/** Another event says the same of the same moment: judgement knows only one of them. */
async function hasTwin(db: Db, event: Event, code: string): Promise<boolean> {
  const [own] = memoryOf(event, code)
  if (!own) return false
  const others = await db
    .selectFrom('events')
    .select(['code', 'data'])
    .where('slot_id', '=', event.slot_id)
    .where('server_time', '=', event.server_time)
    .where('code', 'in', explainingCodes)
    .where('id', '<>', event.id)
    .execute()
  return others.some(one => {
    const said = explainedBy(one.code, event.server_time, one.data)
    return said !== null && isSameEvent(said, own)
  })
}

async function count(db: Db, event: Event, day: string, code: string | null, by: 1 | -1): Promise<void> {
  if (code === null) return
  const { slot_id, location_id, tenant_id } = event
  await pipelined(db, [...intoEventDays(db, [[slot_id, day, code, location_id, tenant_id, by]])])
  await db
    .deleteFrom('event_days')
    .where('slot_id', '=', slot_id)
    .where('gaming_day', '=', day)
    .where('code', '=', code)
    .where('location_id', '=', location_id)
    .where('count', '<=', 0)
    .execute()
}
