/** What SMIBs tell of their slot and of themselves; missing ranges as a stream. Instants are epoch milliseconds. */
interface SentRow {
  smib_id: string
  slot_id: string | null
  tenant_id: string
  location_id: string
  run: number
  message_seq_nr: number
  server_nano: number
}

export interface SlotDataTable extends SentRow {
  /** When it arrived: slot data is listed so. */
  server_time: number
  /** When the SMIB sent it. */
  sent_at: number
  /** JSON: what the SMIB has read of its slot, name → value. */
  data: string
}

export interface SmibLogsTable extends SentRow {
  server_time: number
  received_at: number
  /** Place in its message. */
  line_nr: number
  level: string
  /** Part of the SMIB that wrote it. */
  source: string | null
  text: string
}

/**
 * A view of `sequence_breaks`: `message_seq_nr` is the first number after the gap, `server_time` that message's time.
 */
export interface SequenceGapsView extends Omit<SentRow, 'server_nano'> {
  id: string
  server_nano: number
  from_seq: number
  server_time: number
  received_at: number
  closed_at: number | null
  first_seq: number | null
  last_seq: number | null
}

declare module '../../platform/db/tables' {
  interface Tables {
    slot_data: SlotDataTable
    smib_logs: SmibLogsTable
    sequence_gaps: SequenceGapsView
  }
}
