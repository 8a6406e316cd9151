/** Streams other than events, messages and readings: slot data, the SMIB's log, missing ranges, and the time log. */
import { z } from 'zod'
import { periodEnd } from '../../platform/contract/period-end'
import { id, instant } from '../../platform/contract/primitives'
import { defineStreamContract, flagFilter, streamFlags, subjectFilters } from '../../platform/contract/stream'
import { streamRow, unnumberedRow } from './streams.contract'

/** A SMIB as the specification's `interfaceID`: its id, or its MAC address. */
const interfaceId = z
  .string()
  .max(40)
  .regex(/^(?:[0-9a-fA-F]{12}|[0-9a-f]{24})$/)

export const slotDataRow = unnumberedRow.extend({
  /** As `server_time`, by the specification's name: when it arrived. */
  receivedDate: instant,
  sent_at: instant,
  /** The SMIB's MAC address. */
  interfaceID: z.string().nullable(),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** A correction that holds of it, the newest of several. */
  edit: id.nullable(),
  /** The members that most slots tell, as texts. */
  serial: z.string().nullable(),
  game_id: z.string().nullable(),
  sas_version: z.string().nullable(),
  games: z.number().int().nullable(),
  ...streamFlags,
})
export type SlotDataRow = z.infer<typeof slotDataRow>
export const slotDataContract = defineStreamContract({
  family: 'rawdata',
  one: 'slotdata-row',
  many: 'slotdata',
  row: slotDataRow,
  filters: z.object({ ...subjectFilters, interfaceID: interfaceId, ...flagFilter }),
  aliases: { interfaceID: 'interfaceID' },
  permission: 'slot::get',
})

export const logLevels = ['debug', 'info', 'warning', 'error'] as const
export const logRow = unnumberedRow.extend({
  level: z.enum(logLevels),
  source: z.string().nullable(),
  text: z.string(),
  ...streamFlags,
})
export type LogRow = z.infer<typeof logRow>
export const logsContract = defineStreamContract({
  family: 'rawdata',
  one: 'log',
  many: 'logs',
  row: logRow,
  filters: z.object({
    ...subjectFilters,
    level: z.enum(logLevels),
    source: z.string().max(40),
    ...flagFilter,
  }),
  sort: 'smib_id',
  permission: 'smib::list',
})
export const errorLogsContract = defineStreamContract({
  family: 'rawdata',
  one: 'log-error',
  many: 'log-errors',
  row: logRow,
  filters: z.object({ ...subjectFilters, source: z.string().max(40), ...flagFilter }),
  sort: 'smib_id',
  permission: 'smib::list',
})

export const gapRow = unnumberedRow.extend({
  _id: id,
  /** First and last missing number. */
  missing_from: z.number().int(),
  missing_to: z.number().int(),
  missing: z.number().int(),
  state: z.enum(['open', 'filled']),
  filled_at: instant.nullable(),
  /** How many of the missing messages are there by now, and the first and last of them. */
  filled: z.number().int(),
  filled_from: z.number().int().nullable(),
  filled_to: z.number().int().nullable(),
})
export type GapRow = z.infer<typeof gapRow>
export const gapsContract = defineStreamContract({
  family: 'rawdata',
  one: 'gap',
  many: 'gaps',
  row: gapRow,
  filters: z.object({ ...subjectFilters, state: z.enum(['open', 'filled']) }),
  permission: 'slot::get',
})

export const spanKinds = ['offline', 'power', 'door', 'cashbox', 'handpay', 'attendant'] as const
export const timelogRow = streamRow.extend({
  _id: id,
  kind: z.enum(spanKinds),
  /** The event that began it. */
  code: z.string(),
  start_time: instant,
  /** Null while it lasts. */
  end_time: instant.nullable(),
  /** In milliseconds; of what still lasts, until now. */
  duration: z.number().int(),
  state: z.enum(['open', 'ended']),
  ...streamFlags,
})
export type TimelogRow = z.infer<typeof timelogRow>
export const timelogContract = defineStreamContract({
  family: 'timelog',
  one: 'timelog-entry',
  many: 'timelog',
  row: timelogRow,
  filters: z.object({
    ...subjectFilters,
    kind: z.enum(spanKinds),
    /** The specification's names of period and subject. */
    start_time: periodEnd,
    end_time: periodEnd,
    type: z.enum(['smib', 'slot', 'location', 'tenant']),
    resourceId: id,
    ...flagFilter,
  }),
  aliases: { start_time: 'dateStart', end_time: 'dateEnd', resourceId: 'resourceId' },
  permission: {
    any: ['smib::get_timelog', 'slot::get_timelog', 'location::get_timelog', 'tenant::get_timelog'],
  },
})

const MAX_MEMBERS = 64
const MAX_LINES = 200
const MAX_TEXT = 500
const NUL = '\u0000'
export const noNul = (text: string) => !text.includes(NUL)

export const ingestRecords = {
  /** What the SMIB has read of its slot: serial, game_id, sas_version, games, … */
  slot_data: z
    .record(
      z.string().min(1).max(64).refine(noNul),
      z.union([z.string().max(MAX_TEXT).refine(noNul), z.number(), z.boolean(), z.null()]),
    )
    .refine(data => Object.keys(data).length <= MAX_MEMBERS)
    .meta({ maxProperties: MAX_MEMBERS })
    .optional(),
  /** Lines of the SMIB's own log, in their order. */
  logs: z
    .array(
      z.object({
        level: z.enum(logLevels),
        /** When it was written; the message's time if left out. */
        at: instant.optional(),
        source: z.string().max(40).refine(noNul).optional(),
        text: z.string().min(1).max(MAX_TEXT).refine(noNul),
      }),
    )
    .max(MAX_LINES)
    .optional(),
}

/** What a sender builds. */
export interface IngestRecords {
  slot_data?: Record<string, string | number | boolean | null>
  logs?: { level: (typeof logLevels)[number]; at?: number; source?: string; text: string }[]
}
