/**
 * Plans and orders the lock or unlock of a location. Both judge the slots by the same terms, so the page says what will
 * be done.
 */
import { invalidField } from '../../platform/contract/problem'
import type { Reference } from '../../platform/contract/primitives'
import type { Db } from '../../platform/db/database'
import { smallCreditsOf } from '../../platform/layered-settings/small-credits.service'
import type { Actor } from '../../platform/request/actor'
import type { BulkAction } from './bulk.contract'
import { confirmJob, type BulkTasks } from './bulk.service'
import { slotsOfLocation, type Chosen } from './chosen-slots.queries'
import { isAway, leftOut, worthOf, type Terms } from './judge'
import type { LocationOrder, LocationPlan, UndecidedSlot } from './location-order.contract'
import { storeBulkPreview } from './preview'

/** Offline slots get their order when they are back: a hall is closed for all of them. */
const termsOf = (action: BulkAction): Terms => ({
  action,
  with_credits: false,
  with_offline: true,
  without_own_locks: true,
})

const isUndecided = (reason: string | undefined): reason is UndecidedSlot['why'] =>
  reason === 'credits' || reason === 'own_lock'

export async function planLocation(
  db: Db,
  location: Reference,
  action: BulkAction,
  now: number,
): Promise<LocationPlan> {
  const terms = termsOf(action)
  const small = await smallCreditsOf(db, [location._id])
  const plan: LocationPlan = {
    location,
    action,
    as_of: now,
    small_credits: small.get(location._id) ?? null,
    now: [],
    later: [],
    undecided: [],
    left_out: {},
  }
  for (const slot of await slotsOfLocation(db, location._id, now)) {
    const why = leftOut(slot, terms)
    if (why === undefined) (isAway(slot.state) ? plan.later : plan.now).push(slot.id)
    else if (isUndecided(why)) plan.undecided.push(undecidedFrom(slot, why))
    else plan.left_out[why] = (plan.left_out[why] ?? 0) + 1
  }
  return plan
}

const undecidedFrom = (slot: Chosen, why: UndecidedSlot['why']): UndecidedSlot => ({
  slot: { _id: slot.id, name: slot.serial },
  position: slot.position,
  why,
  state: slot.state,
  credits: slot.credits,
  worth: worthOf(slot),
  lock_reason: slot.lock_reason,
})

/** Returns the job, which has begun. Throws 422 for a slot that is not in the location. */
export async function orderLocation(
  db: Db,
  actor: Actor,
  { location, action }: { location: string; action: BulkAction },
  { reason, ids, accepted }: LocationOrder,
  tasks: BulkTasks,
  now: number,
): Promise<string> {
  const slots = await slotsOfLocation(db, location, now)
  const named = new Set([...ids, ...accepted])
  const standing = new Set(slots.map(({ id }) => id))
  if ([...named].some(one => !standing.has(one))) throw invalidField('ids', 'unknown')
  const terms: Terms = { ...termsOf(action), accepted }
  // What was named is planned even where it does not fit any more: its turn says why it was left out.
  const candidates = slots.map(slot =>
    named.has(slot.id) ? { slot } : { slot, reason: leftOut(slot, terms) ?? ('not_chosen' as const) },
  )
  const job = await storeBulkPreview(
    db,
    actor,
    { ...terms, reason, wave_size: WAVE, wave_pause_ms: 0 },
    candidates,
    now,
  )
  await confirmJob(db, actor, job, tasks, now)
  return job
}

/** As the form of bulk actions has it. */
const WAVE = 50
