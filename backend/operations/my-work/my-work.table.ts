import type { TenantRecord } from '../../platform/db/tables'

/** A view of what is open and somebody's. */
interface OpenWorkView extends TenantRecord {
  location_id: string
  slot_id: string
  kind: string
  what: string
  state: string
  since: number
  due_on: string | null
  assignee_id: string
}

declare module '../../platform/db/tables' {
  interface Tables {
    open_work: OpenWorkView
  }
}
