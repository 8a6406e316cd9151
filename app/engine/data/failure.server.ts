/** Why a part of a page has no data, in what a loader can hand to its page. */
import { data } from '@remix-run/node'
import { ApiError } from '../../api/api-error'
import type { FieldProblem } from '../../../backend/platform/contract/problem'

export interface Failure {
  /** `errors:kinds.<kind>` */
  kind: string
  code: string
  /** HTTP status that the page answers with. */
  status: number
  /** Finds the request in the logs. */
  requestId: string
  /** A write went out and its answer was lost. */
  unknown: boolean
  fields: Record<string, FieldProblem[]>
}

/** What concerns the whole page: signed out, forbidden, not there. */
const OF_THE_PAGE = [401, 403, 404]

/** The page stays and says so; what concerns the whole page is thrown on. */
export function failureOf(error: unknown, thrown: readonly number[] = OF_THE_PAGE): Failure {
  if (!(error instanceof ApiError) || thrown.includes(error.status)) throw error
  return {
    kind: kindOf(error),
    code: error.code,
    status: error.status,
    requestId: error.requestId,
    unknown: error.unknownOutcome,
    fields: error.fields,
  }
}

/** A backend whose database is away is away as well. */
function kindOf({ kind, code, status }: ApiError): string {
  if (kind !== 'problem') return kind
  if (code === 'database_unavailable') return 'unreachable'
  if (code === 'busy') return 'busy'
  if (code === 'outcome_unknown') return 'reset'
  return status >= 500 ? 'unexpected' : 'problem'
}

/** The answer of an action whose form has no fields: its page is shown again and says why nothing happened. */
export function failed(error: unknown) {
  const failure = failureOf(error)
  return data({ failure }, { status: failure.status })
}

/** Outages pass: the page asks again by itself (seconds). */
export const refreshOf = ({ kind }: Failure): Record<string, string> =>
  ['unreachable', 'timeout', 'reset', 'busy'].includes(kind) ? { Refresh: '5' } : {}

/** For parts that a page can do without: the value, or why not. */
export const attempt = async <T>(
  work: Promise<T>,
  thrown?: readonly number[],
): Promise<{ value: T; failure?: undefined } | { value?: undefined; failure: Failure }> => {
  try {
    return { value: await work }
  } catch (error) {
    return { failure: failureOf(error, thrown) }
  }
}
