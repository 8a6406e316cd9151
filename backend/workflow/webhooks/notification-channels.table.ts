import type { z } from 'zod'
import type { FormColumns } from '../../platform/contract/contract'
import type { TenantRecord } from '../../platform/db/tables'
import type {
  channelLanguage,
  ChannelKind,
  gatewayFormat,
  notificationChannelsContract,
} from './notification-channels.contract'
import type { DeliveryProblem } from './webhooks.contract'

export interface NotificationChannelsTable
  extends TenantRecord, FormColumns<typeof notificationChannelsContract> {
  /** Where it is of one location alone, that one: whoever sees no other sees the channel. */
  location_id: string | null
  kind: ChannelKind
  format: z.output<typeof gatewayFormat>
  language: z.output<typeof channelLanguage>
  /** JSON: ids; none means the whole tenant. */
  locations: string
  /** JSON: severities and categories of notifications. */
  severities: string
  kinds: string
  sent_to: string
  /** The secret under the installation's key. */
  sealed: string | null
  secured_at: number | null
  tested_at: number | null
  test_ms: number | null
  test_problem: DeliveryProblem | null
  test_code: number | null
  test_answer: string | null
}

declare module '../../platform/db/tables' {
  interface Tables {
    notification_channels: NotificationChannelsTable
  }
}
