import type { z } from 'zod'
import type { TenantRecord } from '../../platform/db/tables'
import type { ruleSeverity, watchedKind } from './alarm-rules.contract'
import type { alarmState, alarmUnit, clearedBy } from './alarms.contract'

export interface AlarmsTable extends TenantRecord {
  rule_id: string
  location_id: string
  slot_id: string
  state: z.output<typeof alarmState>
  severity: z.output<typeof ruleSeverity>
  watched: z.output<typeof watchedKind>
  since: number
  value: number
  threshold: number
  unit: z.output<typeof alarmUnit>
  currency: string | null
  cleared_at: number | null
  cleared_by: z.output<typeof clearedBy> | null
  acknowledged_by: string | null
  acknowledged_at: number | null
  acknowledged_note: string | null
  escalated_after: number | null
}

/** Slots whose condition holds, but not yet for as long as the rule says. */
interface AlarmPendingTable {
  rule_id: string
  slot_id: string
  since: number
}

declare module '../../platform/db/tables' {
  interface Tables {
    alarms: AlarmsTable
    alarm_pending: AlarmPendingTable
  }
}
