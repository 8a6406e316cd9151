/** A message for the next page: stored in the session, shown once. */
import type { FlashMessage } from '../console/shell-data'
import { readSession, sessionStore } from './session.server'
import type { RequestSession } from './request-session.server'

/** Without a session there is no next page to tell. */
export async function putToast(
  requestSession: RequestSession,
  tone: FlashMessage['tone'],
  text: string,
): Promise<void> {
  const session = await requestSession.session()
  if (session) await sessionStore().putFlash(session.id, { tone, text } satisfies FlashMessage)
}

/** For the first page of a session that has just begun, by its Set-Cookie value. It stays: nobody looks for it. */
export async function putNotice(sessionCookie: string, text: string): Promise<void> {
  const { session } = await readSession(sessionCookie.split(';', 1)[0] ?? '')
  if (session)
    await sessionStore().putFlash(session.id, { tone: 'warn', text, stays: true } satisfies FlashMessage)
}

export async function takeToast(requestSession: RequestSession): Promise<FlashMessage | null> {
  const session = await requestSession.session()
  if (!session?.hasFlash) return null
  return (await sessionStore().takeFlash(session.id)) as FlashMessage | null
}
