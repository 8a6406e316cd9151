/** A meter sheet: where each counter of a location must stand, room to write in where it stands, and what was read. */
import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import {
  currency,
  id,
  instant,
  money,
  optionalSentence,
  reference,
  recordRow,
} from '../../platform/contract/primitives'
import {
  checkReportPeriod,
  reportPeriod,
  reportAnswerOf,
  type ReportMeasures,
} from '../../platform/contract/report'
import { MAX_INDEX, meterKinds } from './meters.contract'

export const sheetGroups = ['slot'] as const
export const sheetRequest = reportPeriod
  .extend({ by: z.enum(sheetGroups).default('slot') })
  .superRefine(checkReportPeriod)

const count = z.number().int().nullable()
export const sheetAnswer = reportAnswerOf({
  position: z.string().nullable(),
  counter: z.enum(meterKinds),
  /** Where it stood when it was last read before the sheet's moment, and on which day. */
  index: count,
  read_on: z.string().nullable(),
  /** Where it must stand by what the electronic meters moved since, and how many steps it may be off. */
  expected: count,
  tolerance: count,
  blank: z.string(),
  /** What was read by hand in these days, the newest. */
  read: count,
  difference: z.number().int().nullable(),
})
export type SheetAnswer = z.output<typeof sheetAnswer>

export const sheetMeasures = {
  position: 'name',
  counter: 'word',
  index: 'count',
  read_on: 'day',
  expected: 'count',
  tolerance: 'count',
  blank: 'blank',
  read: 'count',
  difference: 'money',
} as const satisfies ReportMeasures

export const sheetContract = {
  path: '/api/configuration/v1/location/:id/meter-sheet/report',
  permission: 'slot::list' as const,
  groups: sheetGroups,
}

export const sheetEntryPath = '/api/configuration/v1/location/:id/meter-sheet'
/** More slots than a hall has. */
export const MOST_SHEET_SLOTS = 500

const index = z.number().int().min(0).max(MAX_INDEX).nullable()
export const sheetInput = z.strictObject({
  read_at: instant,
  rows: z
    .array(z.strictObject({ slot: id, in: index, out: index, jackpot: index }))
    .min(1)
    .max(MOST_SHEET_SLOTS),
  /** Of every counter on it that went down. */
  reason: optionalSentence(3, 200),
})

/** The slots of a sheet, in the order in which one walks. */
export const sheetSlots = z.object({
  location: reference,
  time_zone: z.string(),
  slots: z
    .array(
      z.object({
        slot: reference,
        position: z.string().nullable(),
        in: count,
        out: count,
        jackpot: count,
        read_at: instant.nullable(),
      }),
    )
    .max(MOST_SHEET_SLOTS),
})
export type SheetSlots = z.output<typeof sheetSlots>
export const sheetSlotsAnswer = z.object({ sheet: sheetSlots })
export const sheetEnteredAnswer = z.object({ entered: z.number().int(), beyond: z.number().int() })

export const sheetStates = ['agrees', 'within', 'beyond', 'not_compared'] as const
const amount = money.nullable()
export const sheetEntriesContract = defineContract({
  family: 'settings',
  one: 'meter-sheet-entry',
  many: 'meter-sheet-entries',
  row: z.object({
    ...recordRow,
    slot: reference,
    location: reference,
    tenant: reference,
    day: z.string(),
    read_at: instant,
    entered_by: z.string(),
    state: z.enum(sheetStates),
    currency,
    read_in: count,
    expected_in: count,
    difference_in: amount,
    read_out: count,
    expected_out: count,
    difference_out: amount,
    read_jackpot: count,
    expected_jackpot: count,
    difference_jackpot: amount,
    /** Of all three, each without its sign. */
    absolute: amount,
    reason: z.string().nullable(),
  }),
  input: z.object({}),
  filters: z.object({ tenant: id, location: id, slot: id, state: z.enum(sheetStates), day: z.iso.date() }),
  sort: ['day', 'read_at', 'location', 'absolute'],
  permissions: { list: 'slot::list', read: 'slot::list' },
  actions: {},
})
