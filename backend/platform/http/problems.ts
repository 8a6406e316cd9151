/** Errors become answers here and nowhere else. */
import type { Context } from 'hono'
import type { Logger } from 'pino'
import { Problem, type ProblemBody } from '../contract/problem'
import {
  Busy,
  CallerGone,
  isForeignKeyViolation,
  isOutcomeUnknown,
  isStorageFull,
  isUnavailable,
  isUniqueViolation,
} from '../db/errors'
import { isDisconnect } from '../process/disconnect'
import { hasGone, type AppEnv } from './request'
import { storageFull } from './storage-room'

/** Seconds after which a database that was restarted is most likely back. */
const RETRY_AFTER = { 'retry-after': '5' }

export function answerProblem(c: Context<AppEnv>, error: unknown, log: Logger): Response {
  const requestId = c.get('requestId')
  // Whoever hangs up in the middle of a body is no fault of ours, and reads no answer.
  const problem = hasGone(c) && isDisconnect(error) ? new Problem(400, 'client_gone') : asProblem(error)
  const { method, path } = c.req
  // That the database is away is said in one line: it is not this request's fault. An unknown error is ours: logged
  // whole, never echoed.
  if (problem.status === 503)
    log.warn(
      { request_id: requestId, method, path, code: problem.code, why: String(error) },
      'request not served',
    )
  else if (problem.status >= 500)
    log.error({ err: error, request_id: requestId, method, path }, 'request failed')
  const body: ProblemBody = {
    code: problem.code,
    message: problem.message,
    request_id: requestId,
    ...(problem.extra.fields && { fields: problem.extra.fields }),
    ...(problem.extra.details && { details: problem.extra.details }),
  }
  return c.json({ success: false, error: body }, problem.status, problem.extra.headers)
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof CallerGone) return new Problem(400, 'client_gone')
  if (error instanceof Busy)
    return new Problem(503, 'busy', {
      message: 'Others read much at the moment, or you do: try again in a moment',
      headers: RETRY_AFTER,
    })
  if (isUniqueViolation(error))
    return new Problem(409, 'taken', { message: 'Something with this name exists already' })
  // Somebody was faster: what was to be deleted is in use since, or what was chosen is gone since.
  if (isForeignKeyViolation(error)) return new Problem(409, 'in_use', { message: 'Something refers to it' })
  if (isOutcomeUnknown(error)) {
    return new Problem(503, 'outcome_unknown', {
      message:
        'The database went away while this was being saved: look whether it was done before you send it again',
      headers: RETRY_AFTER,
    })
  }
  if (isUnavailable(error))
    return new Problem(503, 'database_unavailable', {
      message: 'The database cannot be reached',
      headers: RETRY_AFTER,
    })
  if (isStorageFull(error)) return storageFull()
  return new Problem(500, 'unexpected', { message: 'Unexpected error' })
}
