import type { SessionEnd } from '../console/shell-data'
import type { RequestSession } from './request-session.server'

/** Nobody waits two minutes for a session that lasts three. */
const WARNING_MS = 2 * 60_000

/** How long the session still lasts, for an open page to show; nothing is left when nobody is signed in. */
export async function remainingOf(requestSession: RequestSession): Promise<SessionEnd> {
  const [end, session] = [await requestSession.end(), await requestSession.session()]
  if (!end || !session) return { remaining: 0, isFinal: true, warning: WARNING_MS }
  return {
    remaining: Math.max(0, end.at - Date.now()),
    isFinal: end.isFinal,
    warning: Math.min(WARNING_MS, session.limits.idleMs / 2),
  }
}
