/** What the audit log's entries are about, as people call it. */
import type { Translate } from '../i18n/locales'

/** `entity` is the wire's name of one: `slot`, `location_config`. */
export const subjectKind = (t: Translate, entity: string): string =>
  t([`console:subjects.${entity}`, `console:crumbs.${entity}`], { defaultValue: entity })

/** By what an entry's record is known, most telling first: its own name, or that of what it is about. */
const OWN_NAMES = ['name', 'serial', 'mac', 'username', 'number', 'legal_name', 'title', 'looked_by']
const ABOUT = ['slot', 'smib', 'location', 'level', 'jackpot', 'schedule']

/** What people called the thing then; null for what carries no name. */
export function subjectName(snapshot: Record<string, unknown> | null): string | null {
  if (!snapshot) return null
  const own = OWN_NAMES.map(field => snapshot[field])
  const about = ABOUT.map(field => (snapshot[field] as { name?: unknown } | null | undefined)?.name)
  const name = [...own, ...about].find(one => typeof one === 'string' && one !== '')
  return typeof name === 'string' ? name : null
}
