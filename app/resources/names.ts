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
  tasks: '/advanced/tasks',
  exports: '/data-exports',
  notifications: '/notifications/list',
  bulk: '/bulk-actions',
  manufacturers: '/games-registry/manufacturers',
  'machine-types': '/games-registry/machine-types',
  games: '/games-registry/games',
  'game-mixes': '/games-registry/game-mixes',
  'game-profiles': '/games-registry/game-profiles',
  protocols: '/games-registry/protocols',
  'game-settings': '/games-registry/game-settings',
  players: '/player-exclusion/players',
  'self-exclusions': '/player-exclusion/self-exclusions',
  'onjn-exclusions': '/player-exclusion/onjn-exclusions',
  'player-scans': '/player-exclusion/player-scans',
  blacklists: '/player-exclusion/blacklists',
  'daily-reports': '/reports/daily-reports',
  'monthly-reports': '/reports/monthly-reports',
  events: '/events',
  messages: '/messages',
  counters: '/counters',
  'counters-virtual': '/counters/virtual',
  'counters-logic': '/counters/logic',
  'message-meters': '/message-meters',
  slotdata: '/slotdata',
  logs: '/logs',
  'error-logs': '/error-logs',
  gaps: '/gaps',
  repairs: '/repairs',
  timelog: '/advanced/timelog',
  'api-tokens': '/acl/api-tokens',
  users: '/acl/users',
  'user-groups': '/acl/user-groups',
  roles: '/acl/roles',
  permissions: '/acl/permissions',
  'acl-groups': '/acl/entity-groups',
  rules: '/acl/rules',
  'aggregation-rules': '/advanced/aggregation-rules',
  checkpoints: '/advanced/checkpoints',
  'raw-aggregations': '/advanced/raw-aggregations',
  'computed-aggregations': '/advanced/computed-aggregations',
} as const

/** Lists that stand below something else: their addresses are in the registry. */
export const subLists = [
  'commands',
  'changes',
  'change-rows',
  'imports',
  'import-rows',
  'bulk-items',
] as const

export type ResourceName = keyof typeof resourcePaths | (typeof subLists)[number]

const paths: Readonly<Partial<Record<ResourceName, string>>> = resourcePaths

/** A list below something else has no path until its address is known. */
export const pathOf = (name: ResourceName): string => paths[name] ?? ''
