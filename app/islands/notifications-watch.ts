/** The bell rings without React: it counts what the stream tells. Its sheet is drawn when somebody opens it. */
import { createFeed, type FeedEvent } from './notification-feed'
import { bellCount, notificationText, type RealTimeNotification } from './notification-text'
import type { NotificationsProps } from './notifications'
import { isLookedAt, type Watch } from './watch'

const STREAM = '/notifications/stream'
/** Specification section 9. */
const RETRY_MS = 10_000

export const watchNotifications: Watch<NotificationsProps> = (element, props, mount) => {
  const feed = createFeed()
  const link = element.querySelector('a')
  const count = () =>
    feed.held().filter(one => notificationText(one, props.locale, props.words) !== null).length
  const stopCounting = feed.subscribe(() => link && ring(link, props.words.title, count()))
  const listAgain = follow(feed.dispatch)
  let isOpening = false
  link?.addEventListener('click', event => {
    // Whoever wants the list in a tab of its own gets it.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    if (isOpening) return
    isOpening = true
    void mount({ feed, listAgain }).then(isDrawn => {
      if (isDrawn) stopCounting()
      else location.assign(link.href)
    })
  })
}

/** The number on the bell, for eyes and for a screen reader. */
function ring(link: HTMLAnchorElement, title: string, count: number): void {
  const number = bellCount(count)
  const words = number ? `${title}: ${number}` : title
  link.setAttribute('aria-label', words)
  const badge = part(link, 'badge bell-count', number)
  badge.setAttribute('aria-hidden', 'true')
  // An empty badge would still be a red spot.
  if (!number) badge.remove()
  const status = part(link.parentElement ?? link, 'sr-only', number ? words : '')
  status.setAttribute('role', 'status')
}

function part(parent: Element, className: string, text: string): Element {
  const known = [...parent.children].find(child => child.className === className)
  const element = known ?? parent.appendChild(document.createElement('span'))
  element.className = className
  element.textContent = text
  return element
}

/**
 * Only while somebody looks: a browser allows six connections to one place, over all its tabs. Answers how to have them
 * listed anew.
 */
function follow(dispatch: (event: FeedEvent) => void): () => void {
  let source: EventSource | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    source?.close()
    source = undefined
    clearTimeout(retry)
  }
  const start = () => {
    stop()
    const opened = new EventSource(STREAM)
    opened.addEventListener('listed', event =>
      dispatch({
        type: 'listed',
        notifications: JSON.parse(event.data as string) as RealTimeNotification[],
      }),
    )
    opened.addEventListener('notification', event =>
      dispatch({
        type: 'received',
        notification: JSON.parse(event.data as string) as RealTimeNotification,
      }),
    )
    opened.addEventListener('ended', stop)
    // The browser itself does not request a refused stream again.
    opened.onerror = () => {
      if (opened.readyState === EventSource.CLOSED) retry = setTimeout(start, RETRY_MS)
    }
    source = opened
  }
  const turn = () => (isLookedAt() ? start() : stop())
  turn()
  document.addEventListener('visibilitychange', turn)
  addEventListener('pagehide', stop)
  // Shown again from the browser's own memory, it has to be opened again.
  addEventListener('pageshow', event => event.persisted && turn())
  return turn
}
