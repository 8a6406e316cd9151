/** Commands to slots and SMIBs: their names, states and answers, for backend and console alike. */
import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { presence } from '../../platform/contract/presence'
import { id, instant, money, reference } from '../../platform/contract/primitives'

/** A SMIB has this long to fetch a command and answer it. Milliseconds; a convention, stated only here. */
export const COMMAND_LIFE_MS = 60_000

export const commandKind = z.enum([
  'lock',
  'unlock',
  'aft_refresh_registration',
  'aft_set_asset_number',
  'smib_command',
  'refresh_password',
  'read_sas_config',
  // Gives up a cashless payment out of the slot that hangs.
  'cashout_reset',
  // Pays a jackpot's win to the slot's credit meter (SAS long poll 72, as a bonus).
  'jackpot_pay',
  // Loads a version of the SMIB's own firmware, which it reports once it runs it.
  'update_firmware',
])
export type CommandKind = z.infer<typeof commandKind>

/**
 * queued: the SMIB has not fetched it yet. sent: fetched, not answered. no_answer: its time is up; a lock or unlock
 * is still sent when the SMIB is back, and a late answer is still recorded. cancelled: replaced by a newer order.
 */
export const commandState = z.enum(['queued', 'sent', 'done', 'refused', 'no_answer', 'cancelled'])
export type CommandState = z.infer<typeof commandState>

/** Whether the slot itself has done what `slots.status` orders. */
export const lockDelivery = z.enum(['pending', 'confirmed', 'refused', 'no_answer'])
export type LockDelivery = z.infer<typeof lockDelivery>

/**
 * A slot's state by its own answers: `locked` and `active` only when the slot has done it (or never had another
 * order); `locking` and `unlocking` until it answers; `lock_refused` is still unlocked, `unlock_refused` still
 * locked. docs/decisions/lock-states.md
 */
export const lockState = z.enum([
  'active',
  'locking',
  'locked',
  'unlocking',
  'lock_refused',
  'unlock_refused',
  'maintenance',
])
export type LockState = z.infer<typeof lockState>
/** Ordered, and no answer yet. */
export const isUnderWay = (state: LockState): boolean => state === 'locking' || state === 'unlocking'

/**
 * The result of a command, by its state and its answer: `in_game` is done when the game in progress ends;
 * `to_be_told` was not fetched in time and is sent when a SMIB fetches it; `replaced` by a newer order before it was
 * done.
 */
export const commandResult = z.enum([
  'ordered',
  'in_game',
  'confirmed',
  'refused',
  'no_answer',
  'to_be_told',
  'replaced',
])
export type CommandResult = z.infer<typeof commandResult>

/** `smib-send-cmd/{id}/type/{type}` */
/** `resend`: what is missing between its messages, by the ranges in the command's input. */
export const smibCommandType = z.enum(['restart', 'request_meters', 'sync_clock', 'identify', 'resend'])
export type SmibCommandType = z.infer<typeof smibCommandType>

/** Specification, section 4: 1 without bluetooth, 2 with bluetooth. */
export const restartMode = z.union([z.literal(1), z.literal(2)])

/** SAS AFT registration: 00, 01, 40, 80 (domain notes, section 3). */
export const aftStatus = z.enum(['ready', 'registered', 'pending', 'not_registered'])
export type AftStatus = z.infer<typeof aftStatus>
export const aftStatusOf: Readonly<Record<string, AftStatus>> = {
  '00': 'ready',
  '01': 'registered',
  '40': 'pending',
  '80': 'not_registered',
}

/** Four bytes, and zero is no number (domain notes, section 3). */
export const assetNumber = z.number().int().min(1).max(0xffff_ffff)

/** The conditions for taking a SMIB from its slot. */
export const unassignRule = z.enum(['allowed', 'only_when_locked', 'only_when_no_credits'])
export type UnassignRule = z.infer<typeof unassignRule>

/** A command with what became of it. */
export const machineCommand = z.object({
  _id: id,
  kind: commandKind,
  input: z.record(z.string(), z.unknown()),
  state: commandState,
  slot: reference.nullable(),
  smib: reference.nullable(),
  answer_code: z.string().nullable(),
  answer: z.record(z.string(), z.unknown()).nullable(),
  reason: z.string().nullable(),
  created_by: z.string(),
  created_at: instant,
  sent_at: instant.nullable(),
  answered_at: instant.nullable(),
  expires_at: instant,
  bulk_id: z.string().nullable(),
  /** A lock or unlock that is still to be sent to its SMIB. */
  stands: z.boolean(),
  /** Answered after its time was up. */
  late: z.boolean(),
})
export type MachineCommand = z.infer<typeof machineCommand>

/** Commands of every slot and SMIB that somebody may see; a list of one of them is narrowed by `slot` or `smib`. */
export const commandsContract = defineContract({
  family: 'slotcontrol',
  one: 'command',
  many: 'commands',
  row: machineCommand,
  input: z.object({}),
  filters: z.object({ slot: id, smib: id, kind: commandKind, state: commandState, bulk: id }),
  sort: ['created_at'],
  order: { by: 'created_at', direction: 'DESC' },
  permissions: {
    list: { any: ['slot::get', 'smib::list'] },
    read: { any: ['slot::get', 'smib::list'] },
  },
  actions: {},
})

/** `GET slotcontrol/v1/slot-status/:slotId` */
export const slotStatusAnswer = z.object({
  _id: id,
  version: z.number().int(),
  serial: z.string(),
  protocol: z.string(),
  tenant: reference,
  location: reference,
  archived_at: instant.nullable(),
  /** The ordered status, and whether the slot has done it. */
  status: z.enum(['active', 'locked', 'maintenance']),
  lock_reason: z.string().nullable(),
  lock_delivery: lockDelivery.nullable(),
  lock_state: lockState,
  lock_ordered_at: instant.nullable(),
  lock_ordered_by: z.string().nullable(),
  lock_answer_code: z.string().nullable(),
  smib: reference.nullable(),
  state: presence,
  last_seen_at: instant.nullable(),
  /** At the last reading; null when there was none yet. */
  credits: z.number().int().nullable(),
  denomination: money,
  door: z.enum(['open', 'closed']).nullable(),
  door_at: instant.nullable(),
  aft_status: aftStatus.nullable(),
  aft_asset_no: z.number().int().nullable(),
  aft_pos_id: z.string().nullable(),
  aft_at: instant.nullable(),
  asset_no: z.string().nullable(),
  unassign_rule: unassignRule,
  rule_version: z.number().int(),
  commands: z.array(machineCommand),
  as_of: instant,
})
export type SlotStatusAnswer = z.infer<typeof slotStatusAnswer>
