/** The spine: every entity's name and where its list lives. The name is also its locale file and its key in the registry. */
export const resourcePaths = {
  tenants: '/tenants',
  'tenants-groups': '/tenants-groups',
  locations: '/locations',
  'locations-groups': '/locations-groups',
  slots: '/slots',
  'slots-offline': '/slots-offline',
  'slots-meters': '/slots-meters',
  'slots-groups': '/slots-groups',
  smibs: '/advanced/smibs',
  events: '/events',
  messages: '/messages',
  'api-tokens': '/acl/api-tokens',
} as const

export type ResourceName = keyof typeof resourcePaths
