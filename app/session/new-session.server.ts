/**
 * What a sign-in leaves in a browser, whichever way it was made: the session, the device that is known, preferences, a
 * notice.
 */
import { createApi, type Api } from '../api/client.server'
import { formatter } from '../i18n/format'
import { detectLocale, translator } from '../i18n/i18n.server'
import type { SavedForm } from '../console/error-data'
import type { SignedIn } from './authenticator.server'
import { knownTimeZone } from './time-zone.server'
import type { FailedSignIns, User } from './identity.server'
import { kioskLimits } from './kiosk.server'
import { deviceCookie } from './known-device.server'
import { preferenceCookies, readPreferences } from './preferences.server'
import { startSession } from './session.server'
import { storedPreferences } from './stored-preferences.server'
import { putNotice } from './toast.server'
import { callerFacts } from './request-session.server'

/** Set-Cookie values. `savedForm`: what had been sent too late, for the page that shows it. */
export async function sessionHeaders(
  request: Request,
  { tokens, identity, deviceToken, failedSignIns }: SignedIn,
  savedForm: SavedForm | null = null,
): Promise<Headers> {
  const headers = new Headers()
  const cookies = request.headers.get('Cookie')
  const own = {
    accessToken: () => Promise.resolve(tokens.access),
    renew: () => Promise.resolve(tokens.access),
  }
  const api = createApi({ session: own, ...callerFacts(request) })
  const [limits, preferences] = await Promise.all([
    kioskLimits(api, cookies),
    followingPreferences(api, cookies),
  ])
  const session = await startSession({ tokens, identity, limits, savedForm }, cookies)
  headers.append('Set-Cookie', session)
  if (deviceToken !== null) headers.append('Set-Cookie', await deviceCookie(deviceToken))
  for (const cookie of preferences) headers.append('Set-Cookie', cookie)
  if (failedSignIns) await putNotice(session, await failedBefore(failedSignIns, identity.user, request))
  return headers
}

/** Theme and density come along to a computer on which nothing else was chosen. */
async function followingPreferences(api: Api, cookies: string | null): Promise<string[]> {
  const here = readPreferences(cookies)
  const stored = await storedPreferences(api)
  return preferenceCookies({
    ...(here.theme === 'auto' && stored.theme && { theme: stored.theme }),
    ...(here.density === 'auto' && stored.density && { density: stored.density }),
    ...(here.searchKey === 'auto' && stored.searchKey && { searchKey: stored.searchKey }),
    ...(here.rowsPerPage === null && stored.rowsPerPage && { rowsPerPage: stored.rowsPerPage }),
    ...(here.locale === null && stored.locale && { locale: stored.locale }),
  })
}

const MOST_ADDRESSES = 3

/** In the language and the zone of who has just signed in: the request was nobody's yet. */
async function failedBefore(
  { count, last_at, addresses }: FailedSignIns,
  user: User,
  request: Request,
): Promise<string> {
  const locale = await detectLocale(request, user.language)
  const t = translator(locale)
  const format = formatter(locale, knownTimeZone(user.time_zone))
  const named = addresses
    .flatMap(({ address }) => (address === null ? [] : [address]))
    .slice(0, MOST_ADDRESSES)
  const from = format.list(addresses.length > named.length ? [...named, t('auth:elsewhere')] : named)
  return t('auth:failedBefore', { count, time: format.exact(last_at), from })
}
