/** What a visitor gets when a handler did not answer: the sign-in page, or an error page that says what happened. */
import { data, redirect } from '@remix-run/node'
import { ApiError } from '../api/api-error'
import { errorDataOf, type ErrorData, type ErrorKind } from '../api/error-data'
import { log } from '../log.server'
import { keepableFields, RefusedRequest } from './form.server'
import { isSafeMethod } from './origin-check.server'
import { signInPath, withoutTokens } from './redirect-to'
import { endSession } from './session.server'
import { SessionEnded } from './tokens.server'
import type { Visit } from './visit.server'

interface Happened {
  request: Request
  url: URL
  visit: Visit
  form: FormData | null
}

export const page = (kind: ErrorKind, status: number, request: { method: string }, visit: Pick<Visit, 'requestId'>, code: string = kind) =>
  data<ErrorData>({ kind, code, requestId: visit.requestId, unknown: false, method: request.method }, { status })

/** Answers what to throw. Redirects and responses that a handler threw itself pass through. */
export async function failure(error: unknown, happened: Happened): Promise<unknown> {
  const { request, visit } = happened
  if (error instanceof Response || isThrownData(error)) return error
  if (error instanceof SessionEnded) return signInAgain(happened)
  if (error instanceof RefusedRequest) return page(error.kind, error.status, request, visit)
  if (error instanceof ApiError) return apiFailure(error, happened)
  log.error({ err: error, request_id: visit.requestId, path: happened.url.pathname }, 'a handler failed')
  return page('unexpected', 500, request, visit)
}

async function signInAgain({ request, url, visit }: Happened): Promise<Response> {
  const cookie = request.headers.get('Cookie')
  const clean = withoutTokens(new URL(url))
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  if (await visit.hadCookie()) headers.append('Set-Cookie', await endSession(cookie))
  return redirect(signInPath(clean.pathname + clean.search), { status: isSafeMethod(request.method) ? 302 : 303, headers })
}

function apiFailure(error: ApiError, { request, url, visit, form }: Happened) {
  const { data: told, status } = errorDataOf(error, request, visit.requestId)
  const fields = error.isOutage ? keepableFields(form) : null
  const resend = fields && { path: url.pathname + url.search, fields }
  const headers: Record<string, string> = error.retryAfter === undefined ? {} : { 'Retry-After': String(error.retryAfter) }
  return data<ErrorData>({ ...told, ...(resend && { resend }) }, { status, headers })
}

const isThrownData = (value: unknown) => typeof value === 'object' && value !== null && (value as { type?: unknown }).type === 'DataWithResponseInit'
