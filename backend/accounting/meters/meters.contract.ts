/**
 * Mechanical counters next to the electronic ones (a convention; domain notes, sections 4 and 7: mechanical = index ×
 * factor).
 */
import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import {
  currency,
  id,
  instant,
  money,
  optionalSentence,
  reference,
  sentBackOf,
  sentence,
  versionInput,
} from '../../platform/contract/primitives'

export const meterKinds = ['in', 'out', 'jackpot'] as const
export type MeterKind = (typeof meterKinds)[number]

/** Eight wheels at most. */
export const MAX_INDEX = 99_999_999
export const MAX_FACTOR = 100_000
export const MAX_PRICE_MINOR = 1_000_000

const index = z.number().int().min(0).max(MAX_INDEX)
const factor = z.number().int().min(1).max(MAX_FACTOR)
const minor = z.number().int()

/** One counter: how it counts, where it stands, and what both sides moved since they were first compared. */
const meter = z.object({
  kind: z.enum(meterKinds),
  factor: z.number().int(),
  index: z.number().int().nullable(),
  read_at: instant.nullable(),
  /** What the slot's own meters show now, in credits and in money. */
  sas_credits: z.number().int().nullable(),
  sas_minor: minor.nullable(),
  /** Since `compared_from`, in minor units; null as long as there is one reading only, or none. */
  mechanical_minor: minor.nullable(),
  electronic_minor: minor.nullable(),
  difference_minor: minor.nullable(),
})
export type Meter = z.infer<typeof meter>

export const meterReading = z.object({
  _id: id,
  read_at: instant,
  entered_at: instant,
  entered_by: z.string(),
  in: z.number().int().nullable(),
  out: z.number().int().nullable(),
  jackpot: z.number().int().nullable(),
  baseline: z.boolean(),
  reason: z.string().nullable(),
})
export type MeterReading = z.infer<typeof meterReading>

export const slotMeters = z.object({
  /** The slot's own id: a slot has one set of counters. */
  _id: id,
  slot: reference,
  location: reference,
  tenant: reference,
  currency,
  archived: z.boolean(),
  /** 0: nothing has been set up yet, and what is shown are the defaults. */
  version: z.number().int(),
  price_per_impulse_minor: minor,
  time_zone: z.string(),
  meters: z.array(meter),
  compared_from: instant.nullable(),
  compared_to: instant.nullable(),
  /** Of the electronic meters. */
  sas_at: instant.nullable(),
  /** Worth of one step of each index: no comparison can be finer. */
  readings: z.array(meterReading),
  readings_total: z.number().int(),
})
export type SlotMeters = z.infer<typeof slotMeters>
export const slotMetersAnswer = z.object({ meters: slotMeters })

/** `PUT /slot-machine-meter/:id`: how the counters count. */
export const meterSetupInput = z.strictObject({
  ...sentBackOf(slotMeters),
  version: versionInput,
  price_per_impulse_minor: z.number().int().min(1).max(MAX_PRICE_MINOR).optional(),
  /** What is left out stays as it is. */
  factor_in: factor.optional(),
  factor_out: factor.optional(),
  factor_jackpot: factor.optional(),
  /** As they were read: each one's `factor`. Those above count before it. */
  meters: z
    .array(z.looseObject({ kind: z.enum(meterKinds), factor }))
    .max(meterKinds.length)
    .optional(),
  /** Needed for a change. */
  reason: sentence(3, 200).optional(),
})

/** `POST /slot-machine-meter/:id/reading`: where they stand. Null: this counter was not read. */
export const meterReadingInput = z
  .object({
    version: z.number().int().min(0),
    read_at: instant,
    in: index.nullable(),
    out: index.nullable(),
    jackpot: index.nullable(),
    /** Needed when an index went down: the counter was exchanged, or somebody had misread it. */
    reason: optionalSentence(3, 200),
  })
  .strict()

/** agrees: by less than one step of an index. not_compared: read once at most since the counters began to count. */
export const meterVerdict = z.enum(['agrees', 'differs', 'not_compared'])
export type MeterVerdict = z.infer<typeof meterVerdict>

/**
 * `POST /settings/v1/mechanical-meters`: the counters of all slots, read or not. Differences are those of
 * `compared_at`.
 */
export const machineMetersContract = defineContract({
  family: 'settings',
  one: 'mechanical-meter',
  many: 'mechanical-meters',
  row: z.object({
    /** The slot's own. */
    _id: id,
    version: z.number().int(),
    serial: z.string(),
    slot: reference,
    tenant: reference,
    location: reference,
    position: z.string().nullable(),
    currency,
    price_per_impulse_minor: minor,
    factor_in: z.number().int(),
    factor_out: z.number().int(),
    factor_jackpot: z.number().int(),
    /** Where they stood when they were last read, and when that was. */
    mech_in: z.number().int().nullable(),
    mech_out: z.number().int().nullable(),
    mech_jackpot: z.number().int().nullable(),
    set_at: instant.nullable(),
    /** Mechanical less electronic, between `compared_from` and `compared_to`. */
    verdict: meterVerdict,
    difference_in: money.nullable(),
    difference_out: money.nullable(),
    difference_jackpot: money.nullable(),
    compared_from: instant.nullable(),
    compared_to: instant.nullable(),
    compared_at: instant.nullable(),
    archived_at: instant.nullable(),
    created_at: instant,
    updated_at: instant,
  }),
  input: z.object({}),
  filters: z.object({ tenant: id, location: id, verdict: meterVerdict, archived: z.boolean() }),
  sort: ['serial', 'location', 'set_at', 'difference_in', 'difference_out', 'compared_at'],
  permissions: { list: 'slot::list', read: 'slot::list' },
  actions: {},
})
