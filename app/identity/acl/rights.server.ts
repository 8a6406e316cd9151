/** Permissions as their page shows them: what belongs together, and comes from the same place, in one row. */
import type { UserRights } from '../../../backend/identity/acl/rights.contract'
import { permissionWords } from '../../i18n/permission-words'
import type { Translate } from '../../i18n/locales'

export interface RightsRow {
  key: string
  about: string
  verbs: string[]
  from: UserRights['permissions'][number]['from']
  /** For the part of the network that rules leave. */
  narrowed: boolean
}

export type Withheld = Record<'system' | 'rules', string[]>

export function rowsOf({ permissions }: UserRights, t: Translate): { held: RightsRow[]; withheld: Withheld } {
  const rows = new Map<string, RightsRow>()
  for (const { name, from, withheld, narrowed } of permissions) {
    if (withheld) continue
    const { entity, verb } = permissionWords(name, t)
    const key = `${name.split('::')[0]} ${narrowed} ${from.map(one => `${one.role._id} ${one.group?._id ?? ''}`).join()}`
    const row = rows.get(key) ?? { key, about: entity, verbs: [], from, narrowed }
    row.verbs.push(verb)
    rows.set(key, row)
  }
  const withheldFor = (reason: keyof Withheld) =>
    permissions.filter(({ why }) => why === reason).map(({ name }) => permissionWords(name, t).whole)
  return {
    held: [...rows.values()].sort((a, b) => a.about.localeCompare(b.about)),
    withheld: { system: withheldFor('system'), rules: withheldFor('rules') },
  }
}
