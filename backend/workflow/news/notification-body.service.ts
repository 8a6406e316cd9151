/** The body that other systems receive: what happened, where, and its sentence in each language. */
import { categoryOf } from './notification-templates.contract'
import type { NotificationsTable } from './notifications.table'
import { languages } from './own-words.service'
import { sentenceOf } from './sentence.service'

export type SentNotification = Pick<
  NotificationsTable,
  | 'id'
  | 'template'
  | 'severity'
  | 'resource_type'
  | 'resource_id'
  | 'resource_details'
  | 'data'
  | 'content'
  | 'count'
  | 'first_at'
>

export const notificationBody = (row: SentNotification): string =>
  JSON.stringify({
    type: `notification.${row.template}`,
    timestamp: new Date(row.first_at).toISOString(),
    data: {
      id: row.id,
      category: categoryOf(row.template),
      severity: row.severity,
      resource_type: row.resource_type,
      resource_id: row.resource_id,
      resource_details: JSON.parse(row.resource_details) as unknown,
      values: JSON.parse(row.data) as unknown,
      // The count may still grow, so the sentence says only that it happened.
      text: Object.fromEntries(
        languages.map(language => [language, sentenceOf({ ...row, count: 1 }, language, false)]),
      ),
    },
  })
