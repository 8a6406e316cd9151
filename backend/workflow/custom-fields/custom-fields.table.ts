import type { CustomEntity, CustomKind } from '../../platform/contract/custom-values'
import type { TenantRecord } from '../../platform/db/tables'

export interface CustomFieldsTable extends TenantRecord {
  name: string
  entity: CustomEntity
  key: string
  kind: CustomKind
  decimals: number
  /** JSON. */
  choices: string
}

/** What records are found by: triggers write it from their column `custom_folded`, one row for each value and tag. */
interface CustomValuesTable {
  tenant_id: string
  entity: CustomEntity
  key: string
  value: string
  record_id: string
}

declare module '../../platform/db/tables' {
  interface Tables {
    custom_fields: CustomFieldsTable
    custom_values: CustomValuesTable
  }
}
