/** One message as it came, checked: either what it says, or why it is refused. */
import crypto from 'node:crypto'
import type { z } from 'zod'
import { ingestMessage, type ingestEvent, type Refusal } from './ingest.contract'
import { isPlain } from './plain-message'
import { recordKind, recordsIn } from './records'
import { emptyValues, meterPlace, type MeterValues } from '../readings/meters.contract'
import type { ReceivedEvent, ReceivedCounters, Received } from './received-message'

/** Nothing in this business is older; such a clock was never set. */
const EARLIEST = Date.UTC(2015, 0, 1)

export function readMessage(raw: unknown, index: number): Received | Refusal {
  const message = isPlain(raw) ? raw : checked(raw)
  if (!message) return 'malformed'
  const {
    smib_id: mac,
    message_seq_nr: seq,
    event_seq_nr,
    server_time_nano,
    kind,
    events = NONE,
    counters = NONE,
    logs,
  } = message
  // Not through one number: nanoseconds since the epoch pass 2^53.
  const at = Number(server_time_nano.slice(0, -6))
  const nano = Number(server_time_nano.slice(-6))
  if (at < EARLIEST || events.some(isTooOld) || logs?.some(isTooOld)) return 'clock'
  if (
    (events.length > 1 && repeats(events.map(event => event.event_seq_nr))) ||
    (counters.length > 1 && repeats(counters.map(one => one.game_nr)))
  )
    return 'malformed'

  const read: ReceivedCounters[] = []
  for (const { game_nr, meters } of counters) {
    const one = readMeters(meters as Record<string, unknown>)
    if (typeof one === 'string') return one
    read.push({ game: game_nr, values: one.values, more: one.more })
  }
  const records = recordsIn(message, { at, nano })
  const received = {
    mac,
    seq,
    eventSeq: event_seq_nr ?? null,
    at,
    nano,
    kind:
      kind ??
      (counters.length > 0
        ? 'counters'
        : events.length > 0
          ? 'events'
          : (recordKind(records) ?? 'heartbeat')),
    events: events.length === 0 ? NO_EVENTS : events.map(event => readEvent(event, at, nano)),
    counters: read,
    slotData: records.slotData,
    logs: records.logs,
  }
  // Of what the SMIB said: sent again, and booked at another time, it is the same message.
  const digest = digestOf(JSON.stringify(received)).slice(0, 22)
  // Name by name: spread, each of them would have a shape of its own, and be made several times as slowly.
  return {
    index,
    mac,
    seq,
    eventSeq: received.eventSeq,
    at,
    nano,
    ownTime: null,
    kind: received.kind,
    events: received.events,
    counters: read,
    digest,
    slotData: records.slotData,
    logs: records.logs,
  }
}

function checked(raw: unknown): z.output<typeof ingestMessage> | undefined {
  return hasWideData(raw) ? undefined : ingestMessage.safeParse(raw).data
}

const NONE: never[] = []
const NO_EVENTS: ReceivedEvent[] = []

const isTooOld = ({ at }: { at?: number | undefined }): boolean => at !== undefined && at < EARLIEST

const readEvent = (event: z.output<typeof ingestEvent>, at: number, nano: number): ReceivedEvent => ({
  seq: event.event_seq_nr,
  code: event.code.toUpperCase(),
  at: event.at ?? at,
  nano: event.at === undefined ? nano : 0,
  data: event.data ? JSON.stringify(event.data) : null,
})

/**
 * In one call where Node has it (20.12): an object that takes text in pieces costs four times as much, for each
 * message.
 */
const digestOf = (text: string): string =>
  typeof crypto.hash === 'function'
    ? crypto.hash('sha256', text, 'base64url')
    : crypto.createHash('sha256').update(text).digest('base64url')

/** Runs first, since a schema would look at each member of data that no SMIB sends. */
function hasWideData(raw: unknown): boolean {
  const { events } = (raw ?? {}) as { events?: unknown }
  return (
    Array.isArray(events) &&
    events.some(event => {
      const { data } = (event ?? {}) as { data?: unknown }
      return typeof data === 'object' && data !== null && Object.keys(data).length > MAX_DATA
    })
  )
}
const MAX_DATA = 64

function readMeters(meters: Record<string, unknown>): { values: MeterValues; more: string | null } | Refusal {
  const values = emptyValues()
  const more = new Map<string, number>()
  let hasMeter = false
  for (const given in meters) {
    // Most write them as they are: changing the case of every meter of every reading was a fortieth of reading a batch.
    const own = meterPlace(given)
    const code = own === undefined ? given.toUpperCase() : given
    const value = meters[given]
    const place = own ?? meterPlace(code)
    if (place === undefined) return 'unknown_meter'
    // '000b' and '000B' name one meter.
    if (place < 0 ? more.has(code) : values[place] !== null) return 'malformed'
    if (typeof value !== 'number') return 'malformed'
    if (!Number.isSafeInteger(value) || value < 0) return 'value_out_of_range'
    if (place < 0) more.set(code, value)
    else values[place] = value
    hasMeter = true
  }
  if (!hasMeter) return 'malformed'
  return {
    values,
    more:
      more.size > 0
        ? JSON.stringify(Object.fromEntries([...more].sort(([a], [b]) => (a < b ? -1 : 1))))
        : null,
  }
}

const repeats = (numbers: number[]): boolean => new Set(numbers).size < numbers.length
