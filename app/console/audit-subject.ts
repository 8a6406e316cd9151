/** What the audit log's entries are about, as people call it. */
import type { Translate } from '../i18n/locales'

/** `entity` is the wire's name of one: `slot`, `location_config`. */
export const subjectKind = (t: Translate, entity: string): string =>
  t([`console:subjects.${entity}`, `console:crumbs.${entity}`], { defaultValue: entity })

/** What people called the thing then; null for what carries no name. */
export function subjectName(snapshot: Record<string, unknown> | null): string | null {
  const name = [snapshot?.name, snapshot?.serial, snapshot?.mac, snapshot?.username].find(
    one => typeof one === 'string' && one !== '',
  )
  return typeof name === 'string' ? name : null
}
