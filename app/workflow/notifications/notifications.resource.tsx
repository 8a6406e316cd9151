import { notificationsContract } from '../../../backend/workflow/news/notifications.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, flagInWords, sentence } from '../../engine/fields'
import type { Locale, Translate } from '../../i18n/locales'
import { notificationText, type RealTimeNotification } from '../../islands/notification-text'

/** One that shows nothing (specification, section 8) still has its row: a list counts what it holds. */
const read = (notification: RealTimeNotification, t: Translate, locale: Locale) =>
  notificationText(notification, locale, {
    unknownType: t('notifications:unknownType'),
    missingContent: t('notifications:missingContent'),
  }) ?? { subject: t('notifications:unknownType'), text: '–', href: null }

/** What it is about has a page; the words do not matter for that. */
const hrefOf = (notification: RealTimeNotification) =>
  notificationText(notification, 'en', { unknownType: '', missingContent: '' })?.href ?? null

export const notifications = defineResource('notifications', notificationsContract, {
  title: 'resource_details',
  named: (notification, t) => read(notification, t, 'en').subject,
  rowHref: hrefOf,
  fields: {
    severity: choice({ info: 'info', warning: 'warn', alarm: 'bad' }),
    category: choice({
      door: '',
      handpay: '',
      jackpot: '',
      bill: '',
      memory: '',
      meters: '',
      configuration: '',
      lock: '',
      connection: '',
      anomaly: '',
      exclusion: '',
      approval: '',
      comment: '',
      other: '',
    }),
    resource_type: choice({ slot: '', location: '', tenant: '', user: '', player: '' }),
    seen: flagInWords(),
    confirmed: flagInWords(),
  },
  computed: {
    resource_details: {
      reads: ['resource_details', 'resource_type'],
      cell: (one, { t, locale }) => <span className="words">{read(one, t, locale).subject}</span>,
      csvValue: (one, { t, locale }) => read(one, t, locale).subject,
    },
    content: {
      reads: ['content', 'data', 'resource_type', 'resource_details'],
      cell: (one, { t, locale }) => sentence(read(one, t, locale).text),
      csvValue: (one, { t, locale }) => read(one, t, locale).text,
    },
  },
  list: {
    columns: ['resource_details', 'content', 'severity', 'category', 'timestamp', 'seen', 'confirmed'],
    summary: ['content', 'timestamp'],
    filters: ['severity', 'category', 'resource_type', 'confirmed'],
    quiet: ['seen'],
    shows: { all: {}, alarms: { severity: ['alarm'], confirmed: ['0'] }, new: { seen: ['0'] } },
    opens: { show: 'alarms', sort: 'timestamp' },
    sort: '-timestamp',
    period: '',
    live: true,
    direct: true,
    muted: notification => notification.seen,
    reads: ['resource_type', 'resource_details', 'seen', 'confirmed'],
    rowActions: ['confirm', 'seen'],
  },
  detail: { sections: {} },
  actions: {
    confirm: { bulk: true, when: notification => !notification.confirmed },
    seen: { bulk: true, when: notification => !notification.seen },
  },
})
