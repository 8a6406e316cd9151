/** A message for the next page: kept in the session, shown once. */
import type { FlashMessage } from '../console/shell-data'
import { sessionStore } from './session.server'
import type { Visit } from './visit.server'

/** Without a session there is no next page to tell. */
export async function putToast(visit: Visit, tone: FlashMessage['tone'], text: string): Promise<void> {
  const session = await visit.session()
  if (session) await sessionStore().putFlash(session.id, { tone, text } satisfies FlashMessage)
}

export async function takeToast(visit: Visit): Promise<FlashMessage | null> {
  const session = await visit.session()
  if (!session?.hasFlash) return null
  return await sessionStore().takeFlash(session.id) as FlashMessage | null
}
