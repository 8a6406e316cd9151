import type { TenantRecord } from '../../platform/db/tables'
import type { ApprovalAnswer, ApprovalKind, StoredKind } from './approval-kinds.contract'

interface Request extends TenantRecord {
  /** Null: of a whole tenant. */
  location_id: string | null
  /** Null: of the whole location. */
  slot_id: string | null
  /** Gaming days, or a month's first and last. */
  day: string | null
  through: string | null
  /** The level's name, which stays when the level is deleted. */
  level_name: string | null
  /** JSON: exactly what will be done, where the other columns do not say it. */
  body: string | null
  /** JSON: the effect that was shown when it was requested. */
  effect: string | null
  cause: string
  asked_by_id: string
  asked_by: string
  expires_at: number
  answer: ApprovalAnswer | null
  answered_by: string | null
  answered_at: number | null
  answer_reason: string | null
  /** What was approved made this edit, or took it back: an ignored message, or a part of one. */
  edit_id: string | null
}

export interface ApprovalsTable extends Request {
  kind: StoredKind
  /** One request about a thing waits at a time. */
  about: string
  /** Of a re-opening: how many gaming days, and the sealed months among them, YYYY-MM, with commas. */
  days: number | null
  months: string | null
  jackpot_id: string | null
  level_id: string | null
}

/** A view: these, and proposed decisions of repairs. */
interface ApprovalRequestsView extends Request {
  kind: ApprovalKind
  /** What it is a request about: a repair's id; of the others their own. */
  record_id: string
}

declare module '../../platform/db/tables' {
  interface Tables {
    approvals: ApprovalsTable
    approval_requests: ApprovalRequestsView
  }
}
