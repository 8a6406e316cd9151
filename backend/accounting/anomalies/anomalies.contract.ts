/**
 * What the tenant's fraud settings say is out of the ordinary: found by itself, judged by a person (domain notes,
 * section 12).
 */
import { z } from 'zod'
import { defineContract, reason } from '../../platform/contract/contract'
import { assignAction, assignedRow } from '../../workflow/news/assignment.contract'
import { id, instant, reference, recordRow } from '../../platform/contract/primitives'

/** Named as the setting that holds their limit. */
export const anomalyRules = [
  'max_door_open',
  'power_cycles_per_hour',
  'bill_rejects_per_hour',
  'counterfeit_any',
  'ticket_split_count',
  'max_handpay',
  'handpay_unreset',
  'jackpot_hits_per_day',
  'cash_in_from',
  'rtp_high',
  'meter_jump_factor',
  'sequence_gap_max',
  'clock_drift',
] as const
export type AnomalyRule = (typeof anomalyRules)[number]

/** What `value` and `threshold` of a rule are counted in; basis points, minor units of `currency`. */
export const anomalyUnit = z.enum(['min', 's', 'times', 'messages', 'minor', 'bp'])
export const anomalyUnits = {
  max_door_open: 'min',
  power_cycles_per_hour: 'times',
  bill_rejects_per_hour: 'times',
  counterfeit_any: 'times',
  ticket_split_count: 'times',
  max_handpay: 'minor',
  handpay_unreset: 'min',
  jackpot_hits_per_day: 'times',
  cash_in_from: 'minor',
  rtp_high: 'bp',
  meter_jump_factor: 'times',
  sequence_gap_max: 'messages',
  clock_drift: 's',
} as const satisfies Record<AnomalyRule, z.output<typeof anomalyUnit>>

export const anomalyStates = ['open', 'acknowledged', 'cleared'] as const
export type AnomalyState = (typeof anomalyStates)[number]

/** Who decides what meters in doubt come to judges these, too. */
const permission = 'slot::decide_repair'
const family = 'anomalies'
const path = `/api/${family}/v1/anomaly`

export const anomaliesContract = defineContract({
  family,
  one: 'anomaly',
  many: 'anomalies',
  row: z.object({
    ...recordRow,
    state: z.enum(anomalyStates),
    rule: z.enum(anomalyRules),
    tenant: reference,
    location: reference,
    slot: reference,
    first_at: instant,
    /** It moves on while further events, readings or hours belong to the anomaly. */
    last_at: instant,
    /** How many events, readings or hours it is made of: a storm is one row. */
    count: z.number().int(),
    /** The worst of it, and the limit that held when it was found: see `anomalyUnits`. */
    value: z.number().int(),
    threshold: z.number().int(),
    unit: anomalyUnit,
    currency: z.string(),
    acknowledged_by: z.string().nullable(),
    acknowledged_at: instant.nullable(),
    cleared_by: z.string().nullable(),
    cleared_at: instant.nullable(),
    cleared_reason: z.string().nullable(),
    ...assignedRow,
  }),
  input: z.object({}),
  filters: z.object({
    tenant: id,
    location: id,
    slot: id,
    state: z.enum(anomalyStates),
    rule: z.enum(anomalyRules),
    assignee: z.string().max(100),
  }),
  sort: ['last_at', 'first_at', 'slot', 'location', 'state', 'rule', 'count'],
  order: { by: 'last_at', direction: 'DESC' },
  permissions: { list: 'slot::get', read: 'slot::get' },
  actions: {
    acknowledge: { permission, path: `${path}-acknowledge`, input: z.object({}) },
    assign: assignAction(`${path}-assign`),
    clear: { permission, path: `${path}-clear`, input: z.object({ reason }) },
  },
})
