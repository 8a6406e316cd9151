/** Which lists may be read or sorted whole, and why: those of short tables, and those that are left. */

const short: Readonly<Record<string, readonly string[]>> = {
  'A network has hundreds of them.': [
    'locations',
    'displays',
    'display_channels',
    'payment_merchants',
    'report_schedules',
    'tenants',
  ],
  'People make them by hand, one by one.': [
    'users',
    'user_groups',
    'roles',
    'acl_groups',
    'acl_rules',
    'aggregation_rules',
    'alarm_rules',
    'alarm_steps',
    'on_call_orders',
    'api_tokens',
    'custom_fields',
    'firmware_rollouts',
    'firmware_versions',
    'entity_groups',
    'imports',
    'inspections',
    'jackpots',
    'jackpot_levels',
    'jackpot_sources',
    'notification_channels',
    'share_links',
    'shift_handovers',
    'webhooks',
    'work_orders',
  ],
  'They stand in the program, or in the registry that all tenants share.': [
    'permissions',
    'manufacturers',
    'machine_types',
    'games',
    'game_mixes',
    'game_profiles',
    'game_settings',
    'protocols',
  ],
  'They are deleted after some days.': ['data_exports'],
  'One a location and day.': ['raw_archives'],
}
/** By table, what bounds it. */
export const shortTables: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(short).flatMap(([reason, tables]) => tables.map(table => [table, reason])),
)

const known: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'People make its rows, one by one: it opens by an index, and years of it are sorted within a page’s time.':
    {
      'mail/v1/mails': 'by address, by updated_at, of tenant, of kind',
      'anomalies/v1/anomalies':
        'by first_at, by slot, by location, by state, by rule, by count, of tenant, of location, of state, of rule, by last_at, of slot',
      'slotcontrol/v1/bulk-jobs':
        'as it opens, by action, by state, by outcome, by confirmed, by finished_at, of action, of state, of outcome, of tenant',
      'fiscal-reports/v1/collector-checkpoints':
        'by number, by actual, by expected, by difference, by created_at, of tenant, of state, of bag, of slot',
      'rawdata/v1/ignored-messages':
        'by at, by created_at, by slot, by location, by state, of tenant, of location, of smib, of state',
      'rawdata/v1/manual-readings':
        'by at, by created_at, by slot, by location, by state, of tenant, of location, of slot, of state, of kind',
      'rawdata/v1/message-edits':
        'by at, by created_at, by slot, by location, by state, of tenant, of location, of smib, of state, of bucket, of does',
      'jackpot-manager/v1/jackpot-requests':
        'as it opens, by level_name, by created_at, by expires_at, of location, of jackpot, of kind, of state, of tenant',
      'settings/v1/meter-sheet-entries':
        'by day, by read_at, by location, by absolute, of tenant, of slot, of state, of day',
      'player-exclusion-processor/v1/players':
        'by created_at, by updated_at, of tenant, of document_type, of standing',
      'player-exclusion-processor/v1/self-exclusions':
        'by registered_at, by valid_from, by valid_to, by created_at, by updated_at, of tenant, of location, of source, of state',
      'player-exclusion-processor/v1/blacklists':
        'by valid_from, by valid_to, by created_at, by updated_at, of tenant, of location, of cause, of state',
      'fiscal-reports/v1/reopenings':
        'as it opens, by day, by location, by created_at, by expires_at, of location, of state',
      'users/v1/many-jobs/users': 'as it opens',
      'repairs/v1/repairs':
        'by slot, by location, by state, by kind, of tenant, of location, of state, of kind',
    },
  'One or two a location and day, or less.': {
    'fiscal-reports/v1/daily-reports':
      'as it opens, by location, by takings, by revision, by state, of tenant, of state, of location',
    'fiscal-reports/v1/monthly-reports':
      'by location, by takings, by days_closed, by state, of tenant, of state, of location',
    'jackpot-snapshot/v1/checkpoints':
      'by day, by wins, of tenant, of location, of jackpot, of day, of level',
    'report-schedules/v1/report-sendings':
      'by period, by due_at, by sent_at, by created_at, by updated_at, of tenant, of location, of kind, of schedule',
  },
  'A few hundred rows: what is looked up in them stands in other tables.': {
    'configuration/v1/locations': 'as it opens, of tenant, of city',
    'configuration/v1/tenants': 'as it opens, of currency',
    'rawdata/v1/events': 'of flag',
    'rawdata/v1/events-custom': 'of flag',
    'timelog/v1/timelog': 'of flag',
  },
  'Entries of the same millisecond are put in order, and those of one kind are counted in the log itself.': {
    'audit/v1/entries': 'as it opens, by at, of entity, of action, of tenant',
  },
  'Tasks that are over are deleted.': {
    'tasks/v1/tasks':
      'of tenant, by create_time, by kind, by state, by progress, by started_at, by finished_at, by created_by, of kind, of state, of archived',
    'tasks/v1/current':
      'of tenant, by create_time, by kind, by state, by progress, by started_at, by finished_at, by created_by, of kind, of archived',
    'tasks/v1/completed':
      'of tenant, of state, by create_time, by kind, by state, by progress, by started_at, by finished_at, by created_by, of kind, of archived',
  },
  'Flags, and values that half of all rows have; of one tenant, whose rows are gone through.': {
    'configuration/v1/slots':
      'of door, of demo, of lock_delivery, of manufacturer, of machine_type, of game_mix, of protocol, of archived',
    'configuration/v1/smibs': 'of assigned, of test_mode, of log_mode, of archived',
    'public_api/v1/slots-offline': 'as it opens, by location, of tenant, of group, of archived',
  },
  'Machines or the outside make its rows, and it is not done yet: it opens by an index, but is sorted and narrowed by all of it.':
    {
      'configuration/v1/firmware-boards': 'of tenant, of smib, of location, of result',
      'alarms/v1/alarms': 'as it opens, of tenant, of state, of severity, of acknowledged',
      'slotcontrol/v1/commands': 'of kind, of slot, of smib, of state, of bulk',
      'jackpot-manager/v1/jackpot-wins':
        'by amount, by state, by number, of tenant, of jackpot, of level, of location, of state, of resourceId, of type',
      'jackpot-manager/v1/jackpot-tellings': 'by amount, by state, of tenant, of location, of level',
      'notifications/v1/list':
        'as it opens, by timestamp, of seen, of confirmed, of resource_type, of severity, of category, of told',
      'payment-transactions-processor/v1/transactions':
        'by amount, by state, by settled_at, by provider_ref, by created_at, of tenant, of direction, of state, of in_doubt, of over_limit, of provider_ref, of location, of slot',
      'payment-transactions-processor/v1/transaction-log': 'by received_at, of tenant, of location, of state',
      'remote-cashout/v1/list':
        'as it opens, by amount, by state, by provider_ref, of tenant, of state, of location, of slot',
      'player-exclusion-processor/v1/onjn-exclusions':
        'by mark, by added_on, by valid_from, by removed_at, by created_at, by updated_at, of tenant, of state',
      'player-exclusion-processor/v1/player-scans':
        'by updated_at, of tenant, of answer, of cause, of location',
      'webhooks/v1/webhook-deliveries':
        'by created_at, by delivered_at, of location, of kind, of state, of problem, of webhook',
    },
}
/** As the law says them, up to what the database does. */
export const knownPlans: readonly string[] = Object.values(known).flatMap(lists =>
  Object.entries(lists).flatMap(([path, names]) => names.split(', ').map(name => `/api/${path} ${name}:`)),
)
