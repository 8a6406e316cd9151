import { foundPaths } from './paths.found'

/**
 * The spine: every entity's name and where its list lives. The name is also its locale file and its key in the
 * registry. A list whose definition stands in the folder of its section (`games-registry/games.resource.ts`,
 * `/games-registry/games`) is found; another address is a line here.
 */
export const resourcePaths = {
  ...foundPaths,
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
  'collector-checkpoints': '/reports/collector-checkpoints',
  'payment-transactions': '/reports/payment-transactions',
  'payment-log': '/reports/payment-log',
  'payment-merchants': '/operations/payment-merchants',
  'remote-cashout': '/operations/remote-cashout',
  handpays: '/operations/handpays',
  'work-orders': '/operations/work-orders',
  'my-work': '/operations/my-work',
  'shift-handovers': '/operations/shift-handovers',
  jackpots: '/jackpots',
  'jackpot-levels': '/jackpot-levels',
  'jackpot-sources': '/jackpot-sources',
  'jackpot-history': '/jackpot-history',
  'jackpot-tellings': '/jackpot-tellings',
  'jackpot-requests': '/jackpot-requests',
  'jackpot-snapshots': '/jackpot-snapshots',
  'display-channels': '/display-channels',
  displays: '/displays',
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
  anomalies: '/anomalies',
  alarms: '/alarms',
  'alarm-rules': '/alarm-rules',
  'ignored-messages': '/ignored-messages',
  'manual-readings': '/manual-readings',
  'message-edits': '/message-edits',
  timelog: '/advanced/timelog',
  'api-tokens': '/acl/api-tokens',
  reopenings: '/reports/reopenings',
  approvals: '/approvals',
  'raw-archives': '/advanced/raw-archives',
  'meter-sheet-entries': '/reports/meter-sheet-entries',
  inspections: '/reports/inspections',
  'share-links': '/share-links',
  'report-schedules': '/reports/report-schedules',
  'report-sendings': '/reports/report-sendings',
  users: '/acl/users',
  'user-groups': '/acl/user-groups',
  roles: '/acl/roles',
  permissions: '/acl/permissions',
  'acl-groups': '/acl/entity-groups',
  rules: '/acl/rules',
  webhooks: '/notifications/webhooks',
  'webhook-deliveries': '/notifications/webhook-deliveries',
  outbox: '/admin/outbox',
  audit: '/admin/audit',
  'aggregation-rules': '/advanced/aggregation-rules',
  checkpoints: '/advanced/checkpoints',
  'raw-aggregations': '/advanced/raw-aggregations',
  'computed-aggregations': '/advanced/computed-aggregations',
} as const

/** Lists that stand below something else: their addresses are in the registry. */
type SubList = 'commands' | 'changes' | 'change-rows' | 'imports' | 'import-rows' | 'bulk-items'

export type ResourceName = keyof typeof resourcePaths | SubList

const paths: Readonly<Partial<Record<ResourceName, string>>> = resourcePaths

/** A list below something else has no path until its address is known. */
export const pathOf = (name: ResourceName): string => paths[name] ?? ''
