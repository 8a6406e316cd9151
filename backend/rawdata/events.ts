/** Stores machine events, counts them by day, and raises a notification for each alarm. */
import { sql } from 'kysely'
import { insertMany } from '../db/bulk'
import type { Db } from '../db/database'
import { newId } from '../db/new-id'
import { alarmTemplateOf, raise, type Raised } from '../notifications/notifications.service'
import type { Board } from './boards'
import { gamingDayOf } from './gaming-day'
import type { Accepted } from './feeds'
import type { ReceivedEvent } from './messages'
import { eventKind } from './sas-events'

/** An alarm that arrives later than this is history. */
const NEWS_MS = 24 * 3_600_000

export const eventColumns = {
  id: 'text', tenant_id: 'text', location_id: 'text', slot_id: 'text', smib_id: 'text', code: 'text', category: 'text', severity: 'text', data: 'text',
  run: 'bigint', message_seq_nr: 'bigint', event_seq_nr: 'bigint', server_time: 'bigint', server_nano: 'bigint', received_at: 'bigint',
} as const

export async function writeEvents(db: Db, accepted: readonly Accepted[], now: number, live: boolean): Promise<Raised[]> {
  const all = accepted.flatMap(({ board, message, run }) => message.events.map(event => ({ board, message, run, event, ...eventKind(event.code) })))
  await insertMany(db, 'events', eventColumns, all.map(({ board, message, run, event, category, severity }) => ({
    id: newId(now), tenant_id: board.tenantId, location_id: board.locationId, slot_id: board.slot?.id ?? null, smib_id: board.smibId,
    code: event.code, category, severity, data: event.data, run, message_seq_nr: message.seq, event_seq_nr: event.seq,
    server_time: event.at, server_nano: event.nano, received_at: now,
  })))
  await countDays(db, all)
  const raised: Raised[] = []
  if (!live) return raised
  for (const { board, event } of all.sort((a, b) => a.event.at - b.event.at)) {
    const template = alarmTemplateOf(event.code)
    if (!template || !board.slot || event.at < now - NEWS_MS) continue
    const one = await raise(db, {
      template, tenantId: board.tenantId, resourceType: 'slot', resourceId: board.slot.id, data: { serial: board.slot.serial, location: board.locationName },
      details: {
        tenant_id: board.tenantId, tenant_name: board.tenantName, location_id: board.locationId, location_name: board.locationName,
        slot_id: board.slot.id, slot_name: board.slot.serial,
      },
    }, now)
    if (one) raised.push(one)
  }
  return raised
}

async function countDays(db: Db, all: readonly { board: Board; event: ReceivedEvent }[]): Promise<void> {
  const counts = new Map<string, { slot_id: string; gaming_day: string; code: string; location_id: string; tenant_id: string; count: number }>()
  for (const { board, event } of all) {
    if (!board.slot) continue
    const gaming_day = gamingDayOf(event.at, board.timeZone, board.dayStart)
    const key = `${board.slot.id} ${gaming_day} ${event.code}`
    const known = counts.get(key)
    if (known) known.count++
    else counts.set(key, { slot_id: board.slot.id, gaming_day, code: event.code, location_id: board.locationId, tenant_id: board.tenantId, count: 1 })
  }
  await insertMany(db, 'event_days', { slot_id: 'text', gaming_day: 'text', code: 'text', location_id: 'text', tenant_id: 'text', count: 'bigint' },
    [...counts.values()], sql`(slot_id, gaming_day, code, location_id) do update set count = event_days.count + excluded.count`)
}
