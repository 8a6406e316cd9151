/** What stands in the menu. */
import type { PermissionRule } from '../../backend/platform/contract/permissions'

export interface Entry {
  /** Its words: `console:entries.<key>.name` and `.about`. */
  key: string
  path: string
  /** `signed-in`: open to all who are. */
  rule: PermissionRule | 'signed-in'
  /** Lists that open from it and stand under a name of their own. */
  also?: readonly string[]
  /** Beyond the specification's menu, and not opened each day: under “More” where a section has many. */
  rest?: true
}

export interface Section {
  /** Its name: `console:sections.<key>`. */
  key: string
  entries: readonly Entry[]
  /** First path segments that belong here although no entry starts with them. */
  also?: readonly string[]
}

export const entry = (key: string, path: string, rule: Entry['rule']): Entry => ({ key, path, rule })
export const rest = (...of: Parameters<typeof entry>): Entry => ({ ...entry(...of), rest: true })
