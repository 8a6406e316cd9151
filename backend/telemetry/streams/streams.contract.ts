/** Raw data as lists: newest first, by server time, message number, event number (specification, section 4). */
import { DAY_MS } from '../../platform/contract/durations'
import { z } from 'zod'
import { id, instant, money, reference } from '../../platform/contract/primitives'
import { archivedSpan } from '../../platform/contract/archived-span'
import { defineStreamContract, flagFilter, streamFlags, subjectFilters } from '../../platform/contract/stream'

export const streamRow = z.object({
  server_time: instant,
  /** The whole instant, in nanoseconds. */
  server_time_nano: z.string(),
  received_at: instant.optional(),
  message_seq_nr: z.number().int().nullable(),
  event_seq_nr: z.number().int().nullable().optional(),
  /** The SMIB's MAC address, and what it is called by. */
  smib_id: z.string().nullable(),
  smib: reference.nullable(),
  slot: reference.nullable(),
  location: reference,
  tenant: reference,
  /** Of the location: its times are shown in it (ruling 28). */
  time_zone: z.string(),
})

/** What no event brought has no event's number. */
export const unnumberedRow = streamRow.omit({ event_seq_nr: true })

/** How a movement was judged; `reset` and `jump` are marks of readings booked before 2026-11-23. */
export const repairKinds = [
  'rollover',
  'cleared',
  'restarted',
  'fell',
  'jumped',
  'silent',
  'straddle',
  'repriced',
  'unproven',
  'confirmed',
  'broken',
  'reset',
  'jump',
] as const

/** What an event is about; `SMIB`: made by this system; `unknown`: a code that SAS does not list. */
export const eventCategories = [
  'door',
  'power',
  'tilt',
  'memory',
  'configuration',
  'ticket',
  'reel',
  'bill',
  'handpay',
  'aft',
  'play',
  'board',
  'other',
  'unknown',
] as const

export const eventRow = streamRow.extend({
  _id: id,
  code: z.string(),
  category: z.enum(eventCategories),
  severity: z.enum(['info', 'warning', 'alarm']),
  data: z.record(z.string(), z.unknown()).nullable(),
  /** `amount_minor` of its data, in the currency that its slot had then. */
  amount: money.nullable(),
  /** The correction that holds of it. */
  edit: id.nullable(),
  ...streamFlags,
})
export const messageRow = streamRow.extend({
  kind: z.string(),
  event_count: z.number().int(),
  counter_count: z.number().int(),
  ...streamFlags,
})
export const counterRow = unnumberedRow.extend({
  game_nr: z.number().int(),
  gaming_day: z.string(),
  denomination: money,
  /** Meters with a name, as read; credits or counts. `more`: the others, by SAS code. */
  meters: z.record(z.string(), z.number().int().nullable()),
  more: z.record(z.string(), z.number().int()),
  /** The same meters at the price of the reading, as far as they count credits; null where there is no value. */
  money: z.record(z.string(), money.nullable()),
  /** Meter → how its movement was judged, where that is not the plain difference. */
  repairs: z.record(z.string(), z.enum(repairKinds)),
  /** Nothing of it was booked; later readings disagreed with a discarded one. */
  held: z.enum(['open', 'stray', 'not_placed', 'too_late']).nullable(),
  ...streamFlags,
})
export type EventRow = z.infer<typeof eventRow>
export type MessageRow = z.infer<typeof messageRow>
export type CounterRow = z.infer<typeof counterRow>

export const eventFilters = z.object({
  ...subjectFilters,
  code: z.string().max(40),
  category: z.enum(eventCategories),
  /** As `category`, by the name that integrators have used from the beginning. */
  type: z.string().max(40),
  severity: z.enum(['info', 'warning', 'alarm']),
  ...flagFilter,
})
export const messageFilters = z.object({
  ...subjectFilters,
  kind: z.string().max(20),
  /** As `kind`. */
  type: z.string().max(20),
  ...flagFilter,
})
export const counterFilters = z.object({
  ...subjectFilters,
  game_nr: z.number().int(),
  /** As `game_nr`, by the specification's name. */
  gameNr: z.number().int(),
  /** SAS meter code: only readings that have this meter. */
  meterId: z.string().max(8),
  held: z.enum(['open', 'stray', 'not_placed', 'too_late']),
  /** Only readings of which a meter was judged so. */
  mark: z.enum(repairKinds),
  ...flagFilter,
})

export const eventsContract = defineStreamContract({
  family: 'rawdata',
  one: 'event',
  many: 'events',
  row: eventRow,
  filters: eventFilters,
  permission: 'slot::get',
})
/** What SAS does not list: made by SMIBs and by this system, and codes that only a manufacturer knows. */
export const customEventsContract = defineStreamContract({
  family: 'rawdata',
  one: 'event-custom',
  many: 'events-custom',
  row: eventRow,
  filters: eventFilters,
  permission: 'slot::get',
})
export const messagesContract = defineStreamContract({
  family: 'rawdata',
  one: 'message',
  many: 'messages',
  row: messageRow,
  filters: messageFilters,
  permission: 'slot::get',
})

export const countersContract = defineStreamContract({
  family: 'rawdata',
  one: 'counter',
  many: 'counters',
  row: counterRow,
  filters: counterFilters,
  aliases: { gameNr: 'gameNr', meterId: 'meterId' },
  permission: 'slot::get',
})

/** Without `dateStart`, a filter that no index serves looks back this far. */
export const FILTERED_BACK_MS = 31 * DAY_MS

/** What `meta` asks for: how the request was understood. */
export const streamMeta = z.object({
  period: z.object({ from: instant.nullable(), to: instant.nullable() }),
  order: z.object({ by: z.enum(['server_time', 'smib_id']), direction: z.enum(['ASC', 'DESC']) }),
  /** Rows of archived slots are not among them. */
  without_archived: z.boolean(),
  /** Of counters: the meters that have a name, with their SAS codes. */
  counters: z.array(z.object({ name: z.string(), code: z.string() })).optional(),
})

/** `after` and `before` of the next requests; null where no row is. */
export const streamCursors = z.object({ before: z.string().nullable(), after: z.string().nullable() })

export const streamAnswer = <Row extends z.ZodType>(row: Row) =>
  z.object({
    rows: z.array(row),
    total: z.number().int(),
    capped: z.boolean().optional(),
    as_of: instant,
    cursors: streamCursors,
    /** What was looked through; null is open. */
    period: z.object({ from: instant.nullable(), to: instant.nullable() }),
    meta: streamMeta.optional(),
    /** Rows of the period that are in archives by now. */
    archived: archivedSpan.optional(),
  })
