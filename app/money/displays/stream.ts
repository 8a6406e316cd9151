import { displayScreen, displayPaths } from '../../../backend/money/displays/displays.contract'
import { notFound } from '../../engine/data/resource-at.server'
import { eventStream } from '../../session/event-stream.server'
import { open } from '../../session/guard.server'
import { displayToken } from '../../session/link-token.server'
import { strangersApi } from '../../session/request-session.server'
import { watchDisplay } from './display-watch.server'

/**
 * Sends a display's values every second. An address that opens nothing is refused here, so that it never joins the
 * common queries.
 */
export const loader = open(async ({ request }) => {
  const token = await displayToken.read(request)
  if (token === null) throw notFound()
  await strangersApi(request).call('POST', displayPaths.open, { body: { token }, schema: displayScreen })
  return eventStream(
    ({ send, end }) =>
      watchDisplay(token, view => {
        if (view) return send('values', view)
        send('ended', {})
        end()
      }),
    { signal: request.signal },
  )
})
