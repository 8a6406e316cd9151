/** Errors become answers here and nowhere else. */
import type { Context } from 'hono'
import type { Logger } from 'pino'
import { Problem, type ProblemBody } from '../contract/problem'
import { isStorageFull, isUnavailable, isUniqueViolation } from '../db/errors'
import type { AppEnv } from './request'

export function answerProblem(c: Context<AppEnv>, error: unknown, log: Logger): Response {
  const requestId = c.get('requestId')
  const problem = asProblem(error)
  // An unknown error is ours: logged whole, never echoed.
  if (problem.status >= 500) log.error({ err: error, requestId, path: c.req.path }, 'request failed')
  const body: ProblemBody = {
    code: problem.code, message: problem.message, request_id: requestId,
    ...(problem.extra.fields && { fields: problem.extra.fields }), ...(problem.extra.details && { details: problem.extra.details }),
  }
  return c.json({ success: false, error: body }, problem.status, problem.extra.headers)
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (isUniqueViolation(error)) return new Problem(409, 'taken', { message: 'Something with this name exists already' })
  if (isUnavailable(error)) return new Problem(503, 'database_unavailable', { message: 'The database cannot be reached', headers: { 'retry-after': '5' } })
  if (isStorageFull(error)) return new Problem(503, 'storage_full', { message: 'There is no room left to save anything; reading still works', headers: { 'retry-after': '60' } })
  return new Problem(500, 'unexpected', { message: 'Unexpected error' })
}
