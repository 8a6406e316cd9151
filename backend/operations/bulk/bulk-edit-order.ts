/** What is ordered of many rows at once. */
import { type ManyAction } from '../../platform/contract/many'

export interface ManyOrder {
  action: ManyAction
  fields: Record<string, unknown>
  reason: string | null
}
