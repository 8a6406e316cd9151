/** What the audit log's entries are about, as people call it. */
import type { AuditEntry } from '../../backend/platform/audit/audit.contract'
import type { Translate } from '../i18n/locales'

/** `entity` is the wire's name of one: `slot`, `location_config`. */
export const subjectKind = (t: Translate, entity: string): string =>
  t(`console:subjects.${entity}`, { defaultValue: entity })

/**
 * What a record is known by, the most telling first. What is known by a number, somebody else's name or a day stands
 * behind.
 */
const NAMES = [
  'name',
  'legal_name',
  'serial',
  'mac',
  'username',
  'file_name',
  'provider_ref',
  'number',
  'level',
  'level_name',
  'slot',
  'smib',
  'jackpot',
  'location',
  'looked_by',
  'address',
  'day',
]

type Snapshot = Record<string, unknown> | null

/**
 * What people called the thing then; null for what carries no name. An entry tells what changed, so the name may stand
 * in either half.
 */
export function subjectName({ before, after }: { before: Snapshot; after: Snapshot }): string | null {
  for (const key of NAMES) {
    const name = nameIn(after?.[key]) ?? nameIn(before?.[key])
    if (name !== null) return name
  }
  return null
}

/** The same of a whole entry. Signing in changes nothing that would carry a name: it is the actor's. */
export const recordName = (
  { before, after, entity_id, actor }: Pick<AuditEntry, 'before' | 'after' | 'entity_id' | 'actor'>,
  t: Translate,
): string =>
  subjectName({ before, after }) ??
  (entity_id === actor.id ? actor.name : entity_id === 'unknown' ? t('audit:unknown_name') : entity_id)

function nameIn(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return value === '' || ID.test(value) ? null : value
  return typeof value === 'object' && value !== null ? nameIn((value as { name?: unknown }).name) : null
}
const ID = /^[0-9a-f]{24}$/
