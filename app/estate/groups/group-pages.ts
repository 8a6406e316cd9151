import type { PermissionRule } from '../../../backend/platform/contract/permissions'
import { resourcePaths } from '../../addresses/names'

/** The address of the groups of a type; locations come first, as the specification says. */
export const groupPages = [
  { type: 'location', path: resourcePaths['locations-groups'], rule: 'location_entity_group::list' },
  { type: 'slot', path: resourcePaths['slots-groups'], rule: 'slot_entity_group::list' },
  { type: 'tenant', path: resourcePaths['tenants-groups'], rule: 'tenant_entity_group::list' },
] as const satisfies readonly { type: string; path: string; rule: PermissionRule }[]

/** The first list that this person may open. */
export const mayList = (can: (rule: PermissionRule) => boolean): string | undefined =>
  groupPages.find(({ rule }) => can(rule))?.path
