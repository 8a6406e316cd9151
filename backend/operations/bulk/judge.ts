/** Decides whether a bulk action applies to a slot, once for the preview and again when its turn comes. */
import type { Selectable } from 'kysely'
import type { Presence } from '../../platform/contract/presence'
import { isCommandable } from '../../estate/slots/protocols.contract'
import type { SlotsTable } from '../../estate/network.table'
import type { BulkAction, SkipReason } from './bulk.contract'

export type Judged = Pick<Selectable<SlotsTable>, 'status' | 'archived_at' | 'credits' | 'protocol'> & {
  state: Presence
}
export interface Terms {
  action: BulkAction
  with_credits: boolean
  with_offline: boolean
}

export const statusOf = (action: BulkAction) => (action === 'lock' ? 'locked' : 'active')
const inverses = { lock: 'unlock', unlock: 'lock' } as const satisfies Record<BulkAction, BulkAction>
export const inverseOf = (action: BulkAction): BulkAction => inverses[action]

/** The first reason that holds; undefined when it applies. A slot in maintenance stays in its technician's hands. */
export function leftOut(slot: Judged, { action, with_credits, with_offline }: Terms): SkipReason | undefined {
  if (slot.archived_at !== null) return 'archived'
  if (!isCommandable(slot.protocol)) return 'no_downlink'
  if (slot.status === statusOf(action)) return 'already'
  if (slot.status === 'maintenance') return 'maintenance'
  if (action === 'lock' && !with_credits && (slot.credits ?? 0) > 0) return 'credits'
  if (!with_offline && ['offline', 'never'].includes(slot.state)) return 'offline'
  return undefined
}
