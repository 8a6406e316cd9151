/**
 * The specification's other endpoint families, phrase by phrase of its text: family → phrase → paths below
 * `<family>/v1/`; `*` stands for an id or a type.
 */
const groups = ['tenant', 'location', 'slot'] as const
const verbs = (verb: string) => groups.map(one => `${one}/${verb}-entity-group/*`)
const kept = ['tenant', 'location', 'slot', 'smib'] as const
const registry = [
  'machine_type',
  'game',
  'game_mix',
  'game_profile',
  'manufacturer',
  'protocol',
  'game_setting',
] as const
/** In the text's own words, in its order. */
export const SPECIFIED: readonly (readonly [family: string, phrases: Record<string, readonly string[]>])[] = [
  [
    'rawdata',
    {
      counters: ['counters'],
      events: ['events'],
      'events-custom': ['events-custom'],
      edit: ['edit', 'message-edit/events', 'message-edit/counters', 'message-edit/slotdata'],
      meters: ['meters'],
      'ignore-message add': ['ignore-message', 'ignore-message/add'],
      reaggregate: ['reaggregate', 'ignore-message/reaggregate'],
      export: ['export'],
      logs: ['logs'],
      'log-errors': ['log-errors'],
    },
  ],
  [
    'configuration',
    {
      'slot-config': ['slot-config/*'],
      'slot-sas-config/{id}/type/{type}': ['slot-sas-config/*/type/*'],
      'location-config': ['location-config/*'],
      'smib-config': ['smib-config/*'],
      'tenant-config': ['tenant-config/*'],
      locations: ['locations'],
      location: ['location', 'location/*'],
      slots: ['slots'],
      slot: ['slot', 'slot/*'],
      'slot-machine-meters/{slotId}': ['slot-machine-meters/*'],
      'slot-machine-meter/{id}': ['slot-machine-meter/*'],
      'slot/{slotId}/unassign-rule': ['slot/*/unassign-rule'],
      '{entityType}/list-entity-groups': groups.map(one => `${one}/list-entity-groups`),
      'add-': groups.map(one => `${one}/add-entity-group`),
      'get-': verbs('get'),
      'update-': verbs('update'),
      'delete-entity-group': verbs('delete'),
      smibs: ['smibs'],
      smib: ['smib', 'smib/*'],
      'smib-to-smib': ['smib-to-smib'],
      'smib/{id}/toggle-test': ['smib/*/toggle-test'],
      'toggle-log': ['smib/*/toggle-log'],
      'smib-refresh-password/{id}': ['smib-refresh-password/*'],
      'smib-send-cmd/{id}/type/{type}': ['smib-send-cmd/*/type/restart'],
      'smib/{id}/unassign': ['smib/*/unassign'],
      'archive and unarchive per entity': kept.flatMap(one => [`archive/${one}/*`, `unarchive/${one}/*`]),
      'aggregation-rules': ['aggregation-rules'],
      'aggregation-rule': ['aggregation-rule', 'aggregation-rule/*'],
      'get-communication-protocol-types': ['get-communication-protocol-types'],
    },
  ],
  ['smib-realtime', { 'status for location, slot, smib, tenant': kept.map(one => `${one}/status/*`) }],
  [
    'settings',
    {
      'mechanical-meters': ['mechanical-meters'],
      'dashboard settings': ['dashboard'],
      'page columns': ['page-columns/*'],
      'data-types': ['data-types'],
      'general settings by type and ids': ['system', 'tenant', 'location'].map(
        type => `general-settings/${type}/*`,
      ),
    },
  ],
  [
    'player-exclusion-processor',
    {
      'list, get, update, delete or cancel for players': ['players', 'player/*', 'player'],
      'self-exclusions': ['self-exclusions', 'self-exclusion/*', 'self-exclusion-cancel'],
      'player scans': ['player-scans', 'player-scan/*', 'player-scan'],
      blacklists: ['blacklists', 'blacklist/*', 'blacklist-cancel'],
      'imports of client player with self-exclusion': ['self-exclusions-import'],
      'national self-exclusion, encrypted ids': ['onjn-exclusions-import'],
      'listing encrypted ids': ['onjn-exclusions'],
    },
  ],
  [
    'users',
    {
      users: ['users'],
      user: ['user', 'user/*'],
      delete: ['delete/*', 'archive/user/*', 'delete/role/*', 'delete/user-group/*', 'delete/acl-rule/*'],
      'send-verification-code': ['send-verification-code/*'],
      'verify-code': ['verify-code/*'],
      'entity-groups': ['entity-groups'],
      permissions: ['permissions'],
      'user-groups': ['user-groups'],
      roles: ['roles'],
      'acl-rules': ['acl-rules'],
      'api-tokens': ['api-tokens'],
      'ACL model-fields lookup': ['model-fields/*'],
    },
  ],
  ['timelog', { '': ['timelog'] }],
  [
    'aggregate',
    {
      plain: ['*/aggregate'],
      'by entityType intervals': ['*/intervals'],
      'total intervals': ['*/total/intervals'],
      total: ['*/total'],
    },
  ],
  ['public_api', { 'slots-offline': ['slots-offline'] }],
  ['checkpoints', { '': ['checkpoints'] }],
  ['tasks', { 'completed and current': ['completed', 'current'] }],
  ['dataexport', { list: ['list'] }],
  [
    'jackpot-manager',
    {
      jackpots: ['jackpots'],
      jackpot: ['jackpot', 'jackpot/*'],
      'cancel-win-display': ['cancel-win-display'],
      reset: ['reset'],
      regen: ['regen'],
      delete: ['delete/jackpot/*'],
      'jackpot-wins': ['jackpot-wins'],
      'jackpot-win': ['jackpot-win/*'],
      'jackpot-sources': ['jackpot-sources'],
      swagger: ['swagger'],
    },
  ],
  [
    'display-channels',
    { displays: ['displays'], display: ['display'], 'displays/update': ['displays/update/*'] },
  ],
  ['aggregations', { 'query and export': ['query', 'export'] }],
  [
    'fiscal-reports',
    {
      list: ['list'],
      'validated-report': ['validated-report/*'],
      validate: ['validate', 'validate/*'],
      'list-monthly-reports/{location_id}': ['list-monthly-reports/*'],
      'monthly report variants': ['monthly-report/*', 'location/*/month/*', 'location/*/month/*/desk'],
      'collector checkpoints list, get, create': [
        'collector-checkpoints',
        'collector-checkpoint/*',
        'collector-checkpoint',
      ],
      'actual cash for slot': ['actual-cash-for-slot/*'],
    },
  ],
  ['jackpot-snapshot', { checkpoints: ['checkpoints'] }],
  [
    'payment-transactions-processor',
    { transactions: ['transactions'], 'transaction log': ['transaction-log'] },
  ],
  [
    'okto-processor',
    { 'merchant data': ['merchants', 'merchant/*'], 'tenant settings': ['tenant-settings/*'] },
  ],
  [
    'slotcontrol',
    {
      'slot-status': ['slot-status/*'],
      'aft refresh-registration': ['aft/refresh-registration'],
      'aft set-asset-number': ['aft/set-asset-number'],
      unlock: ['unlock'],
      lock: ['lock'],
    },
  ],
  ['remote-cashout', { list: ['list'], reset: ['reset'] }],
  [
    'notifications',
    {
      list: ['list'],
      seen: ['seen'],
      confirm: ['confirm'],
      templates: ['templates'],
      'user subscriptions and set': ['user-subscriptions', 'user-subscriptions/set'],
    },
  ],
  [
    'games-registry',
    {
      'list, get, add, update, delete for machine types, games, game mixes, game profiles, manufacturers, protocols, game settings':
        [
          ...['machine-types', 'games', 'game-mixes', 'game-profiles', 'manufacturers', 'protocols'],
          'game-settings',
          ...registry.flatMap(one => [one, `${one}/*`, `delete/${one}/*`]),
        ],
    },
  ],
]
