import type { Generated } from 'kysely'
import type { BreakKind, BreakState } from '../../telemetry/judgement/meter-breaks.service'

/** A crossing, stored together with the judgement that found it. Instants are epoch milliseconds. */
export interface RepairsTable {
  id: string
  tenant_id: string
  location_id: string
  slot_id: string
  game_nr: number
  /** When its first reading was read. */
  crossing: number
  state: BreakState
  kind: BreakKind
  /** JSON: the first reading of the new line (`Moment`). */
  reading: string
  /** When the last good reading before it was read. */
  last_at: number | null
  /** The newest reading that belongs to it. */
  until: number
  /** JSON: doubtful meter → what it showed before and after. */
  meters: string
  /** The one that a list speaks of, with its values and what the proposal would book of it. */
  meter: string | null
  value_before: number | null
  value_after: number | null
  proposed_minor: number | null
  denomination_minor: number
  currency: string
  /** The proposal that a second person has not answered yet. */
  waiting: string | null
  assignee: Generated<string | null>
  assignee_id: Generated<string | null>
  due_on: Generated<string | null>
  /** The rest is the store's. */
  version: Generated<number>
  search: Generated<string>
  archived_at: Generated<number | null>
  created_at: number
  updated_at: number
}

/** Of crossings that were judged to be none, to whom they were assigned: for as long as they do not open again. */
interface LeftAssignmentsTable {
  id: string
  slot_id: string
  assignee: string
  assignee_id: string
  due_on: string | null
}

export type DecisionAction = 'decide' | 'propose' | 'approve' | 'refuse' | 'reopen' | 'outdated'

/** Added, never changed. */
export interface RepairDecisionsTable {
  id: string
  tenant_id: string
  repair_id: string
  /** Counts a repair's entries. */
  nr: number
  action: DecisionAction
  /** JSON: the ruling (`RulingBody`), where there is one. */
  body: string | null
  /** JSON: what it moved. */
  effect: string | null
  reason: string
  user_id: string | null
  user_name: string
  at: number
}

/** What judgement applies; see `judgement/rulings.service.ts`. */
interface RepairRulingsTable {
  slot_id: string
  game_nr: number
  crossing: number
  tenant_id: string
  /** JSON: `RulingBody`. */
  body: string
}

declare module '../../platform/db/tables' {
  interface Tables {
    repairs: RepairsTable
    repair_decisions: RepairDecisionsTable
    repair_rulings: RepairRulingsTable
    left_assignments: LeftAssignmentsTable
  }
}
