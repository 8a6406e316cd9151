import type { TenantRecord } from '../../platform/db/tables'

/** What every table of corrections has, beside the columns that are named by `correctionWords`. */
export interface CorrectionColumns extends TenantRecord {
  location_id: string
  slot_id: string
  cause: string
  /** By how much net win moved when it was made. */
  moved_minor: number
  currency: string
  /** JSON: `CorrectionEffect`. */
  effect: string
}
