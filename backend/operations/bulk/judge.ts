/** Decides whether a bulk action applies to a slot, once for the preview and again when its turn comes. */
import type { Selectable } from 'kysely'
import type { Presence } from '../../platform/contract/presence'
import type { Money } from '../../platform/contract/primitives'
import { isCommandable } from '../../estate/slots/protocols.contract'
import type { SlotsTable } from '../../estate/network.table'
import type { BulkAction, SkipReason } from './bulk.contract'

export type Judged = Pick<Selectable<SlotsTable>, 'status' | 'archived_at' | 'credits' | 'protocol'> & {
  id: string
  state: Presence
  denomination: Money
  /** What counts as small in its location; null: nothing does. */
  small_credits: Money | null
  /** Its newest lock was ordered for it alone or for slots that were ticked in a list, or nobody knows by whom. */
  has_own_lock: boolean
}
export interface Terms {
  action: BulkAction
  with_credits: boolean
  with_offline: boolean
  /** An unlock leaves out slots that somebody locked one by one. */
  without_own_locks?: boolean
  /** Slots that a person has chosen by name, whatever their credits or their own lock. */
  accepted?: readonly string[]
}

export const statusOf = (action: BulkAction) => (action === 'lock' ? 'locked' : 'active')
const inverses = { lock: 'unlock', unlock: 'lock' } as const satisfies Record<BulkAction, BulkAction>
export const inverseOf = (action: BulkAction): BulkAction => inverses[action]

/** At the slot's accounting denomination. */
export const worthOf = ({ credits, denomination }: Pick<Judged, 'credits' | 'denomination'>): Money => ({
  ...denomination,
  minor: (credits ?? 0) * denomination.minor,
})

/** Somebody would leave more behind than what counts as small. An amount in another currency is never small. */
function holdsCredits(slot: Judged): boolean {
  const { minor, currency } = worthOf(slot)
  if (minor <= 0) return false
  return slot.small_credits?.currency !== currency || minor > slot.small_credits.minor
}

/** The first reason that holds; undefined when it applies. A slot in maintenance stays in its technician's hands. */
export function leftOut(slot: Judged, terms: Terms): SkipReason | undefined {
  const { action, with_credits, with_offline, without_own_locks, accepted = [] } = terms
  if (slot.archived_at !== null) return 'archived'
  if (!isCommandable(slot.protocol)) return 'no_downlink'
  if (slot.status === statusOf(action)) return 'already'
  if (slot.status === 'maintenance') return 'maintenance'
  const isAccepted = accepted.includes(slot.id)
  if (action === 'lock' && !with_credits && !isAccepted && holdsCredits(slot)) return 'credits'
  if (action === 'unlock' && without_own_locks && !isAccepted && slot.has_own_lock) return 'own_lock'
  if (!with_offline && isAway(slot.state)) return 'offline'
  return undefined
}

/** It gets its order when it is back. */
export const isAway = (state: Presence): boolean => state === 'offline' || state === 'never'
