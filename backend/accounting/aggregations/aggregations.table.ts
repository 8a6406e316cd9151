import type { TenantRecord } from '../../platform/db/tables'

interface AggregationRulesTable extends TenantRecord {
  name: string
  aggregated_by: string
  granulation: string
  /** JSON: names of measures, in the order of their contract. */
  measures: string
  note: string | null
}

declare module '../../platform/db/tables' {
  interface Tables {
    aggregation_rules: AggregationRulesTable
  }
}
