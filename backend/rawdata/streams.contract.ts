/** Raw data as lists: newest first, by server time, message number, event number (specification, section 4). */
import { z } from 'zod'
import { id, instant, money, reference } from '../contract/primitives'

const streamRow = z.object({
  server_time: instant,
  /** The whole instant, in nanoseconds. */
  server_time_nano: z.string(),
  received_at: instant.optional(),
  message_seq_nr: z.number().int().nullable(),
  event_seq_nr: z.number().int().nullable().optional(),
  /** The board's MAC address, and what it is called by. */
  smib_id: z.string().nullable(),
  smib: reference.nullable(),
  slot: reference.nullable(),
  location: reference,
  tenant: reference,
  /** Of the location: its times are told in it (ruling 28). */
  time_zone: z.string(),
})
/** Beside its own kind of row: numbers are missing before it, or the board's numbering began anew with it. */
const order = { gap: z.boolean(), reset: z.boolean() }

export const eventRow = streamRow.extend({
  _id: id,
  code: z.string(),
  category: z.string(),
  severity: z.enum(['info', 'warning', 'alarm']),
  data: z.record(z.string(), z.unknown()).nullable(),
  ...order,
})
export const messageRow = streamRow.extend({
  kind: z.string(),
  event_count: z.number().int(),
  counter_count: z.number().int(),
  ...order,
})
export const counterRow = streamRow.extend({
  game_nr: z.number().int(),
  gaming_day: z.string(),
  denomination: money,
  /** Meters with a name, as read; credits or counts. `more`: the others, by SAS code. */
  meters: z.record(z.string(), z.number().int().nullable()),
  more: z.record(z.string(), z.number().int()),
  /** Meter → rollover, reset or jump. */
  repairs: z.record(z.string(), z.enum(['rollover', 'reset', 'jump'])),
})
/** The events as a list that can be carried away whole; `list` as exports name it. */
export const eventsExport = {
  list: 'rawdata/events',
  one: 'event',
  row: eventRow,
  permissions: { list: 'slot::get' },
} as const

export type EventRow = z.infer<typeof eventRow>
export type MessageRow = z.infer<typeof messageRow>
export type CounterRow = z.infer<typeof counterRow>

const places = { tenant: id, location: id, slot: id, smib: id }
export const eventFilters = z.object({
  ...places,
  code: z.string().max(40),
  type: z.string().max(40),
  severity: z.enum(['info', 'warning', 'alarm']),
})
export const messageFilters = z.object({ ...places, type: z.string().max(20) })
export const counterFilters = z.object({ ...places, game_nr: z.number().int() })

/** Without `dateStart`, a filter that no index serves looks back this far. */
export const FILTERED_BACK_MS = 31 * 24 * 3_600_000

/** What `meta` asks for: how the request was understood. */
export const streamMeta = z.object({
  period: z.object({ from: instant.nullable(), to: instant.nullable() }),
  order: z.object({ by: z.literal('server_time'), direction: z.enum(['ASC', 'DESC']) }),
  /** Rows of archived slots are not among them. */
  without_archived: z.boolean(),
  /** Of counters: the meters that have a name, with their SAS codes. */
  counters: z.array(z.object({ name: z.string(), code: z.string() })).optional(),
})

export const streamAnswer = <Row extends z.ZodType>(row: Row) =>
  z.object({
    rows: z.array(row),
    total: z.number().int(),
    capped: z.boolean().optional(),
    as_of: instant,
    /** What was looked through; null is open. */
    period: z.object({ from: instant.nullable(), to: instant.nullable() }),
    meta: streamMeta.optional(),
  })
