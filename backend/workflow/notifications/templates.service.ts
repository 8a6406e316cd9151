/** What notifications say for a tenant: the release's words, the system's, or its own. */
import { recordChange } from '../../platform/audit/audit.service'
import { lastSaveBy } from '../../platform/audit/last-save'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import { Problem, type FieldProblem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { scopeOf, type Actor } from '../../platform/request/actor'
import { categoryOf, templates, type TemplateName } from '../news/notification-templates.contract'
import type { NotificationTemplatesTable } from '../news/notifications.table'
import { languages, wordsOf, type Words } from '../news/own-words.service'
import { placeholdersIn, textProblem } from '../news/placeholders.contract'
import type { NotificationTemplate } from './subscriptions.contract'

/** The values that a notification of this kind brings: those that the release's own words name. */
const placeholdersOf = (name: TemplateName): string[] => placeholdersIn(templates[name].en)

export async function rowsFor(db: Db, tenantId: string): Promise<NotificationTemplatesTable[]> {
  return db
    .selectFrom('notification_templates')
    .selectAll()
    .where('tenant_id', 'in', [tenantId, SYSTEM_TENANT])
    .execute()
}

/** As the tenant says it now. */
export function contentOf(
  name: TemplateName,
  rows: readonly NotificationTemplatesTable[],
  tenantId: string,
): Words {
  const { en, ro, pt } = templates[name]
  const own = rows.filter(({ template }) => template === name)
  return { en, ro, pt, ...wordsOf(own, tenantId) }
}

export async function readTemplates(db: Db, tenantId: string): Promise<NotificationTemplate[]> {
  const rows = await rowsFor(db, tenantId)
  return (Object.keys(templates) as TemplateName[]).map(name => templateFrom(rows, tenantId, name))
}

export const readTemplate = async (
  db: Db,
  tenantId: string,
  name: TemplateName,
): Promise<NotificationTemplate> => templateFrom(await rowsFor(db, tenantId), tenantId, name)

function templateFrom(
  rows: readonly NotificationTemplatesTable[],
  tenantId: string,
  name: TemplateName,
): NotificationTemplate {
  const own = rows.find(row => row.tenant_id === tenantId && row.template === name)
  return {
    name,
    version: own?.version ?? 0,
    category: categoryOf(name),
    severity: templates[name].severity,
    placeholders: placeholdersOf(name),
    content: { en: own?.en ?? null, ro: own?.ro ?? null, pt: own?.pt ?? null },
    inherited: contentOf(
      name,
      rows.filter(row => row.tenant_id !== tenantId),
      tenantId,
    ),
    updated_at: own?.updated_at ?? null,
  }
}

/**
 * In a transaction. Throws 422 by language for markup and for placeholders that have no value, 409 when somebody was
 * first.
 */
export async function saveTemplate(
  db: Db,
  actor: Actor,
  name: TemplateName,
  { version, content }: { version: number | undefined; content: Record<keyof Words, string | null> },
  now: number,
): Promise<void> {
  const fields = Object.fromEntries(
    languages.flatMap(language => {
      const problems = problemsOf(name, content[language] ?? '')
      return problems.length > 0 ? [[`content.${language}`, problems]] : []
    }),
  )
  if (Object.keys(fields).length > 0) throw new Problem(422, 'invalid', { fields })
  const before = await readTemplate(db, actor.tenantId, name)
  const words = Object.fromEntries(
    languages.map(language => [language, content[language]?.trim() || null]),
  ) as Record<keyof Words, string | null>
  if (version !== undefined && version !== before.version) throw await conflict(db, actor, name)
  if (languages.every(language => words[language] === before.content[language])) return
  const row = {
    ...words,
    version: before.version + 1,
    updated_at: now,
    updated_by: actor.id,
  }
  const written = await db
    .insertInto('notification_templates')
    .values({ tenant_id: actor.tenantId, template: name, ...row })
    .onConflict(conflict =>
      conflict
        .columns(['tenant_id', 'template'])
        .doUpdateSet(row)
        .where('notification_templates.version', '=', before.version),
    )
    .returning('version')
    .executeTakeFirst()
  if (!written) throw await conflict(db, actor, name)
  await recordChange(
    db,
    actor,
    {
      entity: 'notification_template',
      // No record with an id of its own: whose words they are.
      id: actor.tenantId,
      tenantId: actor.tenantId,
      action: 'update',
      before: { name, ...before.content },
      after: { name, ...words },
    },
    now,
  )
}

async function conflict(db: Db, actor: Actor, name: TemplateName): Promise<Problem> {
  const row = await db
    .selectFrom('notification_templates')
    .select(['updated_at', 'updated_by'])
    .where('tenant_id', '=', actor.tenantId)
    .where('template', '=', name)
    .executeTakeFirst()
  return new Problem(409, 'version_conflict', {
    message: 'Somebody else has saved a newer version',
    details: {
      current: await readTemplate(db, actor.tenantId, name),
      saved: row ? await lastSaveBy(db, scopeOf(actor), row) : null,
    },
  })
}

function problemsOf(name: TemplateName, text: string): FieldProblem[] {
  const problem = textProblem(text, placeholdersOf(name))
  return problem ? [problem] : []
}
