/** Pages about what was found by rules: the fraud settings', and the tenant's own. */
export const findingKinds = [
  'anomalies',
  'anomaly',
  'alarms',
  'alarm rules',
  'new alarm rule',
  'my work',
  'new comment',
  'assign',
] as const

export const findingPages = async (recordOf: (list: string) => Promise<string>) =>
  [
    { name: 'anomalies', path: '/anomalies' },
    { name: 'anomaly', path: await recordOf('/anomalies') },
    { name: 'alarms', path: '/alarms' },
    { name: 'my work', path: '/operations/my-work' },
    {
      name: 'new comment',
      path: `/comments/new?about=anomaly&record=${(await recordOf('/anomalies')).split('/').at(-1)}`,
    },
    { name: 'assign', path: `${await recordOf('/anomalies')}/assign` },
    { name: 'alarm rules', path: '/alarm-rules' },
    { name: 'new alarm rule', path: '/alarm-rules/new' },
  ] as const
