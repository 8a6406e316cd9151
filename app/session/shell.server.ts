/** What every page's frame needs. Never fails because the backend is down: the frame then shows who was last known to be signed in. */
import type { AppLoadContext } from '@remix-run/node'
import type { ShellData } from '../console/shell-data'
import { detectLocale } from '../i18n/i18n.server'
import { log } from '../log.server'
import { knownTimeZone } from './guard.server'
import type { Identity } from './identity.server'
import { readPreferences } from './preferences.server'
import { takeToast } from './toast.server'
import { identityOrLast, visitOf, type Visit } from './visit.server'

export async function shellData(request: Request, context: AppLoadContext): Promise<ShellData> {
  const visit = visitOf(request, context)
  const { identity, flash } = await personal(visit)
  const { theme, density, rowsPerPage } = readPreferences(request.headers.get('Cookie'))
  const { pathname, search } = new URL(request.url)
  const user = identity?.user
  return {
    user: user ? { id: user.user_id, name: user.full_name || user.username, username: user.username, tenantId: user.tenant_id } : null,
    permissions: identity?.permissions ?? {},
    locale: await detectLocale(request, user?.language),
    timeZone: knownTimeZone(user?.time_zone),
    theme, density, flash,
    nonce: visit.nonce,
    path: pathname + search,
    now: Date.now(),
    requestId: visit.requestId,
    preferences: { rowsPerPage },
  }
}

/** A session store that is away must not take the frame with it: the page then reads as signed out, and its own loader says why. */
async function personal(visit: Visit): Promise<{ identity: Identity | null; flash: ShellData['flash'] }> {
  try {
    const identity = await identityOrLast(visit)
    return { identity, flash: identity && await takeToast(visit) }
  } catch (error) {
    log.error({ err: error, request_id: visit.requestId }, 'the session could not be read')
    return { identity: null, flash: null }
  }
}
