/** Slot data and log lines in a SMIB's message: what the wire takes, what is read of it, and where it is stored. */
import type { CompiledQuery } from 'kysely'
import { insertion } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import type { IngestRecords } from '../streams/records.contract'
import type { ReceivedRecords, Accepted } from './received-message'

export const recordsIn = (
  { slot_data, logs }: IngestRecords,
  { at, nano }: { at: number; nano: number },
): ReceivedRecords => ({
  slotData: slot_data && Object.keys(slot_data).length > 0 ? JSON.stringify(slot_data) : undefined,
  logs:
    logs && logs.length > 0
      ? logs.map(line => ({
          level: line.level,
          at: line.at ?? at,
          nano: line.at === undefined ? nano : 0,
          source: line.source ?? null,
          text: line.text,
        }))
      : undefined,
})

/** What a message is called that says nothing of its kind and brings only these. */
export const recordKind = ({ slotData, logs }: ReceivedRecords): string | undefined =>
  slotData ? 'slotdata' : logs ? 'logs' : undefined

/** Log lines and slot data count against the batch's limit of rows. */
export const recordRows = ({ slot_data, logs }: { slot_data?: unknown; logs?: unknown }): number =>
  (Array.isArray(logs) ? logs.length : 0) + (slot_data === undefined ? 0 : 1)

/** `now`: null for history that is played after the fact, which arrived when it happened. */
export function* storeRecords(
  db: Db,
  accepted: readonly Accepted[],
  now: number | null,
): Iterable<CompiledQuery> {
  const placeOf = ({ smib, message, run }: Accepted) => [
    smib.smibId,
    smib.slot?.id ?? null,
    smib.tenantId,
    smib.locationId,
    run,
    message.seq,
  ]
  yield* intoSlotData(
    db,
    accepted.flatMap(one =>
      one.message.slotData
        ? [[...placeOf(one), now ?? one.message.at, one.message.nano, one.message.at, one.message.slotData]]
        : [],
    ),
  )
  yield* intoLogs(
    db,
    accepted.flatMap(one =>
      (one.message.logs ?? []).map((line, nr) => [
        ...placeOf(one),
        nr,
        line.at,
        line.nano,
        now ?? line.at,
        line.level,
        line.source,
        line.text,
      ]),
    ),
  )
}

const place = {
  smib_id: 'text',
  slot_id: 'text',
  tenant_id: 'text',
  location_id: 'text',
  run: 'bigint',
  message_seq_nr: 'bigint',
} as const
const intoSlotData = insertion('slot_data', {
  ...place,
  server_time: 'bigint',
  server_nano: 'bigint',
  sent_at: 'bigint',
  data: 'text',
})
const intoLogs = insertion('smib_logs', {
  ...place,
  line_nr: 'bigint',
  server_time: 'bigint',
  server_nano: 'bigint',
  received_at: 'bigint',
  level: 'text',
  source: 'text',
  text: 'text',
})
