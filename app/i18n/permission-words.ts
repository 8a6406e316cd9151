/** A permission in words: `slot::lock` is "Slots: lock". */
import type { Translate } from './locales'

export function permissionWords(name: string, t: Translate): { entity: string; verb: string; whole: string } {
  const [about = name, does = ''] = name.split('::')
  const entity = t(`permissions:entities.${about}`)
  const verb = t(`permissions:verbs.${does}`)
  return { entity, verb, whole: `${entity}: ${verb}` }
}
