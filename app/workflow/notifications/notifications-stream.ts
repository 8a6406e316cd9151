import { listNotifications } from '../../api/notifications.server'
import { realtime } from '../../session/realtime.server'
import { log } from '../../process/log.server'
import { eventStream } from '../../session/event-stream.server'
import { open } from '../../session/guard.server'

/**
 * What is new, then each notification as it comes. The list is sent at every connection, so nothing is missed between
 * two. Open to all, since a redirect to the sign-in page means nothing to an EventSource: whoever is signed out
 * receives its end.
 */
export const loader = open(async ({ user, requestSession, api, request, requestId }) => {
  const session = user ? await requestSession.session() : null
  return eventStream(
    ({ send, end }) => {
      if (!session) {
        send('ended', {})
        end()
        return () => {}
      }
      const stop = realtime().listen(session.id, requestSession.tokens, notification =>
        send('notification', notification),
      )
      listNotifications(api, { rowsPerPage: 100, exactFields: ['seen', 'told'], exactValues: [false, true] })
        .then(({ rows }) => send('listed', rows))
        .catch((error: unknown) =>
          log.info({ request_id: requestId, why: String(error) }, 'notifications could not be listed'),
        )
      return stop
    },
    { signal: request.signal },
  )
})
