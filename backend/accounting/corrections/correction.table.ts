/** What every table of corrections has, beside the columns that are named by `correctionWords`. */
export interface CorrectionColumns {
  id: string
  tenant_id: string
  location_id: string
  slot_id: string
  version: number
  search: string
  archived_at: number | null
  created_at: number
  updated_at: number
  cause: string
  /** By how much net win moved when it was made. */
  moved_minor: number
  currency: string
  /** JSON: `CorrectionEffect`. */
  effect: string
}
