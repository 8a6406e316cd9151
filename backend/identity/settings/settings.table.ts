/** What a user chose for themselves; one row per choice. */
interface UserSettingsTable {
  user_id: string
  /** `preferences`, or `columns:<page>`. */
  name: string
  /** JSON. */
  value: string
  updated_at: number
}

/** A device that people share, with limits of its own for their sessions. */
export interface KiosksTable {
  id: string
  /** SYSTEM_TENANT for the system's own: their limits hold for everybody's people. */
  tenant_id: string
  name: string
  /** SHA-256 of what the device's cookie holds. */
  secret_hash: string
  idle_minutes: number
  absolute_hours: number
  created_at: number
  updated_at: number
  last_used_at: number | null
}

/** Columns of a list as an administrator sets them. */
interface ColumnsConfigurationsTable {
  page: string
  /** '' for everybody. */
  role_id: string
  /** JSON. */
  columns: string
  updated_at: number
  updated_by_name: string
}

declare module '../../platform/db/tables' {
  interface Tables {
    columns_configurations: ColumnsConfigurationsTable
    user_settings: UserSettingsTable
    kiosks: KiosksTable
  }
}
