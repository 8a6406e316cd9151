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
  manufacturers: '/games-registry/manufacturers',
  'machine-types': '/games-registry/machine-types',
  games: '/games-registry/games',
  'game-mixes': '/games-registry/game-mixes',
  'game-profiles': '/games-registry/game-profiles',
  protocols: '/games-registry/protocols',
  'game-settings': '/games-registry/game-settings',
  events: '/events',
  messages: '/messages',
  'api-tokens': '/acl/api-tokens',
} as const

export type ResourceName = keyof typeof resourcePaths
