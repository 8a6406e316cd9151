import type { FormColumns } from '../../platform/contract/contract'
import type { TenantRecord } from '../../platform/db/tables'
import type { workOrdersContract } from './work-orders.contract'

interface WorkOrdersTable extends TenantRecord, FormColumns<typeof workOrdersContract> {
  slot_id: string
  location_id: string
  finished_at: number | null
  next_order_id: string | null
}

declare module '../../platform/db/tables' {
  interface Tables {
    work_orders: WorkOrdersTable
  }
}
