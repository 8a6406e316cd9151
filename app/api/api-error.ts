/** The failures between console and backend, distinguished because people must act differently on each. */
import type { FieldProblem } from '../../backend/platform/contract/problem'

export type ApiFailure =
  /** No connection: nothing was sent. */
  | 'unreachable'
  /** No complete answer within the limit. */
  | 'timeout'
  /** The connection broke before the answer was complete. */
  | 'reset'
  /** An answer that is not what the contract says. */
  | 'malformed'
  /** The backend's own error envelope. */
  | 'problem'

export interface ApiErrorFacts {
  kind: ApiFailure
  /** HTTP status to answer with: the backend's own for `problem`, otherwise 502, 503 or 504. */
  status: number
  /** The backend's code for `problem`, otherwise the kind. */
  code: string
  fields?: Record<string, FieldProblem[]>
  details?: Record<string, unknown>
  requestId?: string
  /** A write was sent and its answer was lost: it may or may not have happened. */
  unknownOutcome?: boolean
  /** Seconds, from Retry-After. */
  retryAfter?: number | undefined
  /** English, for the log. */
  message?: string
}

export class ApiError extends Error {
  readonly kind: ApiFailure
  readonly status: number
  readonly code: string
  readonly fields: Record<string, FieldProblem[]>
  readonly details: Record<string, unknown>
  readonly requestId: string
  readonly unknownOutcome: boolean
  readonly retryAfter: number | undefined

  constructor(facts: ApiErrorFacts) {
    super(facts.message ?? facts.code)
    this.name = 'ApiError'
    this.kind = facts.kind
    this.status = facts.status
    this.code = facts.code
    this.fields = facts.fields ?? {}
    this.details = facts.details ?? {}
    this.requestId = facts.requestId ?? ''
    this.unknownOutcome = facts.unknownOutcome ?? false
    this.retryAfter = facts.retryAfter
  }

  /** The backend is not there or not well: the session and what was typed are worth keeping. */
  get isOutage(): boolean {
    return this.kind !== 'problem' || this.status >= 500
  }
}
