import type { IgnoredState } from './ignored-messages.contract'

export interface IgnoredMessagesTable {
  id: string
  tenant_id: string
  location_id: string
  slot_id: string
  smib_id: string
  version: number
  search: string
  archived_at: number | null
  created_at: number
  updated_at: number
  state: IgnoredState
  run: number
  message_seq_nr: number
  at: number
  nano: number
  readings: number
  cause: string
  ignored_by: string
  moved_minor: number
  currency: string
  /** JSON: `EditEffect`. */
  effect: string
  restored_by: string | null
  restored_at: number | null
  restored_reason: string | null
}

declare module '../../platform/db/tables' {
  interface Tables {
    ignored_messages: IgnoredMessagesTable
  }
}
