import { z } from 'zod'
import { defineContract, reason } from '../../platform/contract/contract'
import { customFilter, customInput, customValues } from '../../platform/contract/custom-values'
import { lockDelivery, lockState } from '../orders/control.contract'
import { machineName, optionalMachineName } from '../../platform/contract/machine-name'
import { presence } from '../../platform/contract/presence'
import {
  basisPoints,
  id,
  instant,
  line,
  money,
  namedReference,
  optionalLine,
  reference,
  recordRow,
} from '../../platform/contract/primitives'

export const slotStatus = z.enum(['active', 'locked', 'maintenance'])
/** Those that the SMIBs of this system speak; the games registry has others, too. */
export const slotProtocol = z.enum(['SAS 5.02', 'SAS 6.01', 'SAS 6.02', 'SAS 6.03', 'G2S', 'pulse'])

/** Below the width of an eight-digit meter: what is more would limit nothing. */
const MOST_CREDITS = 99_999_999
/** Empty for the usual one. */
const limit = (least: number, most: number) =>
  z
    .number()
    .int()
    .min(least)
    .max(most)
    .nullish()
    .transform(value => value ?? null)

/** The numbers and the date that inspectors ask for, in the order of an import's template. */
export const slotApprovals = ['type_approval', 'cvt_no', 'cvt_valid_to', 'authorisation_no'] as const

export const slotsContract = defineContract({
  family: 'configuration',
  one: 'slot',
  many: 'slots',
  // What a tenant writes down in its own fields is nobody's business outside.
  confidential: ['custom'],
  row: z.object({
    ...recordRow,
    serial: z.string(),
    asset_no: z.string().nullable(),
    tenant: reference,
    location: reference,
    smib: reference.nullable(),
    manufacturer: namedReference,
    machine_type: namedReference.nullable(),
    game_mix: namedReference.nullable(),
    protocol: namedReference,
    sas_address: z.number().int().nullable(),
    /** Accounting denomination: what one credit is worth. */
    denomination: money,
    /** Credits on the slot at its last reading. */
    credits: z.number().int().nullable(),
    theoretical_rtp: basisPoints.nullable(),
    /** How far its meters can have moved between two readings, each null for the usual: milliseconds, then credits. */
    fastest_game_ms: z.number().int().nullable(),
    highest_bet: z.number().int().nullable(),
    top_award: z.number().int().nullable(),
    highest_note: z.number().int().nullable(),
    position: z.string().nullable(),
    type_approval: z.string().nullable(),
    authorisation_no: z.string().nullable(),
    cvt_no: z.string().nullable(),
    cvt_valid_to: z.string().nullable(),
    /** The ordered status. */
    status: slotStatus,
    lock_reason: z.string().nullable(),
    /** The slot's own answer to the last lock or unlock; null when it never had one. */
    lock_delivery: lockDelivery.nullable(),
    /** The state by both order and answer, which people see. */
    lock_state: lockState,
    lock_ordered_at: instant.nullable(),
    lock_ordered_by: z.string().nullable(),
    /** The slot's own code in its last answer. */
    lock_answer_code: z.string().nullable(),
    state: presence,
    last_seen_at: instant.nullable(),
    /** The newest reading's own time: how old the figures are, which is not the time of the last contact. */
    last_reading_at: instant.nullable(),
    /** Since when a door is open; of several, the one that was opened first. */
    door_open_at: instant.nullable(),
    /** Crossings of its meters that nobody has decided yet: nothing of them is booked. */
    open_repairs: z.number().int(),
    /** What it took on its location’s gaming day so far, one amount a currency; null: nothing was read today. */
    net_win_today: z.array(money).nullable().optional(),
    demo: z.boolean(),
    custom: customValues,
  }),
  input: z.object({
    serial: machineName(3, 32),
    asset_no: optionalMachineName(20),
    location: id,
    /** These four: id or name of an entry of the games registry. */
    manufacturer: line(1, 60),
    machine_type: optionalLine(60),
    game_mix: optionalLine(60),
    protocol: line(1, 60).default('SAS 6.02'),
    sas_address: z
      .number()
      .int()
      .min(1)
      .max(127)
      .nullish()
      .transform(value => value ?? null),
    denomination: money.refine(value => value.minor >= 1 && value.minor <= 1_000_000, 'denomination'),
    theoretical_rtp: basisPoints.nullish().transform(value => value ?? null),
    fastest_game_ms: limit(500, 60_000),
    highest_bet: limit(1, 10_000_000),
    top_award: limit(1, MOST_CREDITS),
    highest_note: limit(1, 10_000_000),
    position: optionalLine(20),
    type_approval: optionalLine(40),
    authorisation_no: optionalLine(40),
    cvt_no: optionalLine(40),
    cvt_valid_to: z
      .union([z.literal('').transform(() => null), z.iso.date()])
      .nullish()
      .transform(value => value ?? null),
    custom: customInput,
  }),
  reasoned: [
    'asset_no',
    'game_mix',
    'protocol',
    'denomination',
    'theoretical_rtp',
    'fastest_game_ms',
    'highest_bet',
    'top_award',
    'highest_note',
  ],
  bulk: [
    'location',
    'position',
    'manufacturer',
    'machine_type',
    'game_mix',
    'protocol',
    'denomination',
    'theoretical_rtp',
    'fastest_game_ms',
    'highest_bet',
    'top_award',
    'highest_note',
    ...slotApprovals,
  ],
  fieldPermissions: { net_win_today: 'slot::get' },
  filters: z.object({
    tenant: id,
    location: id,
    status: slotStatus,
    lock_state: lockState,
    lock_delivery: lockDelivery,
    state: presence,
    manufacturer: z.string(),
    machine_type: z.string(),
    game_mix: z.string(),
    protocol: z.string(),
    group: id,
    door: z.enum(['open']),
    demo: z.boolean(),
    archived: z.boolean(),
    custom: customFilter,
  }),
  countsUpTo: true,
  sort: [
    'serial',
    'asset_no',
    'location',
    'manufacturer',
    'machine_type',
    'game_mix',
    'status',
    'lock_state',
    'credits',
    'last_seen_at',
    'created_at',
    'updated_at',
  ],
  permissions: {
    list: 'slot::list',
    read: 'slot::list',
    create: 'slot::create',
    update: 'slot::update',
    archive: 'slot::archive',
    unarchive: 'slot::unarchive',
  },
  period: 'active',
  actions: {
    lock: { permission: 'slot::lock', path: '/api/slotcontrol/v1/lock', input: z.object({ reason }) },
    unlock: { permission: 'slot::unlock', path: '/api/slotcontrol/v1/unlock', input: z.object({ reason }) },
  },
})
/** Several slots that somebody ticked: the same order, as a bulk action whose result can be read again. */
export const tickedOrderPath = (action: keyof typeof slotsContract.actions): string =>
  `${slotsContract.actions[action].path}-ticked`
