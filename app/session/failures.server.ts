/** What a visitor gets when a handler did not answer: the sign-in page, or an error page that says what happened. */
import { data, redirect } from '@remix-run/node'
import type { Permission } from '../../backend/platform/contract/permissions'
import { isOutcomeUnknown, isStorageFull, isUnavailable } from '../../backend/platform/db/errors'
import { isDisconnect } from '../../backend/platform/process/disconnect'
import { ApiError } from '../api/api-error'
import { ProofDue } from '../api/proof-due'
import type { ErrorData, ErrorKind } from '../console/error-data'
import { log } from '../process/log.server'
import { RefusedRequest } from './form.server'
import { missingRecordAt } from './missing-record.server'
import { toSavedForm, formPath } from './saved-form.server'
import type { Identity } from './identity.server'
import { isSafeMethod } from './origin-check.server'
import { factorToShow } from './proving.server'
import { RefusedFile } from './refused-file'
import { UNKNOWN_PATH, unknownAddress } from './unknown-address'
import { safeRedirect, signInPath, withoutTokens } from './redirect-to'
import { endSession } from './session.server'
import { offersSso } from './sso.server'
import { SessionEnded } from './tokens.server'
import type { RequestSession } from './request-session.server'

interface Happened {
  request: Request
  url: URL
  requestSession: RequestSession
  form: FormData | null
}

export const page = (
  kind: ErrorKind,
  status: number,
  request: { method: string },
  requestSession: Pick<RequestSession, 'requestId'>,
  code: string = kind,
  more: Pick<ErrorData, 'limit' | 'needs' | 'path' | 'lines'> = {},
) =>
  data<ErrorData>(
    { kind, code, requestId: requestSession.requestId, unknown: false, method: request.method, ...more },
    { status },
  )

/** Whom rules refuse it has the right already: no one else could give it. */
export const forbidden = (
  request: { method: string },
  requestSession: Pick<RequestSession, 'requestId'>,
  needs: Permission[],
  { permissions }: Pick<Identity, 'permissions'>,
) =>
  needs.some(name => permissions[name] === 0)
    ? page('forbidden', 403, request, requestSession, 'narrowed')
    : page('forbidden', 403, request, requestSession, undefined, { needs })

/** Answers what to throw. Redirects and responses that a handler threw itself pass through. */
export async function failure(error: unknown, happened: Happened): Promise<unknown> {
  const { request, requestSession } = happened
  if (error instanceof Response) return withAddress(error, happened.url)
  if (isThrownData(error)) return error
  if (error instanceof RefusedFile) return refusedFile(error, happened)
  if (error instanceof SessionEnded) return signInAgain(happened)
  if (error instanceof ProofDue) return proveFirst(happened)
  if (error instanceof RefusedRequest)
    return page(
      error.kind,
      error.status,
      request,
      requestSession,
      error.kind,
      error.limit === undefined ? {} : { limit: error.limit },
    )
  if (error instanceof ApiError) return apiFailure(error, happened)
  // A browser that went away in the middle of its form reads no answer, and did nothing wrong.
  if (request.signal.aborted && isDisconnect(error)) return page('bad-request', 400, request, requestSession)
  if (isUnavailable(error) || isStorageFull(error)) return storeFailure(error, happened)
  log.error(
    { err: error, request_id: requestSession.requestId, method: request.method, path: happened.url.pathname },
    'a handler failed',
  )
  return page('unexpected', 500, request, requestSession)
}

/** The page for unknown addresses names the one that led there (ruling 40). */
function withAddress(response: Response, url: URL): Response {
  return response.headers.get('Location') === UNKNOWN_PATH ? redirect(unknownAddress(url)) : response
}

/** A browser shows a page; a program that wrote the address reads plain text. */
function refusedFile(refused: RefusedFile, { request, requestSession }: Happened) {
  const { message, lines, kind, status, code } = refused
  if (request.headers.get('Accept')?.includes('text/html'))
    return page(kind, status, request, requestSession, code, { lines })
  return new Response(`${[message, ...lines.map(line => `- ${line}`)].join('\n')}\n`, {
    status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

/** A form that arrived too late is carried by the sign-in page; everything else is a page to come back to. */
async function signInAgain({ request, url, requestSession, form }: Happened) {
  const cookie = request.headers.get('Cookie')
  const resend = toSavedForm(url, form)
  if (resend) {
    await endSession(cookie)
    return data<ErrorData>(
      {
        kind: 'signed-out',
        code: 'signed-out',
        requestId: requestSession.requestId,
        unknown: false,
        method: request.method,
        resend,
        sso: await offersSso(request),
      },
      { status: 401 },
    )
  }
  const clean = withoutTokens(new URL(url))
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  if (await requestSession.hadCookie()) headers.append('Set-Cookie', await endSession(cookie))
  return redirect(signInPath(clean.pathname + clean.search), {
    status: isSafeMethod(request.method) ? 302 : 303,
    headers,
  })
}

/** What was typed is carried through the page that asks for the code. */
async function proveFirst({ request, url, requestSession, form }: Happened) {
  const resend = toSavedForm(url, form)
  const back = safeRedirect(formPath(url))
  return data<ErrorData>(
    {
      kind: 'proof-due',
      factor: await factorToShow(requestSession.api),
      code: 'proof-due',
      requestId: requestSession.requestId,
      unknown: false,
      method: request.method,
      ...(resend && { resend }),
      ...(back && { back }),
    },
    { status: 403 },
  )
}

function apiFailure(error: ApiError, { request, url, requestSession, form }: Happened) {
  const resend = error.isOutage ? toSavedForm(url, form) : null
  const gone = missingRecordAt(error, url, form)
  const facts: ErrorData = {
    kind: kindOf(error),
    code: error.code,
    requestId: error.requestId || requestSession.requestId,
    unknown: error.unknownOutcome || requestSession.isUnknown(),
    method: request.method,
    ...(error.retryAfter !== undefined && { retryAfter: error.retryAfter }),
    ...(Object.keys(error.fields).length > 0 && { fields: error.fields }),
    ...(resend && { resend }),
    ...(gone && { gone }),
  }
  // A token just renewed and refused again is the backend's trouble, not a reason to sign in once more in a circle.
  return data(facts, { status: error.status === 401 ? 503 : error.status })
}

/**
 * The sessions' own database is away, or has no room: nobody is known, nothing typed is lost, and the page comes back
 * by itself.
 */
function storeFailure(error: unknown, { request, url, requestSession, form }: Happened) {
  log.warn(
    { request_id: requestSession.requestId, why: String(error) },
    'the session store cannot be reached',
  )
  const resend = toSavedForm(url, form)
  const what = isStorageFull(error)
    ? ({ kind: 'storage-full', code: 'storage_full' } as const)
    : ({ kind: 'unreachable', code: 'database_unavailable' } as const)
  const facts = {
    ...what,
    requestId: requestSession.requestId,
    unknown: isOutcomeUnknown(error),
    method: request.method,
  }
  return data<ErrorData>({ ...facts, ...(resend && { resend }) }, { status: 503 })
}

/**
 * A backend whose database is away is away as well: a page comes back by itself, and a form says whether it was perhaps
 * done.
 */
function kindOf({ kind, code, status }: ApiError): ErrorKind {
  if (kind !== 'problem') return kind
  if (code === 'database_unavailable') return 'unreachable'
  if (code === 'storage_full') return 'storage-full'
  if (code === 'busy') return 'busy'
  return code === 'outcome_unknown' ? 'reset' : kindOfStatus(status)
}

function kindOfStatus(status: number): ErrorKind {
  if (status === 401) return 'unauthorized'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not-found'
  if (status === 413) return 'too-large'
  return status >= 500 ? 'unexpected' : 'problem'
}

const isThrownData = (value: unknown) =>
  typeof value === 'object' && value !== null && (value as { type?: unknown }).type === 'DataWithResponseInit'
