/** Stores slot events, counts them by day, and raises a notification for each alarm. */
import { DAY_MS } from '../../platform/contract/durations'
import type { CompiledQuery } from 'kysely'
import { insertion } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import { alarmTemplateOf, raise, type Raised } from '../../workflow/notifications/notifications.service'
import type { SmibContext } from './smib-context'
import { storeDoors } from '../../estate/slots/doors.service'
import { contextAt } from './placing'
import { gamingDayIn } from '../../estate/locations/gaming-day.service'
import { tellsMoney } from '../readings/event-money.service'
import type { BookedEvent } from '../readings/event-sums.service'
import { eventKind } from '../readings/sas-events'
import type { Received, ReceivedEvent, Accepted } from './received-message'

/** An alarm that arrives later than this is history. */
const NEWS_MS = DAY_MS

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

interface AcceptedEvent {
  id: string
  smib: SmibContext
  message: Received
  run: number
  event: ReceivedEvent
}

/** In order of time. */
export const eventsOf = (accepted: readonly Accepted[], now: number): AcceptedEvent[] =>
  accepted
    .flatMap(({ smib, message, run }) =>
      message.events.map(event => ({ smib: contextAt(smib, event), message, run, event })),
    )
    .sort((a, b) => a.event.at - b.event.at)
    .map(one => ({ id: newId(now), ...one }))

/** Those that say something of money, with where they are booked. */
export const ofMoney = (all: readonly AcceptedEvent[]): BookedEvent[] =>
  all.flatMap(({ id, smib: { slot, rules, locationId, tenantId }, event: { code, at, nano, data } }) =>
    slot && tellsMoney(code)
      ? [
          {
            ...{ id, code, at, nano, data, locationId, tenantId },
            slotId: slot.id,
            currency: slot.currency,
            day: gamingDayIn(rules, at),
          },
        ]
      : [],
  )

export function* storeEvents(
  db: Db,
  all: readonly AcceptedEvent[],
  now: number,
  live = true,
): Iterable<CompiledQuery> {
  yield* intoEvents(
    db,
    all.map(({ id, smib, message, run, event }) => {
      const { category, severity } = eventKind(event.code)
      return [
        id,
        smib.tenantId,
        smib.locationId,
        smib.slot?.id ?? null,
        smib.smibId,
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
  yield* intoEventDays(db, countedByDay(all))
  yield* storeDoors(
    db,
    all.flatMap(({ smib, event }) =>
      smib.slot ? [{ slotId: smib.slot.id, code: event.code, at: event.at }] : [],
    ),
  )
}

/** A notification for each alarm that is news. */
export async function raiseAlarms(db: Db, all: readonly AcceptedEvent[], now: number): Promise<Raised[]> {
  const raised: Raised[] = []
  for (const { smib, event } of all) {
    const template = alarmTemplateOf(event.code)
    if (!template || !smib.slot || event.at < now - NEWS_MS) continue
    const one = await raise(
      db,
      {
        template,
        tenantId: smib.tenantId,
        resourceType: 'slot',
        resourceId: smib.slot.id,
        data: { serial: smib.slot.serial, location: smib.locationName },
        details: {
          tenant_id: smib.tenantId,
          tenant_name: smib.tenantName,
          location_id: smib.locationId,
          location_name: smib.locationName,
          slot_id: smib.slot.id,
          slot_name: smib.slot.serial,
        },
      },
      now,
    )
    if (one) raised.push(one)
  }
  return raised
}

/** What has the same id is the same event. */
export const intoEvents = insertion('events', eventColumns, {
  key: ['id'],
  tenant: 'tenant_id',
  then: 'do nothing',
})
export const intoEventDays = insertion(
  'event_days',
  {
    slot_id: 'text',
    gaming_day: 'text',
    code: 'text',
    location_id: 'text',
    tenant_id: 'text',
    count: 'bigint',
  },
  {
    key: ['slot_id', 'gaming_day', 'code', 'location_id'],
    tenant: 'tenant_id',
    then: 'do update set count = event_days.count + excluded.count',
  },
)

function countedByDay(all: readonly AcceptedEvent[]): (string | number)[][] {
  const counts = new Map<string, { row: string[]; count: number }>()
  for (const { smib, event } of all) {
    if (!smib.slot) continue
    const row = [smib.slot.id, gamingDayIn(smib.rules, event.at), event.code, smib.locationId, smib.tenantId]
    const key = row.join(' ')
    const known = counts.get(key)
    if (known) known.count++
    else counts.set(key, { row, count: 1 })
  }
  return [...counts.values()].map(({ row, count }) => [...row, count])
}
