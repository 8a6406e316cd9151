/** An island because the bell must ring while the page stands: HTML alone learns nothing new. Without it the link to the list remains. */
import { useEffect, useReducer, useRef, useState, type RefObject } from 'react'
import { Icon } from '../ui/icon'
import { feed, type FeedEvent } from './notification-feed'
import { notificationText, type NotificationWords, type RealTimeNotification } from './notification-text'

export interface NotificationsProps {
  locale: string
  /** IANA name: times read as on the rest of the page. */
  timeZone: string
  words: NotificationWords & {
    title: string
    none: string
    all: string
    dismiss: string
    confirm: string
    confirmed: string
    clear: string
  }
}

const STREAM = '/notifications/stream'
const ACTION = '/notifications/list'
/** Specification section 9. */
const RETRY_MS = 10_000

export default function Notifications({ locale, timeZone, words }: NotificationsProps) {
  const [held, dispatch] = useReducer(feed, [])
  const menu = useRef<HTMLDetailsElement>(null)
  const [isAwake, setAwake] = useState(false)
  useEffect(() => setAwake(true), [])
  useStream(dispatch)
  useClosing(menu)
  const shown = held.filter(one => notificationText(one, locale, words) !== null)

  const tell = (intent: 'seen' | 'confirm', ids: string[], event: FeedEvent) => {
    dispatch(event)
    void send(intent, ids)
    const emptied =
      event.type === 'cleared' || (event.type === 'dismissed' && shown.every(one => one.id === event.id))
    if (emptied && menu.current) close(menu.current)
  }

  // Until scripts run nothing is known, so nothing is claimed: a plain link to the list.
  if (!isAwake)
    return (
      <a className="bar-item" href={ACTION} aria-label={words.title}>
        <Icon name="bell" />
      </a>
    )
  return (
    <details ref={menu} className="pop pop-end bell" {...{ name: 'menu' }}>
      <summary
        className="bar-item"
        aria-label={shown.length > 0 ? `${words.title}: ${shown.length}` : words.title}
      >
        <Icon name="bell" />
        {shown.length > 0 && (
          <span className="badge bell-count" aria-hidden="true">
            {shown.length}
          </span>
        )}
      </summary>
      <div className="sheet bell-sheet">
        {shown.length === 0 ? (
          <p className="bell-none">{words.none}</p>
        ) : (
          <ul className="feed bell-feed" tabIndex={0} aria-label={words.title}>
            {shown.map(one => (
              <Entry
                key={one.id}
                notification={one}
                locale={locale}
                timeZone={timeZone}
                words={words}
                onDismiss={() => tell('seen', [one.id], { type: 'dismissed', id: one.id })}
                onConfirm={() => tell('confirm', [one.id], { type: 'confirmed', id: one.id })}
              />
            ))}
          </ul>
        )}
        <p className="form-actions">
          <a href={ACTION} className="btn btn-sm">
            {words.all}
          </a>
          {shown.length > 0 && (
            <button
              type="button"
              className="btn btn-sm"
              onClick={() =>
                tell(
                  'seen',
                  held.map(one => one.id),
                  { type: 'cleared' },
                )
              }
            >
              {words.clear}
            </button>
          )}
        </p>
      </div>
      <span role="status" className="sr-only">
        {shown.length > 0 ? `${words.title}: ${shown.length}` : ''}
      </span>
    </details>
  )
}

interface EntryProps extends NotificationsProps {
  notification: RealTimeNotification
  onDismiss: () => void
  onConfirm: () => void
}

function Entry({ notification, locale, timeZone, words, onDismiss, onConfirm }: EntryProps) {
  const read = notificationText(notification, locale, words)
  if (!read) return null
  const { timestamp, confirmed } = notification
  return (
    <li>
      <p>
        <strong>{read.href ? <a href={read.href}>{read.subject}</a> : read.subject}</strong>
      </p>
      <p>{read.text}</p>
      {timestamp ? (
        <p className="when">
          <time dateTime={new Date(timestamp).toISOString()}>{written(timestamp, timeZone)}</time>
        </p>
      ) : null}
      <p className="form-actions">
        {confirmed ? (
          <span className="badge">{words.confirmed}</span>
        ) : (
          <button type="button" className="btn btn-sm" onClick={onConfirm}>
            {words.confirm}
          </button>
        )}
        <button type="button" className="btn btn-ghost btn-sm" onClick={onDismiss}>
          {words.dismiss}
        </button>
      </p>
    </li>
  )
}

/** In the page's own regional form (en-GB, not en). Entries exist in the browser only. */
const written = (at: number, timeZone: string) =>
  new Intl.DateTimeFormat(document.documentElement.lang, {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone,
  }).format(at)

/** The keyboard's place goes back to the bell instead of vanishing with what was removed. */
function close(details: HTMLDetailsElement): void {
  details.open = false
  details.querySelector('summary')?.focus()
}

/** Only while somebody looks: a browser allows six connections to one place, over all its tabs. */
function useStream(dispatch: (event: FeedEvent) => void): void {
  useEffect(() => {
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
      // A refused stream is not asked for again by the browser itself.
      opened.onerror = () => {
        if (opened.readyState === EventSource.CLOSED) retry = setTimeout(start, RETRY_MS)
      }
      source = opened
    }
    const follow = () => (document.visibilityState === 'visible' ? start() : stop())
    follow()
    document.addEventListener('visibilitychange', follow)
    addEventListener('pagehide', stop)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', follow)
      removeEventListener('pagehide', stop)
    }
  }, [dispatch])
}

/** A press elsewhere or Escape closes the sheet. */
function useClosing(menu: RefObject<HTMLDetailsElement>): void {
  useEffect(() => {
    const outside = (event: Event) => {
      if (menu.current?.open && !menu.current.contains(event.target as Node)) menu.current.open = false
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && menu.current?.open) close(menu.current)
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('keydown', escape)
    }
  }, [menu])
}

/** The page's own form, sent without leaving the page. What fails here is listed again at the next connection. */
async function send(intent: 'seen' | 'confirm', ids: string[]): Promise<void> {
  const body = new URLSearchParams([['intent', intent], ...ids.map(id => ['id', id])])
  await fetch(ACTION, { method: 'POST', body, redirect: 'manual', keepalive: true }).catch(() => undefined)
}
