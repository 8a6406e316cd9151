/**
 * Tokens that another system put on a page's address (atoken, rtoken; ruling 11). They count once, leave the address
 * before anything is shown, and never put another person in the place of whoever is signed in without asking them.
 */
import { redirect } from '@remix-run/node'
import { ApiError } from '../api/api-error'
import { createApi } from '../api/client.server'
import type { FlashMessage } from '../console/shell-data'
import { detectLocale, translator } from '../i18n/i18n.server'
import { env } from '../process/env.server'
import { page } from './failures.server'
import type { Identity, Tokens } from './identity.server'
import { isFetchedAhead } from './fetched-ahead.server'
import { isSafeMethod } from './origin-check.server'
import { kioskLimits } from './kiosk.server'
import { withoutTokens } from './redirect-to'
import { tokenLoginStore, sessionStore, startSession } from './session.server'
import { isRefusal, renewTokens } from './tokens.server'
import { callerFacts, fetchIdentity, identityOrLast, type RequestSession } from './request-session.server'

const LONGEST_TOKEN = 8_192
/** The page where people decide whether another person's session is to be taken. */
const SWITCH_ACCOUNT_PAGE = '/auth/take-over'

/** Why a link did nothing: a key of `auth:links`. */
const linkFailures = ['used', 'refused', 'unavailable', 'elsewhere'] as const
export type LinkFailure = (typeof linkFailures)[number]

/** Who is meant by tokens that have been renewed, so that those in the address are dead. */
interface TokenOwner {
  tokens: Tokens
  identity: Identity
}

/** A redirect to the same page without the tokens, or to the question; null when there are none. */
export async function loginByToken(
  request: Request,
  url: URL,
  requestSession: RequestSession,
): Promise<Response | null> {
  if (!isSafeMethod(request.method) || !(url.searchParams.has('atoken') || url.searchParams.has('rtoken')))
    return null
  // What only looks ahead (a browser's prefetch, a mail scanner's HEAD) must not use the link up.
  if (isFetchedAhead(request)) throw page('bad-request', 503, request, requestSession)
  const clean = withoutTokens(new URL(url))
  const path = clean.pathname.replace(/^\/{2,}/, '/') + clean.search
  const headers = new Headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
  if (request.method !== 'GET') return redirect(path, { headers })
  const tokens: Tokens = {
    access: url.searchParams.get('atoken') ?? '',
    refresh: url.searchParams.get('rtoken') || null,
  }
  const found = await ownerOf(tokens, request, requestSession)
  if (typeof found === 'string') {
    await tellFailure(found, request, requestSession, headers)
    return redirect(path, { headers })
  }
  const present = await identityOrLast(requestSession)
  const session = await requestSession.session()
  if (present && session && present.user.user_id !== found.identity.user.user_id) {
    await tokenLoginStore().keep(session.id, { ...found, path })
    return redirect(SWITCH_ACCOUNT_PAGE, { headers })
  }
  // A stranger's link must not make somebody work under a stranger's name unawares.
  const flash = present ? undefined : await signedInAs(request, found.identity, 'warn')
  headers.append('Set-Cookie', await startAs(found, request, requestSession, flash))
  return redirect(path, { headers })
}

/** The Set-Cookie value of a session of theirs. */
export async function startAs(
  { tokens, identity }: TokenOwner,
  request: Request,
  requestSession: RequestSession,
  flash?: FlashMessage,
): Promise<string> {
  const cookies = request.headers.get('Cookie')
  const limits = await kioskLimits(apiOf(tokens, request, requestSession), cookies)
  return startSession({ tokens, identity, limits, ...(flash && { flash }) }, cookies)
}

export async function signedInAs(
  request: Request,
  { user }: Identity,
  tone: FlashMessage['tone'],
): Promise<FlashMessage> {
  const t = translator(await detectLocale(request, user.language))
  const name = { name: user.full_name || user.username }
  return tone === 'warn'
    ? { tone, stays: true, text: t('auth:links.signedIn', name) }
    : { tone, text: t('auth:links.taken', name) }
}

async function ownerOf(
  tokens: Tokens,
  request: Request,
  requestSession: RequestSession,
): Promise<TokenOwner | LinkFailure> {
  if (
    tokens.access.length > LONGEST_TOKEN ||
    (tokens.refresh?.length ?? 0) > LONGEST_TOKEN ||
    !(tokens.access || tokens.refresh)
  )
    return 'refused'
  const store = tokenLoginStore()
  if (!(await store.spend(tokens))) return 'used'
  try {
    const renewed = tokens.refresh
      ? await renewTokens({ ...callerFacts(request), deadline: requestSession.deadline }, tokens.refresh)
      : tokens
    return { tokens: renewed, identity: await fetchIdentity(apiOf(renewed, request, requestSession)) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // Only what was accepted is remembered: a stranger's rubbish would fill the store for a year.
    await store.giveBack(tokens)
    if (error.code === 'other_tenants_host') return 'elsewhere'
    return isRefusal(error) ? 'refused' : 'unavailable'
  }
}

const apiOf = ({ access }: Tokens, request: Request, { deadline }: RequestSession) =>
  createApi({
    session: { accessToken: () => Promise.resolve(access), renew: () => Promise.resolve(access) },
    ...callerFacts(request),
    deadline,
  })

/** Seconds: as long as a redirect or two take. */
const FAILURE_SECONDS = 30

/** On the next page: a toast for whoever is signed in, a note on the sign-in page for whoever is not. */
async function tellFailure(
  failure: LinkFailure,
  request: Request,
  requestSession: RequestSession,
  headers: Headers,
): Promise<void> {
  const session = await requestSession.session()
  if (!session)
    return headers.append(
      'Set-Cookie',
      `link=${failure}; Path=/; Max-Age=${FAILURE_SECONDS}; HttpOnly; SameSite=Lax${env().https ? '; Secure' : ''}`,
    )
  const t = translator(await detectLocale(request, session.identity?.user.language))
  await sessionStore().putFlash(session.id, {
    tone: 'warn',
    text: t(`auth:links.${failure}`),
  } satisfies FlashMessage)
}

export function linkFailureIn(cookieHeader: string | null): LinkFailure | null {
  const code = /(?:^|;\s*)link=([a-z]+)(?:;|$)/.exec(cookieHeader ?? '')?.[1]
  return linkFailures.find(one => one === code) ?? null
}
