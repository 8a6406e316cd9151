/** The order that a bulk edit carries out on each of its rows. */
import { type BulkEditAction } from '../../platform/contract/bulk-edit'

export interface BulkEditOrder {
  action: BulkEditAction
  fields: Record<string, unknown>
  reason: string | null
}
