/**
 * Filters that name a record which is no longer there: deleted, archived, or out of this person's sight. A list that
 * silently shows nothing explains nothing.
 */
import { customKeyIn } from '../address/custom-name'
import type { PermissionRule } from '../../../backend/platform/contract/permissions'
import { resources } from '../definition/registry'
import type { ResourceName } from '../../addresses/names'
import type { Options } from '../fields/field'
import type { ListQuery } from '../address/list-query'
import type { Notice } from '../address/list-spec'
import type { Resource } from '../definition/resource'

/** Only where the other list could be read: not knowing is no news. */
export function missingFilters(
  { can }: { can: (rule: PermissionRule) => boolean },
  { fields, custom }: Pick<Resource, 'fields' | 'custom'>,
  { filters }: Pick<ListQuery, 'filters'>,
  options: Record<string, Options>,
): Notice[] {
  return Object.entries(filters).flatMap(([parameter, values]) => {
    const key = customKeyIn(parameter)
    if (key !== null && custom && !custom.some(one => one.key === key && !one.archived))
      return [{ parameter, value: fields[parameter]?.label ?? key, reason: 'field_gone' as const }]
    const target = fields[parameter]?.target
    const found = options[parameter]
    if (
      !target ||
      !found ||
      found.absent ||
      !can(resources[target as ResourceName].contract.permissions.list)
    )
      return []
    const known = new Set(found.list.map(option => option.value))
    return values
      .filter(value => !known.has(value))
      .map((value): Notice => ({ parameter, value, reason: 'gone' }))
  })
}
