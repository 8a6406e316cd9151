import type { CorrectionColumns } from './correction.table'
import type { EditBucket, EditDoes, EditState } from '../days/edit-buckets.contract'

export interface MessageEditsTable extends CorrectionColumns {
  smib_id: string
  state: EditState
  bucket: EditBucket
  does: EditDoes
  run: number
  message_seq_nr: number
  /** When the message was sent. */
  message_at: number
  /** Of the event or the reading; of slot data the message's. */
  at: number
  nano: number
  /** The event's id, the game's number, the value's name. */
  item: string
  /** To which it belongs. */
  gaming_day: string
  /** JSON: name → value. */
  before: string
  /** JSON: as `before`; empty where it is left out. */
  after: string
  /** JSON: what taking it back needs. */
  kept: string
  edited_by: string
  taken_back_by: string | null
  taken_back_at: number | null
  taken_back_reason: string | null
}

declare module '../../platform/db/tables' {
  interface Tables {
    message_edits: MessageEditsTable
  }
}
