/** Stores machine events, counts them by day, and raises a notification for each alarm. */
import type { CompiledQuery } from 'kysely'
import { insertion } from '../db/bulk'
import type { Db } from '../db/database'
import { newId } from '../db/new-id'
import { alarmTemplateOf, raise, type Raised } from '../notifications/notifications.service'
import type { Board } from './boards'
import { storeDoors } from './doors.service'
import { gamingDayOf } from './gaming-day.service'
import type { Accepted } from './feeds'
import type { Received, ReceivedEvent } from './messages'
import { eventKind } from './sas-events'

/** An alarm that arrives later than this is history. */
const NEWS_MS = 24 * 3_600_000

export const eventColumns = {
  id: 'text',
  tenant_id: 'text',
  location_id: 'text',
  slot_id: 'text',
  smib_id: 'text',
  code: 'text',
  category: 'text',
  severity: 'text',
  data: 'text',
  run: 'bigint',
  message_seq_nr: 'bigint',
  event_seq_nr: 'bigint',
  server_time: 'bigint',
  server_nano: 'bigint',
  received_at: 'bigint',
} as const

interface Told {
  board: Board
  message: Received
  run: number
  event: ReceivedEvent
}

/** In order of time. */
export const eventsOf = (accepted: readonly Accepted[]): Told[] =>
  accepted
    .flatMap(({ board, message, run }) => message.events.map(event => ({ board, message, run, event })))
    .sort((a, b) => a.event.at - b.event.at)

export function* storeEvents(
  db: Db,
  all: readonly Told[],
  now: number,
  live = true,
): Iterable<CompiledQuery> {
  yield* intoEvents(
    db,
    all.map(({ board, message, run, event }) => {
      const { category, severity } = eventKind(event.code)
      return [
        newId(now),
        board.tenantId,
        board.locationId,
        board.slot?.id ?? null,
        board.smibId,
        event.code,
        category,
        severity,
        event.data,
        run,
        message.seq,
        event.seq,
        event.at,
        event.nano,
        live ? now : event.at,
      ]
    }),
  )
  yield* intoDays(db, countedByDay(all))
  yield* storeDoors(
    db,
    all.flatMap(({ board, event }) =>
      board.slot ? [{ slotId: board.slot.id, code: event.code, at: event.at }] : [],
    ),
  )
}

/** A notification for each alarm that is news. */
export async function raiseAlarms(db: Db, all: readonly Told[], now: number): Promise<Raised[]> {
  const raised: Raised[] = []
  for (const { board, event } of all) {
    const template = alarmTemplateOf(event.code)
    if (!template || !board.slot || event.at < now - NEWS_MS) continue
    const one = await raise(
      db,
      {
        template,
        tenantId: board.tenantId,
        resourceType: 'slot',
        resourceId: board.slot.id,
        data: { serial: board.slot.serial, location: board.locationName },
        details: {
          tenant_id: board.tenantId,
          tenant_name: board.tenantName,
          location_id: board.locationId,
          location_name: board.locationName,
          slot_id: board.slot.id,
          slot_name: board.slot.serial,
        },
      },
      now,
    )
    if (one) raised.push(one)
  }
  return raised
}

/** What has the same id is the same event. */
export const intoEvents = insertion('events', eventColumns, '(id) do nothing')
const intoDays = insertion(
  'event_days',
  {
    slot_id: 'text',
    gaming_day: 'text',
    code: 'text',
    location_id: 'text',
    tenant_id: 'text',
    count: 'bigint',
  },
  '(slot_id, gaming_day, code, location_id) do update set count = event_days.count + excluded.count',
)

function countedByDay(all: readonly Told[]): (string | number)[][] {
  const counts = new Map<string, { row: string[]; count: number }>()
  for (const { board, event } of all) {
    if (!board.slot) continue
    const row = [
      board.slot.id,
      gamingDayOf(event.at, board.timeZone, board.dayStart),
      event.code,
      board.locationId,
      board.tenantId,
    ]
    const key = row.join(' ')
    const known = counts.get(key)
    if (known) known.count++
    else counts.set(key, { row, count: 1 })
  }
  return [...counts.values()].map(({ row, count }) => [...row, count])
}
