/** Made by bin/found.mjs: run `npm run found` after adding or moving a file. */
export const streamPaths: readonly string[] = [
  'events',
  'messages',
]
export const reportPaths: readonly string[] = [
  'slots/:id/days',
  'locations/:id/days',
  'tenants/:id/days',
]
