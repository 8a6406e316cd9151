import type { z } from 'zod'
import type { FormColumns } from '../../platform/contract/contract'
import type { TenantRecord } from '../../platform/db/tables'
import type { alarmRulesContract, ruleSeverity, watchedKind } from './alarm-rules.contract'
import type { alarmState, alarmUnit, clearedBy } from './alarms.contract'

export interface AlarmRulesTable extends TenantRecord, FormColumns<typeof alarmRulesContract> {
  /** JSON: ids; none means each location of the tenant. */
  locations: string
  group_id: string | null
  manufacturer_id: string | null
  game_mix_id: string | null
  amount_minor: number | null
  currency: string | null
  clears_minor: number | null
  clears_currency: string | null
}

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
}

/** Slots whose condition holds, but not yet for as long as the rule says. */
interface AlarmPendingTable {
  rule_id: string
  slot_id: string
  since: number
}

declare module '../../platform/db/tables' {
  interface Tables {
    alarm_rules: AlarmRulesTable
    alarms: AlarmsTable
    alarm_pending: AlarmPendingTable
  }
}
