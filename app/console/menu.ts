/** The menu: every section and entry of the specification's section 2, each with the rule of its section 6. */
import { allows, type PermissionMap } from '../../backend/platform/contract/permissions'
import { shiftHandoversContract } from '../../backend/operations/shift-handovers/shift-handovers.contract'
import { customFieldsContract } from '../../backend/workflow/custom-fields/custom-fields.contract'
import { workOrdersContract } from '../../backend/estate/maintenance/work-orders.contract'
import { myWorkContract } from '../../backend/operations/my-work/my-work.contract'
import { alarmRulesContract } from '../../backend/accounting/alarms/alarm-rules.contract'
import { readsSteps } from '../../backend/accounting/alarms/on-call-orders.contract'
import { resourcePaths } from '../addresses/names'
import { foundEntries } from './entries.found'
import { entry, rest, type Entry, type Section } from './menu-entry'

const of = (action: 'get_checkpoint' | 'get_timelog') =>
  ({ any: [`smib::${action}`, `slot::${action}`, `location::${action}`, `tenant::${action}`] }) as const

/** Lists whose definitions stand in this section’s folder: the specification’s in its order, then the others. */
function found(section: string, order = ''): Entry[] {
  const keys = order.split(' ')
  const rank = ({ key }: Entry) => (keys.includes(key) ? keys.indexOf(key) : keys.length)
  return foundEntries
    .filter(({ path }) => path.startsWith(`/${section}/`))
    .map(({ key, path, rule }) => entry(key, path, rule))
    .sort((one, other) => rank(one) - rank(other))
}

const specified: readonly Section[] = [
  {
    key: 'home',
    entries: [
      entry('dashboard', '/dashboard', {
        any: [
          'dashboard_settings::get',
          'general_settings::get',
          'location::get_general_settings',
          'tenant::get_general_settings',
          'tenant::list',
          'location::list',
        ],
      }),
    ],
    also: ['access'],
  },
  {
    key: 'monitoring',
    entries: [
      entry('tenants', '/tenants', 'tenant::list'),
      entry('locations', '/locations', 'location::list'),
      { ...entry('slots', '/slots', 'slot::list'), also: ['/slots-meters'] },
      entry('slots-offline', '/slots-offline', 'slot::list_slots_status'),
      entry('events', '/events', 'slot::get'),
      {
        ...entry('entity-groups', '/entity-groups', {
          any: ['tenant_entity_group::list', 'location_entity_group::list', 'slot_entity_group::list'],
        }),
        also: ['/tenants-groups', '/locations-groups', '/slots-groups'],
      },
      entry('bulk-actions', '/bulk-actions', { all: ['slot::list', 'tenant::lock_unlock_multiple_slots'] }),
      entry('repairs', '/repairs', 'slot::get'),
      rest('anomalies', '/anomalies', 'slot::get'),
      rest('alarms', '/alarms', 'slot::get'),
      rest('alarm-rules', '/alarm-rules', alarmRulesContract.permissions.list),
      rest('alarm-steps', '/alarm-steps', readsSteps),
      rest('on-call-orders', '/on-call-orders', readsSteps),
      rest('ignored-messages', '/ignored-messages', 'slot::get'),
      rest('manual-readings', '/manual-readings', 'slot::get'),
      rest('message-edits', '/message-edits', 'slot::get'),
    ],
    also: [
      'locations-import',
      'slots-import',
      'openings-import',
      'slots-demo',
      'slot',
      'message-meters',
      'messages',
      'slotdata',
      'config',
      'logs',
      'error-logs',
    ],
  },
  {
    key: 'jackpots',
    entries: [
      entry('jackpots', '/jackpots', 'jackpot::list'),
      entry('jackpot-history', '/jackpot-history', { all: ['jackpot::list', 'jackpot_win::list'] }),
      entry('jackpot-sources', '/jackpot-sources', 'jackpot_source::list'),
      entry('display-channels', '/display-channels', { all: ['jackpot::list', 'display_channel::list'] }),
      entry('jackpot-levels', '/jackpot-levels', 'jackpot::list'),
      rest('jackpot-tellings', '/jackpot-tellings', { all: ['jackpot::list', 'jackpot_win::list'] }),
      rest('jackpot-requests', '/jackpot-requests', 'jackpot::list'),
      rest('jackpot-snapshots', '/jackpot-snapshots', 'jackpot::list'),
      rest('displays', '/displays', { all: ['jackpot::list', 'display_channel::list'] }),
    ],
    also: ['display-channel', 'hall'],
  },
  {
    key: 'reports',
    entries: [
      entry('slot-games', '/reports/slot-games', { any: ['slot::get', 'slot::update', 'slot::archive'] }),
      entry('daily-reports', '/reports/daily-reports', {
        all: ['location::list', 'location::list_fiscal_reports'],
      }),
      entry('monthly-reports', '/reports/monthly-reports', {
        all: ['location::list', 'location::list_monthly_fiscal_reports'],
      }),
      entry('payment-transactions', '/reports/payment-transactions', 'slot::get_payment_transactions'),
      entry(
        'collector-checkpoints',
        '/reports/collector-checkpoints',
        'collector_checkpoint::list_collector_checkpoints',
      ),
      rest('drop-variance', '/reports/drop-variance', {
        all: ['collector_checkpoint::list_collector_checkpoints', 'location::list_fiscal_reports'],
      }),
      {
        ...entry('reconciliation', '/reports/reconciliation', 'slot::list'),
        also: ['/reports/reconciliation-records', '/reports/meter-sheet-entries'],
      },
      rest('journal', '/reports/journal', { all: ['location::list', 'location::list_fiscal_reports'] }),
      rest('outstanding-tickets', '/reports/outstanding-tickets', 'slot::get'),
      {
        ...rest('inspector-view', '/reports/inspector-view', 'slot::inspect'),
        also: ['/reports/inspections'],
      },
      rest('reopenings', '/reports/reopenings', 'location::list_fiscal_reports'),
      entry('approvals', '/approvals', {
        any: ['location::list_fiscal_reports', 'slot::get', 'jackpot::list'],
      }),
      rest('share-links', '/share-links', 'location::list_fiscal_reports'),
      {
        ...rest('report-schedules', '/reports/report-schedules', 'location::list_fiscal_reports'),
        also: ['/reports/report-sendings'],
      },
      rest('meter-calendar', '/reports/meter-calendar', 'slot::get'),
      rest('questions', '/reports/questions', 'slot::get'),
    ],
    also: ['reports'],
  },
  {
    key: 'advanced',
    entries: [
      entry('smibs', '/advanced/smibs', 'smib::list'),
      entry('checkpoints', '/advanced/checkpoints', of('get_checkpoint')),
      entry('timelog', '/advanced/timelog', of('get_timelog')),
      entry('tasks', '/advanced/tasks', { all: ['task_current::list', 'task_completed::list'] }),
      entry('aggregation-rules', '/advanced/aggregation-rules', {
        any: ['aggregation_rule::get', 'aggregation_rule::update', 'aggregation_rule::create'],
      }),
      {
        ...rest('counters', '/counters', 'slot::get'),
        also: ['/counters/virtual', '/counters/logic'],
      },
      rest('gaps', '/gaps', 'slot::get'),
      rest('firmware-versions', '/advanced/firmware-versions', 'smib::list_firmware'),
      {
        ...rest('firmware-rollouts', '/advanced/firmware-rollouts', 'smib::list_firmware'),
        also: ['/advanced/firmware-boards'],
      },
      rest('raw-archives', '/advanced/raw-archives', 'slot::get'),
    ],
    also: ['advanced', 'checkpoint', 'data-exports'],
  },
  {
    key: 'acl',
    entries: [
      entry('users', '/acl/users', 'acl_user::list'),
      entry('user-groups', '/acl/user-groups', 'acl_user_group::list'),
      entry('permissions', '/acl/permissions', 'acl_permission::list'),
      entry('roles', '/acl/roles', 'acl_role::list'),
      entry('acl-entity-groups', '/acl/entity-groups', 'acl_entity_group::list'),
      entry('rules', '/acl/rules', 'acl_rule::list'),
      entry('api-tokens', '/acl/api-tokens', 'api_token::list'),
      entry('matrix', '/acl/matrix', { all: ['acl_user::list', 'acl_role::list'] }),
    ],
    also: ['acl', 'acl-users'],
  },
  {
    key: 'admin',
    entries: [
      entry(
        'columns-configurations',
        '/admin/columns-configurations',
        'columns_configuration::get_system_all_columns',
      ),
      entry('general-settings', '/admin/general-settings', 'general_settings::get'),
      entry('custom-fields', '/admin/custom-fields', customFieldsContract.permissions.list),
      entry('outbox', '/admin/outbox', 'mail::list'),
      entry('audit', '/admin/audit', 'audit_log::list'),
    ],
    also: ['admin'],
  },
  {
    key: 'operations',
    entries: [
      entry('remote-cashout', '/operations/remote-cashout', 'slot::remote_cashout_list'),
      entry('handpays', '/operations/handpays', 'slot::get'),
      entry('shift-handovers', '/operations/shift-handovers', shiftHandoversContract.permissions.list),
      entry('my-work', '/operations/my-work', myWorkContract.permissions.list),
      entry('work-orders', '/operations/work-orders', workOrdersContract.permissions.list),
    ],
    also: ['operations'],
  },
  {
    key: 'notifications',
    entries: [
      entry('notifications', '/notifications/list', 'signed-in'),
      entry('subscriptions', '/notifications/subscriptions', 'signed-in'),
      entry('notification-channels', '/notifications/channels', 'webhook::list'),
      {
        ...entry('webhooks', '/notifications/webhooks', 'webhook::list'),
        also: ['/notifications/webhook-deliveries'],
      },
    ],
    also: ['notifications'],
  },
  {
    key: 'player-exclusion',
    entries: [
      ...found('player-exclusion', 'players self-exclusions onjn-exclusions player-scans blacklists'),
      entry('door', '/player-exclusion/door', 'pe_scan::create'),
    ],
    also: ['player-exclusion'],
  },
  {
    key: 'games-registry',
    entries: found(
      'games-registry',
      'game-profiles game-mixes games machine-types manufacturers protocols game-settings',
    ),
    also: ['games-registry'],
  },
]

/** A list whose definition stands in the folder of a section is at its end. */
export const sections: readonly Section[] = specified.map(section => ({
  ...section,
  entries: [
    ...section.entries,
    ...found(section.key).filter(({ path }) => section.entries.every(one => one.path !== path)),
  ],
}))

const places = new Set(
  sections.flatMap(section => section.entries.flatMap(({ path, also = [] }) => [path, ...also])),
)

/** Pages that stand. One that is still to be built is never linked; `menu.test.ts` asks each of these for its route. */
export const built: ReadonlySet<string> = new Set<string>([
  ...Object.values(resourcePaths).filter(path => places.has(path)),
  '/dashboard',
  '/entity-groups',
  '/events',
  '/reports/slot-games',
  '/reports/journal',
  '/reports/reconciliation',
  '/reports/inspector-view',
  '/reports/outstanding-tickets',
  '/reports/reconciliation-records',
  '/reports/drop-variance',
  '/reports/meter-calendar',
  '/reports/questions',
  '/acl/matrix',
  '/admin/columns-configurations',
  '/admin/general-settings',
  '/notifications/subscriptions',
  '/player-exclusion/door',
])

const mayOpen = (permissions: PermissionMap, { rule }: Entry) =>
  rule === 'signed-in' || allows(permissions, rule)

const menus = new WeakMap<PermissionMap, Section[]>()

/** What this user sees: a section shows when one of its entries does (specification section 6). */
export function menuFor(permissions: PermissionMap): Section[] {
  const known = menus.get(permissions) ?? menuOf(permissions)
  menus.set(permissions, known)
  return known
}

/** `standing`: the paths that there are. */
export const menuOf = (permissions: PermissionMap, standing: ReadonlySet<string> = built): Section[] =>
  sections
    .map(section => ({
      ...section,
      entries: section.entries.filter(one => standing.has(one.path) && mayOpen(permissions, one)),
    }))
    .filter(section => section.entries.length > 0)
