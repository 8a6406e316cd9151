/** What the product itself calls by a name, in words of any of its languages. */
import type { PermissionMap } from '../../../backend/platform/contract/permissions'
import { menuFor } from '../../console/menu'
import { foundByWords, type Match } from '../../i18n/found-words'
import { translator } from '../../i18n/i18n.server'
import { locales, type Translate } from '../../i18n/locales'
import type { FoundGroup, FoundRow } from './found-group'

export function foundPages(query: string, permissions: PermissionMap, t: Translate): FoundGroup {
  const entries = menuFor(permissions).flatMap(section => section.entries)
  const found = foundByWords(entries, query, locales.map(translator), ({ key }) => ({
    name: own => own(`console:entries.${key}.name`),
    about: own => [own(`console:entries.${key}.about`)],
  }))
  return groupOf('page', t('search:pages'), found, ({ key, path }) => ({
    href: path,
    name: t(`console:entries.${key}.name`),
    where: t(`console:entries.${key}.about`),
  }))
}

const groupOf = <One>(
  key: string,
  title: string,
  found: readonly Match<One>[],
  rowOf: (one: One) => Pick<FoundRow, 'href' | 'name' | 'where'>,
): FoundGroup => ({
  key,
  title,
  total: found.length,
  list: null,
  code: false,
  rows: found.map(({ one, exact }) => ({ ...rowOf(one), amount: null, archived: false, exact })),
})
