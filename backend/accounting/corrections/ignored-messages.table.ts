import type { CorrectionColumns } from './correction.table'
import type { IgnoredState } from './ignored-messages.contract'

export interface IgnoredMessagesTable extends CorrectionColumns {
  smib_id: string
  state: IgnoredState
  run: number
  message_seq_nr: number
  at: number
  nano: number
  readings: number
  ignored_by: string
  restored_by: string | null
  restored_at: number | null
  restored_reason: string | null
}

declare module '../../platform/db/tables' {
  interface Tables {
    ignored_messages: IgnoredMessagesTable
  }
}
