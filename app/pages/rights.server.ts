/** Permissions as their page shows them: what belongs together, and comes from the same place, in one row. */
import type { UserRights } from '../../backend/acl/rights.contract'
import { permissionWords } from '../i18n/permission-words'
import type { Translate } from '../i18n/locales'

export interface RightsRow {
  key: string
  about: string
  verbs: string[]
  from: UserRights['permissions'][number]['from']
}

export function rowsOf({ permissions }: UserRights, t: Translate): { held: RightsRow[]; withheld: string[] } {
  const rows = new Map<string, RightsRow>()
  for (const { name, from, withheld } of permissions) {
    if (withheld) continue
    const { entity, verb } = permissionWords(name, t)
    const key = `${name.split('::')[0]} ${from.map(one => `${one.role._id} ${one.group?._id ?? ''}`).join()}`
    const row = rows.get(key) ?? { key, about: entity, verbs: [], from }
    row.verbs.push(verb)
    rows.set(key, row)
  }
  return {
    held: [...rows.values()].sort((a, b) => a.about.localeCompare(b.about)),
    withheld: permissions.filter(one => one.withheld).map(({ name }) => permissionWords(name, t).whole),
  }
}
