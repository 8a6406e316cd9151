/**
 * What the kinds of request do when they are approved: the wings that make requests register it (`registrations.ts`).
 */
import type { Db } from '../../platform/db/database'
import type { Actor, Scope } from '../../platform/request/actor'
import type { ApprovalAnswer, ApprovalKind, StoredKind } from './approval-kinds.contract'
import type { ApprovalsTable } from './approvals.table'

/** Somebody who requests or answers, in a transaction. */
export interface Who {
  db: Db
  actor: Actor
  scope: Scope
  now: number
}
export type Approval = ApprovalsTable

export interface KindRules {
  /** Does what was requested, in the transaction that closes the request: what it throws leaves the request open. */
  perform(who: Who, request: Approval): Promise<void>
  /**
   * An approval that fails because the subject has changed closes the request; without it the request waits further.
   */
  canBeOutdated: boolean
  /** What else follows in the transaction that closes it so. */
  outdated?(who: Who, request: Approval): Promise<void>
  /** What the audit log calls such a request. */
  entity: string
  /** What an entry of the audit log says of it before and after an answer; null while it waits. */
  describe(request: Approval, answer: ApprovalAnswer | null): object
}

/** Requests that stand in a table of their wing, with rules of their own for who answers. */
interface ProposalRules {
  answer(who: Who, record: string, how: 'approve' | 'refuse', reason: string): Promise<void>
  outdate(who: Who, record: string, reason: string): Promise<void>
}

export type RegisteredKinds = Record<StoredKind, KindRules> &
  Record<Exclude<ApprovalKind, StoredKind>, ProposalRules>

let registered: RegisteredKinds | undefined

export function registerApprovalKinds(kinds: RegisteredKinds): void {
  registered = kinds
}

export function rulesOf<Kind extends ApprovalKind>(kind: Kind): RegisteredKinds[Kind] {
  if (!registered) throw new Error('No kinds of request are registered')
  return registered[kind]
}

export const isStoredKind = (kind: ApprovalKind): kind is StoredKind => kind !== 'repair'
