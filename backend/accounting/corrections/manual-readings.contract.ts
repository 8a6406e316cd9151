/** Meters that a person read off a machine that reported nothing. Such a reading is judged like any other. */
import { z } from 'zod'
import { manualKinds } from '../days/evidence-kinds.contract'
import { defineContract, reason } from '../../platform/contract/contract'
import { id, instant, reference } from '../../platform/contract/primitives'
import { meterValues, movementMeter } from '../repairs/repairs.contract'
import { correctionEffect, correctionRow } from './correction.contract'

export const manualStates = ['counts', 'taken_back'] as const
export type ManualState = (typeof manualStates)[number]
export type ManualKind = (typeof manualKinds)[number]

const permission = 'slot::enter_readings'
export const manualPaths = {
  preview: '/api/rawdata/v1/manual-reading-preview',
  add: '/api/rawdata/v1/manual-reading',
  revert: '/api/rawdata/v1/manual-reading-take-back',
} as const

export const manualReadingsContract = defineContract({
  family: 'rawdata',
  one: 'manual-reading',
  many: 'manual-readings',
  row: z.object({
    ...correctionRow,
    state: z.enum(manualStates),
    kind: z.enum(manualKinds),
    /** When the meters were read. */
    at: instant,
    gaming_day: z.string(),
    meters: z.partialRecord(movementMeter, z.number().int()),
    entered_by: z.string(),
    /** The file that brought it in. */
    import: id.nullable(),
    taken_back_by: z.string().nullable(),
    taken_back_at: instant.nullable(),
    taken_back_reason: z.string().nullable(),
  }),
  input: z.object({}),
  filters: z.object({
    tenant: id,
    location: id,
    slot: id,
    state: z.enum(manualStates),
    kind: z.enum(manualKinds),
  }),
  sort: ['at', 'created_at', 'slot', 'location', 'state'],
  permissions: { list: 'slot::get', read: 'slot::get' },
  actions: { take_back: { permission, path: manualPaths.revert, input: z.object({ reason }) } },
})

export const manualBody = z.strictObject({ slot: id, at: instant, values: meterValues, reason })
export const manualPreviewBody = z.strictObject({
  slot: id,
  /** Without both, the answer says only where the slot's meters stand. */
  at: instant.optional(),
  values: meterValues.optional(),
})
export const manualPreview = z.object({
  slot: reference,
  location: reference,
  time_zone: z.string(),
  /** Its newest good reading before that moment, by meter; null for a slot without a reading. */
  last: z.object({ at: instant, meters: z.partialRecord(movementMeter, z.number().int()) }).nullable(),
  /** What it would move; null where no values were sent. */
  effect: correctionEffect.nullable(),
  /** It does not fit the readings around it: nothing of it would be booked until somebody decides. */
  doubtful: z.boolean(),
  /** The day's report is sealed: what moves stands in the next one. */
  sealed: z.boolean(),
})
export type ManualPreview = z.output<typeof manualPreview>
