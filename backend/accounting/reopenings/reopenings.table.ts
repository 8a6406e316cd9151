import type { ReopeningAnswer } from './reopenings.contract'

interface ReopeningsTable {
  id: string
  tenant_id: string
  location_id: string
  version: number
  search: string
  archived_at: number | null
  created_at: number
  updated_at: number
  /** From this gaming day to `through`, the last that was sealed at the time of the request. */
  day: string
  through: string
  days: number
  /** The sealed months among them, YYYY-MM, with commas. */
  months: string
  cause: string
  asked_by_id: string
  asked_by: string
  expires_at: number
  answer: ReopeningAnswer | null
  answered_by: string | null
  answered_at: number | null
  answer_reason: string | null
}

declare module '../../platform/db/tables' {
  interface Tables {
    reopenings: ReopeningsTable
  }
}
