/** The button of the note that stands on each page while somebody views as another user. */
import { redirect } from '@remix-run/node'
import { START_PATH } from '../../console/start-path'
import { endViewing } from '../../session/viewing.server'
import { guarded } from '../../session/guard.server'

export const loader = guarded('signed-in', () => redirect(START_PATH))

export const action = guarded('signed-in', async ({ requestSession, toast, t }) => {
  await endViewing(requestSession)
  await toast('good', t('console:viewing.ended'))
  return redirect(START_PATH, 303)
})
