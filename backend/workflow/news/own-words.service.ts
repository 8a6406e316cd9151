/**
 * What a tenant says instead of the release: its own words, or the system's. Each notification stores them, since a
 * later change is not what was said.
 */
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import type { Db } from '../../platform/db/database'
import type { TemplateName } from './notification-templates.contract'
import type { NotificationTemplatesTable } from './notifications.table'

export const languages = ['en', 'ro', 'pt'] as const
export type Words = Record<(typeof languages)[number], string>

/** The tenant's row before the system's. */
export const wordsOf = (rows: readonly NotificationTemplatesTable[], tenantId: string): Partial<Words> =>
  Object.fromEntries(
    languages.flatMap(language => {
      const own = rows.find(row => row.tenant_id === tenantId)?.[language]
      const systems = rows.find(row => row.tenant_id === SYSTEM_TENANT)?.[language]
      const text = own ?? systems
      return text ? [[language, text]] : []
    }),
  )

/** JSON by language; null where nothing differs from the release. */
export async function ownWords(db: Db, tenantId: string, template: TemplateName): Promise<string | null> {
  const rows = await db
    .selectFrom('notification_templates')
    .selectAll()
    .where('template', '=', template)
    .where('tenant_id', 'in', [tenantId, SYSTEM_TENANT])
    .execute()
  const words = wordsOf(rows, tenantId)
  return Object.keys(words).length > 0 ? JSON.stringify(words) : null
}
