/** The order that a bulk edit carries out on each of its rows. */
import { type ManyAction } from '../../platform/contract/many'

export interface BulkEditOrder {
  action: ManyAction
  fields: Record<string, unknown>
  reason: string | null
}
