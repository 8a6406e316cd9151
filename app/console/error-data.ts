/** The error page's data of a page that cannot be shown: thrown as `data(errorData, { status })`. */
import type { FieldProblem } from '../../backend/platform/contract/problem'
import type { ApiFailure } from '../api/api-error'
import type { Factor } from './factor-forms'

const errorKinds = [
  'not-found',
  'forbidden',
  'cross-site',
  'bad-request',
  'too-large',
  'unsupported-type',
  'unreachable',
  'timeout',
  'busy',
  'reset',
  'malformed',
  'problem',
  'unauthorized',
  'signed-out',
  'proof-due',
  'storage-full',
  'unexpected',
] as const satisfies readonly (ApiFailure | string)[]
export type ErrorKind = (typeof errorKinds)[number]

export interface ErrorData {
  kind: ErrorKind
  /** The backend's code, or the kind again. */
  code: string
  /** Finds the same request in both programs' logs. */
  requestId: string
  /** A write was sent and its answer lost: check before repeating. */
  unknown: boolean
  /** Seconds. */
  retryAfter?: number
  fields?: Record<string, FieldProblem[]>
  /** Bytes that would have been accepted. */
  limit?: number
  /** Permissions that the reader lacks. */
  needs?: string[]
  /** What of the address cannot be used, in words. */
  lines?: string[]
  /** The address that led here, where this page has another. */
  path?: string
  /** The request's method, since only a GET may repeat itself. */
  method: string
  /** Nothing is lost while the backend is away or the session has ended. */
  resend?: SavedForm
  /** The session has ended, and the operator's identity provider can sign the person in again. */
  sso?: boolean
  /** The page to come back to. */
  back?: string
  /** A record's address, and there is no such record. */
  gone?: MissingRecord
  /** What may show the second factor, where it is due. */
  factor?: Factor
}

export interface MissingRecord {
  /** The list that it stood in, and its name. */
  list: string
  entity: string
  /** Null when it never was there, or that is not for the reader to know. */
  deleted: { at: number; name: string | null } | null
  /** What somebody had typed for it. */
  typed?: SavedForm
  /** The form of a new one, which can take over what was typed. */
  anew?: string
}

/** What was typed, to be sent again by a button. */
export interface SavedForm {
  path: string
  fields: [string, string][]
}

export const isErrorData = (value: unknown): value is ErrorData =>
  typeof value === 'object' && value !== null && errorKinds.includes((value as ErrorData).kind)

const RECOVERS_BY_ITSELF = new Set<ErrorKind>(['unreachable', 'timeout', 'reset', 'busy'])

/** Seconds after which the page may ask again by itself; null where repeating could do harm or no good. */
export function refreshSeconds(error: ErrorData): number | null {
  if (error.method !== 'GET' || !RECOVERS_BY_ITSELF.has(error.kind)) return null
  return Math.min(60, Math.max(3, error.retryAfter ?? 5))
}
