import type { TenantRecord } from '../../platform/db/tables'
import type { FormColumns } from '../../platform/contract/contract'
import type { shiftHandoversContract } from './shift-handovers.contract'

/** Sheets of shifts. Instants are epoch milliseconds. */
export interface ShiftHandoversTable
  extends Pick<FormColumns<typeof shiftHandoversContract>, 'remarks'>, TenantRecord {
  location_id: string
  /** The location's code and `seq`. */
  number: string
  seq: number
  state: 'waiting' | 'taken_over' | 'withdrawn'
  from_at: number
  to_at: number
  time_zone: string
  /** JSON: `HandoverSheet`, as it was at `to_at`. Never changed. */
  sheet: string
  handed_over_by_id: string
  handed_over_by: string
  taken_over_by_id: string | null
  taken_over_by: string | null
  taken_over_at: number | null
  taken_over_remarks: string | null
}

declare module '../../platform/db/tables' {
  interface Tables {
    shift_handovers: ShiftHandoversTable
  }
}
