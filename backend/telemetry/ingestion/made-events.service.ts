/** Events that no slot sent: this system noticed them itself. */
import { insertMany } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import { eventColumns } from './events'
import { eventKind, type madeCodes } from '../readings/sas-events'

export interface MadeEvent {
  code: (typeof madeCodes)[number]
  at: number
  tenantId: string
  locationId: string
  slotId: string | null
  smibId: string | null
  data?: Readonly<Record<string, string | number>>
}

export const writeMadeEvents = (db: Db, events: readonly MadeEvent[], now: number): Promise<void> =>
  insertMany(
    db,
    'events',
    eventColumns,
    events.map(event => ({
      id: newId(now),
      tenant_id: event.tenantId,
      location_id: event.locationId,
      slot_id: event.slotId,
      smib_id: event.smibId,
      code: event.code,
      ...eventKind(event.code),
      data: event.data ? JSON.stringify(event.data) : null,
      run: null,
      message_seq_nr: null,
      event_seq_nr: null,
      server_time: event.at,
      server_nano: 0,
      received_at: now,
    })),
  )
