import type { Generated } from 'kysely'
import type { TenantRecord } from '../../platform/db/tables'
import type { AnomalyRule, AnomalyState } from './anomalies.contract'

export interface AnomaliesTable extends TenantRecord {
  location_id: string
  slot_id: string
  state: AnomalyState
  rule: AnomalyRule
  first_at: number
  last_at: number
  count: number
  value: number
  threshold: number
  currency: string
  acknowledged_by: string | null
  acknowledged_at: number | null
  cleared_by: string | null
  cleared_at: number | null
  cleared_reason: string | null
  assignee: Generated<string | null>
  assignee_id: Generated<string | null>
  due_on: Generated<string | null>
}

/** Slots with events that a rule is about, to be judged from `due_at` on. */
interface AnomalyMarksTable {
  slot_id: string
  location_id: string
  /** The oldest of it. */
  from_at: number
  due_at: number
}

/** Up to which full hour the figures of a location have been looked at. */
interface AnomalyHeadsTable {
  location_id: string
  through: number
}

declare module '../../platform/db/tables' {
  interface Tables {
    anomalies: AnomaliesTable
    anomaly_marks: AnomalyMarksTable
    anomaly_heads: AnomalyHeadsTable
  }
}
