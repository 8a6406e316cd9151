/** Shift handover sheets: what a location's shift moved, what is open, who hands over and who takes over. */
import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { id, instant, money, optionalLines, reference, recordRow } from '../../platform/contract/primitives'

const count = z.number().int().min(0)

/** Money that moved in the shift, by kind. */
const moneyKind = z.enum([
  'collections',
  'payments_in',
  'payments_out',
  'handpays',
  'jackpots_won',
  'jackpots_paid',
])
export const moneyKinds = moneyKind.options
export type MoneyKind = z.output<typeof moneyKind>
/** What happened in the shift. */
const eventKind = z.enum([
  'locks',
  'unlocks',
  'repairs',
  'anomalies',
  'alarms_confirmed',
  'door_allowed',
  'door_denied',
  'door_referred',
])
export const eventKinds = eventKind.options
export type EventKind = z.output<typeof eventKind>
/** What is open when the shift ends. */
const openKind = z.enum([
  'handpays_open',
  'jackpots_unpaid',
  'alarms',
  'doors',
  'offline',
  'locked',
  'repairs_open',
  'anomalies_open',
  'work_orders_open',
  'collections_off',
  'not_collected',
  'approvals',
])
export const openKinds = openKind.options
export type OpenKind = z.output<typeof openKind>

/** A kind shows so many of its records; the rest is counted. */
export const MOST_SHOWN = 20

const openRecord = z.object({
  /** The list in which it stands. */
  list: z.string(),
  _id: id,
  name: z.string(),
  /** Where it stands in the location. */
  position: z.string().nullable(),
  since: instant.nullable(),
  amount: money.nullable(),
  /** What its list calls its state or kind. */
  word: z.string().nullable(),
  /** Of an alarm, in every language. */
  text: z.object({ en: z.string(), ro: z.string(), pt: z.string() }).nullable(),
})
export type OpenRecord = z.output<typeof openRecord>

const moneyLine = z.object({
  kind: moneyKind,
  count,
  /** Those whose amount the slot did not report. */
  without_amount: count,
  sums: z.array(money),
})
export type MoneyLine = z.output<typeof moneyLine>
const eventLine = z.object({ kind: eventKind, count })
export type EventLine = z.output<typeof eventLine>
const openLine = z.object({ kind: openKind, count, records: z.array(openRecord).max(MOST_SHOWN) })
export type OpenLine = z.output<typeof openLine>

const shiftTakings = z.object({
  /** From when on it counts: where the sheet before ended within the same hour, or the full hour. */
  since: instant,
  /** Net win by currency. */
  sums: z.array(money),
  /** What of it is of the hour under way when the shift ended. */
  running: z.array(money),
})
export type ShiftTakings = z.output<typeof shiftTakings>

export const handoverSheet = z.object({
  /** Absent on older sheets, and where the outgoing person may not see it. */
  takings: shiftTakings.optional(),
  money: z.array(moneyLine),
  events: z.array(eventLine),
  open: z.array(openLine),
  /** Kinds that the outgoing person may not see. */
  left_out: z.array(z.union([z.literal('takings'), moneyKind, eventKind, openKind])),
})
export type HandoverSheet = z.output<typeof handoverSheet>

export const handoverState = z.enum(['waiting', 'taken_over', 'withdrawn'])

/** The clock on the location's wall; left out: where the shift before ended. */
const wallClock = z
  .union([z.literal('').transform(() => null), z.iso.datetime({ local: true, precision: -1 }).max(16)])
  .nullish()
  .transform(value => value ?? null)

const family = 'shift-handovers'
const REMARKS = 1_000

export const shiftHandoversContract = defineContract({
  family,
  one: 'shift-handover',
  many: 'shift-handovers',
  confidential: 'all',
  row: z.object({
    ...recordRow,
    number: z.string(),
    tenant: reference,
    location: reference,
    state: handoverState,
    from: instant,
    to: instant,
    /** The location's, by which both are shown. */
    time_zone: z.string(),
    remarks: z.string().nullable(),
    handed_over_by: z.string(),
    handed_over_at: instant,
    taken_over_by: z.string().nullable(),
    taken_over_at: instant.nullable(),
    taken_over_remarks: z.string().nullable(),
    /** Whether the reader is who handed over. */
    own: z.boolean(),
    /** As it was when the shift was handed over. Only in the answer about one. */
    sheet: handoverSheet.optional(),
  }),
  input: z.object({ location: id, began_at: wallClock, remarks: optionalLines(REMARKS) }),
  filters: z.object({
    tenant: id,
    location: id,
    state: handoverState,
    /** Those that the reader handed over themselves, which somebody else takes over. */
    own: z.boolean(),
  }),
  sort: ['to', 'number', 'created_at'],
  permissions: { list: 'shift_handover::list', read: 'shift_handover::list', create: 'shift_handover::sign' },
  access: {
    'shift_handover::list': { kind: 'read', readBy: 'floor', narrowed: true },
    'shift_handover::sign': { kind: 'operating', narrowed: true },
  },
  actions: {
    take_over: {
      permission: 'shift_handover::sign',
      path: `/api/${family}/v1/shift-handover-take-over`,
      input: z.object({ taken_over_remarks: optionalLines(REMARKS) }),
    },
    withdraw: {
      permission: 'shift_handover::sign',
      path: `/api/${family}/v1/shift-handover-withdraw`,
      input: z.object({}),
    },
  },
})

export type HandoverRow = z.output<typeof shiftHandoversContract.row>

export const handoverDraftPath = `/api/${family}/v1/shift-handover-draft`
/** The sheet as it would be signed now. */
export const handoverDraft = z.object({
  location: reference,
  from: instant,
  to: instant,
  time_zone: z.string(),
  sheet: handoverSheet,
  /** The sheet that somebody has to take over first. */
  waiting: reference.nullable(),
})
export type HandoverDraft = z.output<typeof handoverDraft>
