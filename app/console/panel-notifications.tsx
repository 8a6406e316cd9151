import { notificationText, type RealTimeNotification } from '../islands/notification-text'
import { EmptyState } from '../ui/page'
import { Status } from '../ui/status'
import { Time } from '../ui/time'
import { useShell } from './shell-context'

export type PanelNotification = RealTimeNotification

/** The newest notifications, read with the same fallbacks as the bell's. */
export function PanelNotifications({ notifications }: { notifications: readonly PanelNotification[] }) {
  const { t, locale } = useShell()
  const words = {
    unknownType: t('notifications:unknownType'),
    missingContent: t('notifications:missingContent'),
  }
  const shown = notifications.flatMap(one => {
    const read = notificationText(one, locale, words)
    return read ? [{ one, read }] : []
  })
  if (shown.length === 0) return <EmptyState title={t('console:panel.notificationsNone')} />
  return (
    <>
      <ul className="feed">
        {shown.map(({ one, read }) => (
          <li key={one.id}>
            <p>
              {!one.seen && (
                <>
                  <Status mark="info">{t('console:panel.unread')}</Status>{' '}
                </>
              )}
              {read.href ? <a href={read.href}>{read.subject}</a> : read.subject}
            </p>
            <p>{read.text}</p>
            {typeof one.timestamp === 'number' && <When at={one.timestamp} />}
          </li>
        ))}
      </ul>
      <p className="form-actions">
        <a href="/notifications/list?view=all">{t('console:panel.notificationsMore')}</a>
      </p>
    </>
  )
}

function When({ at }: { at: number }) {
  const { format, now } = useShell()
  return (
    <p className="when">
      <Time at={at} text={format.age(at, now)} exact={format.exact(at)} />
    </p>
  )
}
