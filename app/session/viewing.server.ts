/** A session in which somebody views as another user: the backend holds it to reading, for a quarter of an hour. */
import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { endViewingPath } from '../../backend/identity/acl/viewings.contract'
import { ApiError } from '../api/api-error'
import { START_PATH } from '../console/start-path'
import { detectLocale, translator } from '../i18n/i18n.server'
import type { Identity } from './identity.server'
import type { RequestSession } from './request-session.server'
import { putToast } from './toast.server'

/** The session is its owner's again; no harm where it is already. */
export async function endViewing(requestSession: RequestSession): Promise<void> {
  await requestSession.api.call('POST', endViewingPath, { body: {}, schema: z.unknown() })
  await requestSession.renewIdentity()
}

export const isViewingOver = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'viewing_over'

/** What is seen next is one's own, so nobody is left on a page, or with a form, of somebody else's. */
export async function leaveViewing(request: Request, requestSession: RequestSession): Promise<Response> {
  await endViewing(requestSession)
  const identity = await requestSession.lastIdentity()
  const t = translator(await detectLocale(request, identity?.user.language))
  await putToast(requestSession, 'info', t('console:viewing.over'))
  return redirect(START_PATH, { status: 303, headers: { 'Cache-Control': 'no-store' } })
}

/** The time that the note on the page names has come. */
export const hasEnded = ({ user }: Identity): boolean =>
  user.viewing != null && user.viewing.until <= Date.now()
