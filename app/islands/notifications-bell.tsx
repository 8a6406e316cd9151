/**
 * The bell of the top bar, with its words: a link to the list, with the number that the server counted until scripts
 * count themselves.
 */
import { Icon } from '../ui/icon'
import { Island } from './island'
import { bellCount } from './notification-text'
import { refusalWords } from './refusal-words'

interface BellProps {
  t: (key: string) => string
  locale: string
  /** How far the viewer's clocks are ahead of UTC, milliseconds. */
  clockAhead: number
  /** Null: not known, so nothing is claimed. */
  unseen: number | null
}

export function NotificationsBell({ t, locale, clockAhead, unseen }: BellProps) {
  const words = {
    title: t('notifications:title'),
    none: t('notifications:none'),
    notListed: t('notifications:not_listed'),
    all: t('notifications:all'),
    dismiss: t('notifications:dismiss'),
    confirm: t('notifications:confirm'),
    confirmed: t('notifications:confirmed_word'),
    clear: t('notifications:clear'),
    newer: t('notifications:newer'),
    gone: t('notifications:gone'),
    signIn: t('auth:signIn'),
    refusals: refusalWords(t),
    unknownType: t('notifications:unknownType'),
    missingContent: t('notifications:missingContent'),
  }
  const number = bellCount(unseen ?? 0)
  return (
    <Island name="notifications" props={{ locale, clockAhead, words }}>
      <a
        className="bar-item bell"
        href="/notifications/list?seen=0"
        aria-label={number ? `${words.title}: ${number}` : words.title}
      >
        <Icon name="bell" />
        {number ? (
          <span className="badge bell-count" aria-hidden="true">
            {number}
          </span>
        ) : null}
      </a>
    </Island>
  )
}
