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

export interface AggregationsTables {
  aggregation_rules: AggregationRulesTable
}
