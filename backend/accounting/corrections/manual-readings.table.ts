import type { CorrectionColumns } from './correction.table'
import type { ManualKind, ManualState } from './manual-readings.contract'

interface ManualReadingsTable extends CorrectionColumns {
  state: ManualState
  kind: ManualKind
  at: number
  /** To which its movement belongs. */
  gaming_day: string
  /** JSON: meter → credits or count. */
  meters: string
  entered_by: string
  /** The file that brought it in. */
  import_id: string | null
  taken_back_by: string | null
  taken_back_at: number | null
  taken_back_reason: string | null
}

declare module '../../platform/db/tables' {
  interface Tables {
    manual_readings: ManualReadingsTable
  }
}
