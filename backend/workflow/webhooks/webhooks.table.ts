import type { TenantRecord } from '../../platform/db/tables'
import type { DeliveryProblem, DeliveryState } from './webhooks.contract'

export interface WebhooksTable extends TenantRecord {
  /** Null: everything of the tenant. */
  location_id: string | null
  name: string
  address: string
  /** JSON: categories of notifications. */
  kinds: string
  enabled: number
  /** The secret under the installation's key: a signature needs it as it is. */
  sealed: string
  starts_with: string
  /** After a rotation the earlier one signs as well, until then. */
  previous_sealed: string | null
  previous_until: number | null
  rotated_at: number | null
}

export interface WebhookDeliveriesTable extends TenantRecord {
  location_id: string | null
  /** A webhook, a channel, or a person's browser. */
  receiver_id: string
  /** Of a browser: whose it is. Nobody else reads what is sent to them. */
  user_id: string | null
  notification_id: string
  kind: string
  /** What is sent, byte for byte, at each try and each replay. */
  body: string
  state: DeliveryState
  attempts: number
  replays: number
  /** When it is tried next; while it is being sent, when somebody else may try. */
  next_at: number
  answer_code: number | null
  answer: string | null
  problem: DeliveryProblem | null
  delivered_at: number | null
}

declare module '../../platform/db/tables' {
  interface Tables {
    webhooks: WebhooksTable
    webhook_deliveries: WebhookDeliveriesTable
  }
}
