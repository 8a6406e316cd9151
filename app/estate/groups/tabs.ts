import type { DetailLink } from '../../engine/definition/side-panel'

/** The types of groups, side by side. */
export const groupTabs: readonly DetailLink[] = [
  { href: '/locations-groups', label: 'locations-groups:tab', rule: 'location_entity_group::list' },
  { href: '/slots-groups', label: 'slots-groups:tab', rule: 'slot_entity_group::list' },
  { href: '/tenants-groups', label: 'tenants-groups:tab', rule: 'tenant_entity_group::list' },
]
