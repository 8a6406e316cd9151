/** The handbook: which topic explains which page. The one place that maps an address to its topic. */

/** Paths whose pages a topic explains, and what stands below them. The longest that fits is the page's. */
const pathsOf = {
  shift: [
    '/access',
    '/dashboard',
    '/search',
    '/panel',
    '/slots-offline',
    '/operations/shift-handovers',
    '/comments',
  ],
  network: [
    '/tenants',
    '/locations',
    '/slots',
    '/slots-demo',
    '/slot',
    '/entity-groups',
    '/tenants-groups',
    '/locations-groups',
    '/slots-groups',
    '/advanced/smibs',
    '/advanced/smib',
    '/advanced/firmware-versions',
    '/advanced/firmware-rollouts',
    '/advanced/firmware-boards',
  ],
  locking: ['/bulk-actions'],
  telemetry: [
    '/events',
    '/messages',
    '/counters',
    '/message-meters',
    '/slots-meters',
    '/slotdata',
    '/logs',
    '/error-logs',
    '/gaps',
    '/advanced/timelog',
    '/advanced/raw-archives',
  ],
  memory: ['/repairs/clear-form'],
  repairs: ['/repairs', '/ignored-messages', '/manual-readings', '/message-edits', '/approvals'],
  anomalies: ['/anomalies'],
  alarms: ['/alarms', '/alarm-rules', '/alarm-steps', '/on-call-orders'],
  days: [
    '/reports/daily-reports',
    '/reports/daily-report',
    '/reports/daily-jackpot-report',
    '/reports/monthly-reports',
    '/reports/monthly-report',
    '/reports/monthly-jackpot-report',
    '/reports/month-desk',
    '/reports/meter-calendar',
    '/reports/reopenings',
    '/share-links',
    '/reports/report-schedules',
    '/reports/report-sendings',
    '/advanced/checkpoints',
    '/checkpoint',
  ],
  figures: [
    '/reports',
    '/advanced/aggregation-rules',
    '/advanced/raw-aggregations',
    '/advanced/computed-aggregations',
  ],
  cash: [
    '/reports/collector-checkpoints',
    '/reports/drop-variance',
    '/reports/payment-transactions',
    '/reports/payment-log',
    '/operations',
  ],
  jackpots: [
    '/jackpots',
    '/jackpot-history',
    '/jackpot-sources',
    '/jackpot-levels',
    '/jackpot-tellings',
    '/jackpot-requests',
    '/jackpot-snapshots',
  ],
  displays: ['/display-channels', '/display-channel', '/displays', '/hall'],
  exclusion: ['/player-exclusion'],
  imports: ['/slots-import', '/locations-import', '/advanced/smibs-import', '/openings-import'],
  lists: ['/advanced', '/data-exports', '/admin/columns-configurations'],
  notices: ['/notifications', '/admin/outbox'],
  people: ['/acl', '/acl-users', '/admin/audit'],
  profile: ['/user', '/user-profile'],
  settings: ['/config', '/admin'],
  games: ['/games-registry'],
} as const satisfies Record<string, readonly string[]>

export type Topic = keyof typeof pathsOf
export const topics = Object.keys(pathsOf) as Topic[]
export const isTopic = (name: string): name is Topic => Object.hasOwn(pathsOf, name)

/** Work that is done from many places: the end of the address names it, wherever it stands. */
const byEnd: readonly (readonly [RegExp, Topic])[] = [
  [/\/(views|columns|changes|edit-many|export)(\/|$)/, 'lists'],
  [/\/(lock|unlock)(-many)?$/, 'locking'],
  [/\/days\/|\/seals$|\/fiscal-layout$/, 'days'],
  [/\/(days|months|extended-meters)$/, 'figures'],
  [/\/rights$/, 'people'],
  [/\/clear-form$/, 'memory'],
]

const byPath = (Object.entries(pathsOf) as [Topic, readonly string[]][])
  .flatMap(([topic, paths]) => paths.map(path => ({ topic, path })))
  .sort((one, other) => other.path.length - one.path.length)

/** Null for a page that no topic explains, such as an error's. */
export function topicOf(pathname: string): Topic | null {
  const path = pathname.replace(/\/+$/, '')
  const own = byPath.find(({ path: start }) => path === start || path.startsWith(`${start}/`))
  if (!own) return null
  return byEnd.find(([end]) => end.test(path))?.[1] ?? own.topic
}

export const HELP = '/help'

/** Where the help of a page stands; the help itself has none. */
export function helpOf(pathname: string): string | null {
  if (pathname === HELP || pathname.startsWith(`${HELP}/`)) return null
  const topic = topicOf(pathname)
  return topic ? `${HELP}/${topic}` : HELP
}
