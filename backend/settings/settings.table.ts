/** What a user chose for themselves; one row per choice. */
export interface UserSettingsTable {
  user_id: string
  /** `preferences`, or `columns:<page>`. */
  name: string
  /** JSON. */
  value: string
  updated_at: number
}

export interface SettingsTables { user_settings: UserSettingsTable }
