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

/** Which steps an alarm has been through. */
interface AlarmStepsDoneTable {
  alarm_id: string
  step_id: string
  tenant_id: string
  done_at: number
}

declare module '../../platform/db/tables' {
  interface Tables {
    alarm_steps: AlarmStepsTable
    alarm_steps_done: AlarmStepsDoneTable
    on_call_orders: OnCallOrdersTable
  }
}
