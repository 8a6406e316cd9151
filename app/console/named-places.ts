/** Pages by their words: somebody new knows what they look for, and not where it stands. */
import { fold } from '../../backend/platform/contract/fold'
import type { PermissionMap } from '../../backend/platform/contract/permissions'
import type { Translate } from '../i18n/locales'
import { menuFor, type Entry } from './menu'

/** Those of the menu whose name or purpose has every word of `query`; the ones that are called so first. */
export function namedPlaces(query: string, permissions: PermissionMap, t: Translate): Entry[] {
  const words = fold(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const says = (...texts: string[]) => words.every(word => fold(texts.join(' ')).includes(word))
  const nameOf = ({ key }: Entry) => t(`console:entries.${key}.name`)
  const found = menuFor(permissions)
    .flatMap(({ entries }) => entries)
    .filter(one => says(nameOf(one), t(`console:entries.${one.key}.about`)))
  return [...found.filter(one => says(nameOf(one))), ...found.filter(one => !says(nameOf(one)))]
}
