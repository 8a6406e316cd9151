/** What a slot is, in shapes: the same on every page that shows one. */
import type { LockState } from '../../../backend/estate/orders/control.contract'
import { choice } from '../../engine/fields'
import type { Mark } from '../../ui/tone'

export const lockMarks: Record<LockState, Mark> = {
  active: 'good',
  locking: 'info',
  locked: 'locked',
  unlocking: 'info',
  lock_refused: 'bad',
  unlock_refused: 'bad',
  maintenance: 'warn',
}

export const lockState = () => choice<LockState>(lockMarks)
