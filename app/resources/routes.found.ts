/** Made by bin/found.mjs: run `npm run found` after adding or moving a file. */
export const streamPaths: readonly string[] = [
  'advanced/computed-aggregations',
  'advanced/raw-aggregations',
  'advanced/checkpoints',
  'counters/logic',
  'counters/virtual',
  'counters',
  'message-meters',
  'events',
  'gaps',
  'error-logs',
  'logs',
  'messages',
  'slotdata',
  'advanced/timelog',
]
export const reportPaths: readonly string[] = [
  'slots/:id/days',
  'locations/:id/days',
  'tenants/:id/days',
  'reports/extended-meters',
  'reports/drop-variance',
  'reports/journal',
  'reports/slot-games',
]
