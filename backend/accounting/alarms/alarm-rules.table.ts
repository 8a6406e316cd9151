import type { FormColumns } from '../../platform/contract/contract'
import type { TenantRecord } from '../../platform/db/tables'
import type { alarmRulesContract } from './alarm-rules.contract'

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

declare module '../../platform/db/tables' {
  interface Tables {
    alarm_rules: AlarmRulesTable
  }
}
