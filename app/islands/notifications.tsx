/** An island because the bell must ring while the page stands: HTML alone learns nothing new. Without it the link to the list remains. */
import { useEffect, useRef, useSyncExternalStore, type RefObject } from 'react'
import { Icon } from '../ui/icon'
import type { Feed, FeedEvent } from './notification-feed'
import {
  bellCount,
  notificationText,
  type NotificationWords,
  type RealTimeNotification,
} from './notification-text'

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

const ACTION = '/notifications/list'

/** The sheet, drawn when the bell is pressed for the first time: so it opens at once. */
export default function Notifications({
  locale,
  timeZone,
  words,
  feed,
}: NotificationsProps & { feed: Feed }) {
  const held = useSyncExternalStore(feed.subscribe, feed.held)
  const menu = useRef<HTMLDetailsElement>(null)
  useOpening(menu)
  const shown = held.filter(one => notificationText(one, locale, words) !== null)

  const number = bellCount(shown.length)

  const tell = (intent: 'seen' | 'confirm', ids: string[], event: FeedEvent) => {
    feed.dispatch(event)
    void send(intent, ids)
    const emptied =
      event.type === 'cleared' || (event.type === 'dismissed' && shown.every(one => one.id === event.id))
    if (emptied && menu.current) close(menu.current)
  }

  return (
    <details ref={menu} className="pop pop-end bell" {...{ name: 'menu' }}>
      <summary className="bar-item" aria-label={number ? `${words.title}: ${number}` : words.title}>
        <Icon name="bell" />
        {shown.length > 0 && (
          <span className="badge bell-count" aria-hidden="true">
            {number}
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
        {number ? `${words.title}: ${number}` : ''}
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

/** Pressed before there was a sheet: it opens, and the keyboard's place stays on the bell. */
function useOpening(menu: RefObject<HTMLDetailsElement>): void {
  useEffect(() => {
    if (!menu.current) return
    menu.current.open = true
    menu.current.querySelector('summary')?.focus()
  }, [menu])
}

/** The page's own form, sent without leaving the page. What fails here is listed again at the next connection. */
async function send(intent: 'seen' | 'confirm', ids: string[]): Promise<void> {
  const body = new URLSearchParams([['intent', intent], ...ids.map(id => ['id', id])])
  await fetch(ACTION, { method: 'POST', body, redirect: 'manual', keepalive: true }).catch(() => undefined)
}
