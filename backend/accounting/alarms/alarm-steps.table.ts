import type { FormColumns } from '../../platform/contract/contract'
import type { TenantRecord } from '../../platform/db/tables'
import type { alarmStepsContract } from './alarm-steps.contract'
import type { onCallOrdersContract } from './on-call-orders.contract'

export interface AlarmStepsTable extends TenantRecord, FormColumns<typeof alarmStepsContract> {
  rule_id: string
  order_id: string | null
  /** JSON: ids. */
  user_ids: string
  group_ids: string
  role_ids: string
  channel_ids: string
}

export interface OnCallOrdersTable extends TenantRecord, FormColumns<typeof onCallOrdersContract> {
  /** JSON: ids of users, in their order. */
  people: string
}

declare module '../../platform/db/tables' {
  interface Tables {
    alarm_steps: AlarmStepsTable
    on_call_orders: OnCallOrdersTable
  }
}
