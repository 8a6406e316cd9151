interface AggregationRulesTable {
  id: string
  version: number
  tenant_id: string
  name: string
  aggregated_by: string
  granulation: string
  /** JSON: names of measures, in the order of their contract. */
  measures: string
  note: string | null
  search: string
  archived_at: number | null
  created_at: number
  updated_at: number
}

declare module '../../platform/db/tables' {
  interface Tables {
    aggregation_rules: AggregationRulesTable
  }
}

export {}
