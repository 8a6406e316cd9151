/** A list that can be written to a file in the background. */
import type { PermissionRule } from '../../../backend/platform/contract/permissions'
import type { Shell } from '../../console/shell-context'
import type { Options } from '../../engine/fields/field'
import { type ListQuery } from '../../engine/address/list-query'
import type { Translate } from '../../i18n/locales'
import type { ListSpec } from '../../engine/address/list-spec'
import type { Resource } from '../../engine/definition/resource'

export interface Exportable {
  /** As exports keep it: `page`. */
  name: string
  /** `family/many`, as the backend names it. */
  list: string
  permission: PermissionRule
  /** All that the address of its export can say. */
  spec: ListSpec
  /** Parameters of its own page's address, where those are fewer because the path has the rest. */
  addressSpec?: ListSpec
  resource: Resource
  title(t: Translate): string
  /** The list's address, or that of a page below it: `/export`. */
  href(query: ListQuery, below?: '/export' | '/export.csv'): string
  /** Whose names its words need: the fields of an entity that refer to them. */
  lookups(query: ListQuery): readonly { resource: Resource; field: string; ids: string[] }[]
  /** What it is narrowed by, apart from the period. */
  words(shell: Shell, query: ListQuery, options: Record<string, Options>): string[]
  /** The file's columns, as far as these fields of its rows make them; `shown`: as its export keeps it. */
  labels(t: Translate, fields: readonly string[], shown: readonly string[] | null): string[]
}
