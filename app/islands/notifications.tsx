/**
 * An island because the bell must ring while the page stands: HTML alone learns nothing new. Without it the link to the
 * list remains.
 */
import {
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
  type SyntheticEvent,
} from 'react'
import { Icon } from '../ui/icon'
import { steady, type Feed } from './notification-feed'
import { isMarked, MARK_PATH, type Mark } from './notification-mark'
import {
  bellCount,
  notificationText,
  type NotificationWords,
  type RealTimeNotification,
} from './notification-text'
import { postForm, type Refusal } from './post-form'
import type { RefusalWords } from './refusal-words'

export interface NotificationsProps {
  locale: string
  /** How far the viewer's clocks are ahead of UTC, milliseconds: a kiosk's own zone data are as old as its browser. */
  clockAhead: number
  words: NotificationWords & {
    title: string
    none: string
    notListed: string
    all: string
    dismiss: string
    confirm: string
    confirmed: string
    clear: string
    newer: string
    gone: string
    signIn: string
    refusals: RefusalWords
  }
}

const LIST = '/notifications/list?view=all'

/** The sheet, drawn when the bell is pressed for the first time: so it opens at once. */
export default function Notifications({
  locale,
  clockAhead,
  words,
  feed,
  listAgain,
}: NotificationsProps & { feed: Feed; listAgain: () => void }) {
  const listed = useSyncExternalStore(feed.subscribe, feed.held)
  // What has no text here is not counted either: a button that shows new ones shows some.
  const all = useMemo(
    () => listed.filter(one => notificationText(one, locale, words) !== null),
    [listed, locale, words],
  )
  const { held, waiting, showAll, onToggle } = useSteady(all)
  const menu = useRef<HTMLDetailsElement>(null)
  useOpening(menu)
  const { press, sending, problem } = usePresses(feed, listAgain, menu)
  const number = bellCount(all.length)
  const idsHeld = held.map(one => one.id)

  return (
    <details ref={menu} className="pop pop-end bell" onToggle={onToggle} {...{ name: 'menu' }}>
      <summary className="bar-item" aria-label={number ? `${words.title}: ${number}` : words.title}>
        <Icon name="bell" />
        {number && (
          <span className="badge bell-count" aria-hidden="true">
            {number}
          </span>
        )}
      </summary>
      <div className="sheet bell-sheet">
        {problem && <Problem problem={problem} words={words} />}
        {held.length === 0 ? (
          <p className="bell-none">{feed.isListed() ? words.none : words.notListed}</p>
        ) : (
          <ul className="feed bell-feed" tabIndex={0} aria-label={words.title}>
            {held.map(one => (
              <Entry
                key={one.id}
                notification={one}
                locale={locale}
                clockAhead={clockAhead}
                words={words}
                isSending={sending !== null}
                onDismiss={() => press('seen', [one.id])}
                onConfirm={() => press('confirm', [one.id])}
              />
            ))}
          </ul>
        )}
        <p className="form-actions">
          <a href={LIST} className="btn btn-sm">
            {words.all}
          </a>
          {held.length > 0 && (
            <button
              type="button"
              className="btn btn-sm"
              aria-disabled={sending !== null}
              onClick={() => press('seen', idsHeld)}
            >
              {words.clear}
            </button>
          )}
          {waiting > 0 && (
            <button type="button" className="btn btn-sm" onClick={showAll}>
              {`${words.newer} (${bellCount(waiting)})`}
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

/** While the sheet is open it keeps what it opened with; one that has nothing left to show shows what arrived. */
function useSteady(all: readonly RealTimeNotification[]) {
  const [opened, setOpened] = useState<readonly string[] | null>(null)
  const { shown, waiting } = steady(all, opened ?? [])
  const take = () => setOpened(all.map(({ id }) => id))
  const isEmpty = opened !== null && shown.length === 0 && waiting > 0
  useEffect(() => {
    if (isEmpty) setOpened(all.map(({ id }) => id))
  }, [isEmpty, all])
  return {
    held: opened === null || isEmpty ? all : shown,
    waiting: opened === null || isEmpty ? 0 : waiting,
    showAll: take,
    onToggle: ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) =>
      currentTarget.open ? take() : setOpened(null),
  }
}

type Problem = Refusal | 'gone'

/** One press at a time. What stands in the sheet changes once the answer says that it is stored. */
function usePresses(feed: Feed, listAgain: () => void, menu: RefObject<HTMLDetailsElement>) {
  const [sending, setSending] = useState<Mark | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const send = async (mark: Mark, ids: string[]) => {
    const fields = [['mark', mark], ...ids.map(id => ['id', id])] as [string, string][]
    const { answer, refusal } = await postForm(MARK_PATH, fields, isMarked(mark))
    setSending(null)
    setProblem(refusal ?? (ids.every(id => answer.done.includes(id)) ? null : 'gone'))
    if (!answer) return
    feed.dispatch({ type: mark === 'confirm' ? 'confirmed' : 'dismissed', ids: answer.done })
    // The bell holds the newest ones only, and what is gone has to go.
    if (ids.length > 1 || answer.done.length < ids.length) listAgain()
    if (feed.held().length === 0 && menu.current) close(menu.current)
  }
  const press = (mark: Mark, ids: string[]) => {
    if (sending) return
    setSending(mark)
    setProblem(null)
    void send(mark, ids)
  }
  return { press, sending, problem }
}

function Problem({ problem, words }: { problem: Problem; words: NotificationsProps['words'] }) {
  return (
    <p role="alert" className="field-error">
      {problem === 'gone' ? words.gone : words.refusals[problem]}{' '}
      {problem === 'signed_out' && (
        <a className="link" href="/auth/login" target="_blank" rel="noopener">
          {words.signIn}
        </a>
      )}
    </p>
  )
}

interface EntryProps extends NotificationsProps {
  notification: RealTimeNotification
  isSending: boolean
  onDismiss: () => void
  onConfirm: () => void
}

function Entry({ notification, locale, clockAhead, words, isSending, onDismiss, onConfirm }: EntryProps) {
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
          <time dateTime={new Date(timestamp).toISOString()}>{written(timestamp + clockAhead)}</time>
        </p>
      ) : null}
      <p className="form-actions">
        {confirmed ? (
          <span className="badge">{words.confirmed}</span>
        ) : (
          <button type="button" className="btn btn-sm" aria-disabled={isSending} onClick={onConfirm}>
            {words.confirm}
          </button>
        )}
        <button type="button" className="btn btn-ghost btn-sm" aria-disabled={isSending} onClick={onDismiss}>
          {words.dismiss}
        </button>
      </p>
    </li>
  )
}

/** In the page's own regional form (en-GB, not en). Entries exist in the browser only. */
const written = (at: number) =>
  new Intl.DateTimeFormat(document.documentElement.lang, {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: 'UTC',
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
