/** The bell of the top bar, with its words. Until scripts run nothing is known, so nothing is claimed: a plain link to the list. */
import { Icon } from '../ui/icon'
import { Island } from './island'

interface BellProps {
  t: (key: string) => string
  locale: string
  timeZone: string
}

export function NotificationsBell({ t, locale, timeZone }: BellProps) {
  const words = {
    title: t('notifications:title'),
    none: t('notifications:none'),
    all: t('notifications:all'),
    dismiss: t('notifications:dismiss'),
    confirm: t('notifications:confirm'),
    confirmed: t('notifications:confirmed_word'),
    clear: t('notifications:clear'),
    unknownType: t('notifications:unknownType'),
    missingContent: t('notifications:missingContent'),
  }
  return (
    <Island name="notifications" props={{ locale, timeZone, words }}>
      <a className="bar-item bell" href="/notifications/list" aria-label={words.title}>
        <Icon name="bell" />
      </a>
    </Island>
  )
}
