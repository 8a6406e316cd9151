/** The only two ways to write a loader or an action: `guarded` says what it needs, `open` is for everyone. */
import {
  defer,
  json,
  redirect,
  type ActionFunctionArgs,
  type AppLoadContext,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import {
  allows,
  missingFor,
  type PermissionMap,
  type PermissionRule,
} from '../../backend/platform/contract/permissions'
import type { Api } from '../api/client.server'
import type { Density, FlashMessage, Theme } from '../console/shell-data'
import { detectLocale, translator } from '../i18n/i18n.server'
import type { Locale, Translate } from '../i18n/locales'
import { failure, forbidden, page } from './failures.server'
import { keepableFields, readForm } from './form.server'
import { answerAddress, answerIdIn, answerPath } from './form-answers.server'
import { answerStore } from './session.server'
import { loginByToken } from './token-login.server'
import { formOf, formPath, showsSavedForm } from './saved-form.server'
import type { Identity, User } from './identity.server'
import { isCrossSite, isSafeMethod } from './origin-check.server'
import { REFUSED, UNLESS_TENANTS } from './request-admission.server'
import { readPreferences } from './preferences.server'
import { isTenantsHost } from './tenant-hosts.server'
import { SessionEnded } from './tokens.server'
import { putToast } from './toast.server'
import { forgetUnseen } from './unseen.server'
import { identityOrLast, requestSessionOf, type RequestSession } from './request-session.server'
import { knownTimeZone } from './time-zone.server'

export interface RouteArgs {
  request: Request
  params: Readonly<Record<string, string | undefined>>
  url: URL
}

/** What every handler is given. */
export interface OpenContext extends RouteArgs {
  api: Api
  /** Empty but for a POST. */
  form: FormData
  /** What was sent to this page after the session before had ended: to be shown, not performed. */
  savedForm: FormData | null
  t: Translate
  locale: Locale
  /** IANA name. */
  timeZone: string
  theme: Theme
  density: Density
  requestId: string
  /** Null when nobody is signed in. */
  user: User | null
  permissions: PermissionMap
  can(rule: PermissionRule): boolean
  /** Shown once, on the next page. */
  toast(tone: FlashMessage['tone'], text: string): Promise<void>
  requestSession: RequestSession
}
export interface GuardedContext extends OpenContext {
  user: User
}

export type Requirement = PermissionRule | 'signed-in'
type Args = LoaderFunctionArgs | ActionFunctionArgs
export interface GuardOptions {
  /** For actions that take files. */
  maxBodyBytes?: number
  /**
   * A refusal (a status of 400 to 499), or an answer that says 200, is stored in the session and answered
   * with a redirect to the same page, which finds it by `useAnswer()`: Back and reload work, and two tabs do
   * not mix. Once the form is sent, nothing that was refused on its page before is shown again: it was about
   * the same thing. With 'each' every sending makes a thing of its own, so that another tab's refusal still
   * waits.
   */
  keepsAnswer?: boolean | 'each'
}

/** What a component reads: the handler's answer without its redirects and status wrappers. */
export type Answer<Result> = Result extends Response
  ? never
  : Result extends { type: string; data: infer Data; init: ResponseInit | null }
    ? Data
    : Result

export function guarded<Result>(
  needs: Requirement | ((args: RouteArgs) => Requirement),
  handler: (context: GuardedContext) => Promise<Result> | Result,
  options: GuardOptions = {},
): (args: Args) => Promise<Answer<Result>> {
  return args =>
    run(args, options, async ({ requestSession, route, form }) => {
      const requirement = typeof needs === 'function' ? needs(route) : needs
      const identity = await requestSession.identity()
      if (!identity) throw new SessionEnded('nobody is signed in')
      if (identity.user.second_factor_due === true && !isOfSetUp(route.url))
        throw redirect(FACTOR_SET_UP, 303)
      const context = await contextOf(args.request, route, requestSession, identity, form)
      if (requirement !== 'signed-in' && !context.can(requirement))
        throw forbidden(args.request, requestSession, missingFor(identity.permissions, requirement), identity)
      const result = await handler({ ...context, user: identity.user })
      if (!isSafeMethod(args.request.method)) forgetUnseen(identity.user.user_id)
      return options.keepsAnswer
        ? await storeAnswer({ requestSession, route, form }, options.keepsAnswer, result)
        : result
    })
}

/** Where somebody sets up the second factor that their tenant asks for. */
const FACTOR_SET_UP = '/user-profile/second-factor'

/** What an open page asks by itself is answered as always: without permissions it tells nothing. */
const isOfSetUp = ({ pathname }: URL): boolean =>
  pathname === FACTOR_SET_UP ||
  pathname === '/user-profile/passkeys' ||
  pathname.startsWith('/auth/') ||
  pathname.endsWith('.json')

export function open<Result>(
  handler: (context: OpenContext) => Promise<Result> | Result,
  options: GuardOptions = {},
): (args: Args) => Promise<Answer<Result>> {
  return args =>
    run(args, options, async ({ requestSession, route, form }) =>
      handler(
        await contextOf(args.request, route, requestSession, await identityOrLast(requestSession), form),
      ),
    )
}

/** Not what holds a secret or a file, and not what is too large: that is answered at once, as the page of the POST. */
async function storeAnswer<Result>(
  { requestSession, route: { url }, form }: Prepared,
  keeps: true | 'each',
  result: Result,
): Promise<Result> {
  const session = await requestSession.session()
  const before = answerIdIn(url)
  if (!session) return result
  if (!isDataWithInit(result)) {
    if (result instanceof Response && keeps === true) await answerStore().dropAll(session.id, answerPath(url))
    else if (result instanceof Response && before) await answerStore().drop(session.id, before)
    return result
  }
  const status = result.init?.status
  const isStorable = status === 200 || (status !== undefined && status >= 400 && status <= 499)
  if (!isStorable || keepableFields(form) === null) return result
  const id = await answerStore().put(session.id, { path: answerPath(url), status, data: result.data })
  if (id === null) return result
  if (before) await answerStore().drop(session.id, before)
  return redirect(answerAddress(url, id), 303) as Result
}

interface Prepared {
  requestSession: RequestSession
  route: RouteArgs
  form: FormData
}

async function run<Result>(
  { request, params, context }: { request: Request; params: RouteArgs['params']; context: AppLoadContext },
  options: GuardOptions,
  body: (prepared: Prepared) => Promise<Result>,
): Promise<Answer<Result>> {
  const requestSession = requestSessionOf(request, context)
  const url = new URL(request.url)
  const done = requestSession.deadline.wait()
  try {
    await refuseCrossSite(request, requestSession)
    const loggedIn = await requestSession.tokenLogin(() => loginByToken(request, url, requestSession))
    if (loggedIn) return answer(loggedIn, request) as Answer<Result>
    const form = isSafeMethod(request.method) ? new FormData() : await readForm(request, options.maxBodyBytes)
    if (!isSafeMethod(request.method)) await remember(requestSession, url, form)
    return answer(
      await body({ requestSession, route: { request, params, url }, form }),
      request,
    ) as Answer<Result>
  } catch (error) {
    throw await failure(error, happened(request, url, requestSession))
  } finally {
    done()
  }
}

/** A form that is sent again is no longer one that waits for it. */
async function remember(requestSession: RequestSession, url: URL, form: FormData): Promise<void> {
  requestSession.posted = { url, form }
  await requestSession.takeSavedForm(formPath(url))
}

/**
 * Where a form could not be saved its page may not be had either: its loader fails for the POST that came before it.
 */
function happened(request: Request, url: URL, requestSession: RequestSession) {
  const { posted } = requestSession
  if (!posted) return { request, url, requestSession, form: null }
  return {
    request: isSafeMethod(request.method)
      ? new Request(posted.url, { method: 'POST', headers: request.headers })
      : request,
    url: posted.url,
    requestSession,
    form: posted.form,
  }
}

/** Admission has judged what it saw; this check is for servers that have none. */
async function refuseCrossSite(request: Request, requestSession: RequestSession): Promise<void> {
  if (isSafeMethod(request.method)) return
  const { headers } = request
  const sender = {
    fetchSite: headers.get('Sec-Fetch-Site') ?? undefined,
    origin: headers.get('Origin') ?? undefined,
    referer: undefined,
  }
  const refused = headers.get(REFUSED)
  const isOurs = refused === null || (refused === UNLESS_TENANTS && (await isTenantsHost(request)))
  if (!isOurs || isCrossSite(sender, headers.get('Host') ?? new URL(request.url).host))
    throw page('cross-site', 403, request, requestSession)
}

async function contextOf(
  request: Request,
  route: RouteArgs,
  requestSession: RequestSession,
  identity: Identity | null,
  form: FormData,
): Promise<OpenContext> {
  const locale = await detectLocale(request, identity?.user.language)
  const { theme, density } = readPreferences(request.headers.get('Cookie'))
  const permissions: PermissionMap = identity?.permissions ?? {}
  // Written out: what is added behind `...route` would make new shapes for V8 at each request
  // (docs/decisions/page-cost.md).
  return {
    request: route.request,
    params: route.params,
    url: route.url,
    form,
    savedForm: await savedFormFor(request, route.url, requestSession),
    requestSession,
    locale,
    theme,
    density,
    permissions,
    api: requestSession.api,
    t: translator(locale),
    timeZone: knownTimeZone(identity?.user.time_zone),
    requestId: requestSession.requestId,
    user: identity?.user ?? null,
    can: rule => allows(permissions, rule),
    toast: (tone, text) => putToast(requestSession, tone, text),
  }
}

async function savedFormFor(
  { method }: Request,
  url: URL,
  requestSession: RequestSession,
): Promise<FormData | null> {
  if (!isSafeMethod(method) || !showsSavedForm(url)) return null
  const saved = await requestSession.savedFormFor(formPath(url))
  return saved && formOf(saved)
}

/**
 * What Remix makes of it. A page's loader answers a plain object, which reaches the component as it is: `defer` without
 * a promise in it is the one way past Remix's JSON, written and read again for each page (0.6 ms for a list of 50
 * rows). A route without a page answers a
 * Response. Nothing personal is ever stored by a cache.
 */
function answer(result: unknown, { method }: Request): unknown {
  const [body, init] = isDataWithInit(result) ? [result.data, result.init ?? {}] : [result, undefined]
  if (isSafeMethod(method) && isPlain(body)) return notHandedOver(defer(body, init))
  if (isDataWithInit(result)) return json(result.data, result.init ?? {})
  if (result instanceof Response && !result.headers.has('Cache-Control'))
    result.headers.set('Cache-Control', 'no-store')
  return result
}

/**
 * Remix writes what every loader answered into a script for the browser, and no page has that script: it need not be
 * written.
 */
function notHandedOver<Page extends { data: object }>(page: Page): Page {
  Object.defineProperty(page.data, 'toJSON', { value: () => null })
  return page
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

const isDataWithInit = (value: unknown): value is { data: unknown; init: ResponseInit | null } =>
  typeof value === 'object' && value !== null && (value as { type?: unknown }).type === 'DataWithResponseInit'
