/** A whole location locked or unlocked from one page: what will happen, and the order for exactly that. */
import { z } from 'zod'
import { presence } from '../../platform/contract/presence'
import { reason } from '../../platform/contract/contract'
import { MAX_IDS } from '../../platform/contract/list'
import { id, instant, money, reference } from '../../platform/contract/primitives'
import { bulkAction, bulkContract, skipReason, type BulkAction } from './bulk.contract'

/** A slot that a person has to choose by name: somebody's credits are on it, or somebody has locked it by itself. */
const undecidedSlot = z.object({
  slot: reference,
  position: z.string().nullable(),
  why: z.enum(['credits', 'own_lock']),
  state: presence,
  credits: z.number().int().nullable(),
  worth: money,
  lock_reason: z.string().nullable(),
})
export type UndecidedSlot = z.output<typeof undecidedSlot>

export const locationPlan = z.object({
  location: reference,
  action: bulkAction,
  as_of: instant,
  /** Credits up to this worth keep no slot out of a lock; null: none are small. */
  small_credits: money.nullable(),
  /** Ordered at once, and ordered when their SMIBs are back. */
  now: z.array(id).max(MAX_IDS),
  later: z.array(id).max(MAX_IDS),
  undecided: z.array(undecidedSlot).max(MAX_IDS),
  /** How many others are left out, and why. */
  left_out: z.partialRecord(skipReason, z.number().int()),
})
export type LocationPlan = z.output<typeof locationPlan>

/**
 * `ids`: those that the page named, with those that were chosen there (`accepted`). Each is judged again at its turn.
 */
export const locationOrder = z.strictObject({
  reason,
  ids: z.array(id).min(1).max(MAX_IDS),
  accepted: z.array(id).max(MAX_IDS).default([]),
})
export type LocationOrder = z.output<typeof locationOrder>

export const locationOrderRule = { all: ['location::list', bulkContract.permissions.list] } as const
export const locationOrderPath = (action: BulkAction) => `/api/slotcontrol/v1/location-${action}`
