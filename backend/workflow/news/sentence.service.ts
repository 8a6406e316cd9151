/** One notification as a line of an e-mail. */
import type { ResourceDetails } from './resource-details.contract'
import { templates, type TemplateName } from './notification-templates.contract'
import type { NotificationsTable } from './notifications.table'
import type { Words } from './own-words.service'
import { valuesIn } from './quantity.service'

const unconfirmed: Words = {
  en: 'not confirmed by anybody',
  ro: 'neconfirmată de nimeni',
  pt: 'não confirmada por ninguém',
}

export function sentenceOf(
  row: Pick<NotificationsTable, 'template' | 'content' | 'data' | 'resource_details' | 'count'>,
  language: keyof Words,
  escalated: boolean,
): string {
  const released = Object.hasOwn(templates, row.template)
    ? templates[row.template as TemplateName]
    : undefined
  const own = row.content === null ? {} : (JSON.parse(row.content) as Partial<Words>)
  const details = JSON.parse(row.resource_details) as ResourceDetails
  const data = valuesIn(JSON.parse(row.data) as Record<string, string>, language)
  const template = own[language] ?? released?.[language]
  const text = template
    ? template.replace(/\{(\w+)\}/g, (_, name: string) => data[name] ?? '–')
    : [details.slot_name, details.location_name, details.tenant_name].filter(Boolean).join(', ')
  const times = row.count > 1 ? ` (× ${row.count})` : ''
  return `${text}${times}${escalated ? ` – ${unconfirmed[language]}` : ''}`
}
