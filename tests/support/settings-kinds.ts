/** Settings of the network and of the console: inherited, with versions and a way back. */
export const settingsKinds = [
  'config',
  'config edit',
  'config back',
  'config compare',
  'config board',
  'fraud',
  'fraud edit',
  'payment settings',
  'general settings',
  'general of location',
  'general edit',
  'columns configurations',
  'columns configuration',
  'subscriptions',
  'subscriptions of location',
  'notification template',
] as const

export const settingsPages = ({
  tenant,
  location,
  other,
  smib,
}: Record<'tenant' | 'location' | 'other' | 'smib', string>) =>
  [
    { name: 'config', path: `/config/location/${location}` },
    { name: 'config edit', path: `/config/location/${location}/edit` },
    { name: 'config back', path: `/config/location/${location}/restore/0` },
    { name: 'config compare', path: `/config/compare?left=${location}&right=${other}&all=1` },
    { name: 'config board', path: `/config/smib/${smib}` },
    { name: 'fraud', path: `/config/fraud/${tenant}` },
    { name: 'fraud edit', path: `/config/fraud/${tenant}/edit` },
    { name: 'payment settings', path: `/config/payments/${tenant}` },
    { name: 'general settings', path: '/admin/general-settings' },
    { name: 'general of location', path: `/config/general-location/${location}` },
    { name: 'columns configurations', path: '/admin/columns-configurations' },
    { name: 'columns configuration', path: '/admin/columns-configurations/slots' },
    { name: 'subscriptions', path: '/notifications/subscriptions' },
    { name: 'subscriptions of location', path: `/notifications/subscriptions?location=${location}` },
    { name: 'notification template', path: '/notifications/templates/door_open' },
    { name: 'general edit', path: `/config/general-tenant/${tenant}/edit` },
  ] as const
