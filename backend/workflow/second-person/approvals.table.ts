import type { ApprovalAnswer, ApprovalKind } from './approval-kinds.contract'

interface Request {
  id: string
  tenant_id: string
  location_id: string
  /** Null: of the whole location. */
  slot_id: string | null
  version: number
  search: string
  archived_at: number | null
  created_at: number
  updated_at: number
  /** Gaming days, or a month's first and last. */
  day: string | null
  through: string | null
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
}

export interface ApprovalsTable extends Request {
  kind: 'seal' | 'month' | 'edit'
  /** One request about a thing waits at a time. */
  about: string
  /** JSON: exactly what will be done. */
  body: string
  /** What was approved made this edit, or took it back: an ignored message, or a part of one. */
  edit_id: string | null
}

/** A view: these, re-openings, proposed decisions of repairs, and requested actions on jackpots' levels. */
interface ApprovalRequestsView extends Omit<Request, 'location_id'> {
  kind: ApprovalKind
  /** Null: of a whole tenant. */
  location_id: string | null
  level_name: string | null
  /** What it is a request about: a repair's id; of the others their own. */
  record_id: string
  body: string | null
  edit_id: string | null
}

declare module '../../platform/db/tables' {
  interface Tables {
    approvals: ApprovalsTable
    approval_requests: ApprovalRequestsView
  }
}
