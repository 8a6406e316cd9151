/** Notifications as a list: what its address can say, and what its file holds. */
import {
  notificationCategory,
  notificationSeverity,
  resourceType,
} from '../../backend/notifications/notifications.contract'
import { plainListing, textColumn, timeColumn } from '../engine/list/plain-columns'
import type { Locale, Translate } from '../i18n/locales'
import { notificationText, type RealTimeNotification } from '../islands/notification-text'

export const NOTIFICATIONS = '/notifications/list'

/** With the words of its own language: a file is written by the loader, which knows no component's. */
export type Told = RealTimeNotification & { _id: string; subject: string; text: string; href: string | null }

/** Null for one that shows nothing (specification, section 8). */
export function toldOf(notification: RealTimeNotification, locale: Locale, t: Translate): Told | null {
  const read = notificationText(notification, locale, {
    unknownType: t('notifications:unknownType'),
    missingContent: t('notifications:missingContent'),
  })
  return read && { ...notification, _id: notification.id, ...read }
}

const severityWord = (severity: string, t: Translate) => t(`events:severity.${severity}`)
const categoryWord = (category: string, t: Translate) => t(`notifications:categories.${category}`)
const typeWord = (type: string, t: Translate) => t(`notifications:types.${type}`)
/** Of a word that this console does not know yet, the word itself. */
const known = (
  options: readonly string[],
  value: string | null | undefined,
  word: (value: string, t: Translate) => string,
  t: Translate,
) => (value == null ? null : options.includes(value) ? word(value, t) : value)

export const notificationListing = plainListing<Told>({
  sort: '-timestamp',
  sortKeys: ['timestamp'],
  period: '',
  filters: [
    {
      filter: 'severity',
      values: notificationSeverity.options,
      label: t => t('activity:events.severity'),
      word: severityWord,
    },
    {
      filter: 'category',
      values: notificationCategory.options,
      label: t => t('notifications:fields.category'),
      word: categoryWord,
    },
    {
      filter: 'resource_type',
      values: resourceType.options,
      label: t => t('notifications:about'),
      word: typeWord,
    },
    {
      filter: 'seen',
      values: ['0', '1'],
      label: t => t('notifications:state'),
      word: (value, t) => t(`notifications:seen.${value}`),
    },
    {
      filter: 'confirmed',
      values: ['0', '1'],
      label: t => t('notifications:confirmation'),
      word: (value, t) => t(`notifications:confirming.${value}`),
    },
  ],
  texts: 'notifications:fields',
  searched: true,
  columns: [
    timeColumn('time', ({ timestamp }) => timestamp ?? null),
    textColumn('severity', ({ severity }, t) =>
      known(notificationSeverity.options, severity, severityWord, t),
    ),
    textColumn('category', ({ category }, t) =>
      known(notificationCategory.options, category, categoryWord, t),
    ),
    textColumn('about', ({ subject }) => subject),
    textColumn('text', ({ text }) => text),
    textColumn('state', ({ seen, confirmed }, t) =>
      [t(`notifications:seen.${seen ? 1 : 0}`), ...(confirmed ? [t('notifications:confirming.1')] : [])].join(
        ', ',
      ),
    ),
  ],
})
