/** Pages about cash: collections and payments. */
export const cashKinds = [
  'collections',
  'collection',
  'new collection',
  'round',
  'round of a location',
  'slip',
  'payments',
  'payment',
  'payment log',
  'merchant',
  'new merchant',
  'remote cashouts',
  'remote cashout',
  'reset cashout',
  'handpays',
  'lock a location',
  'unlock a location',
  'journal',
  'drop variance',
  'reconciliation',
  'records and meters',
  'explain difference',
  'meter sheet',
  'enter meter sheet',
  'meter sheet entries',
  'clear form',
  'outstanding tickets',
  'inspector view',
  'inspections',
  'inspection',
] as const

export async function cashPages(recordOf: (list: string) => Promise<string>) {
  const location = (await recordOf('/locations?query=Titan')).split('/').at(-1) ?? ''
  const collection = await recordOf('/reports/collector-checkpoints')
  const payment = await recordOf('/reports/payment-transactions')
  const merchant = await recordOf('/operations/payment-merchants')
  const cashout = await recordOf('/operations/remote-cashout')
  // Who opens the view is in its trail.
  await recordOf('/reports/inspector-view')
  const inspection = await recordOf('/reports/inspections')
  // Other journeys import slots by the hundred into the first location: more than a sheet has room for.
  const hall = await recordOf('/locations?query=Copou')
  return [
    { name: 'collections', path: '/reports/collector-checkpoints' },
    { name: 'collection', path: collection },
    { name: 'new collection', path: '/reports/collector-checkpoints/new' },
    { name: 'round', path: '/reports/collector-checkpoints/round' },
    { name: 'round of a location', path: `/reports/collector-checkpoints/round?location=${location}` },
    { name: 'slip', path: `${collection}/slip` },
    { name: 'payments', path: '/reports/payment-transactions' },
    { name: 'payment', path: payment },
    { name: 'payment log', path: '/reports/payment-log' },
    { name: 'merchant', path: merchant },
    { name: 'new merchant', path: '/operations/payment-merchants/new' },
    { name: 'remote cashouts', path: '/operations/remote-cashout' },
    { name: 'remote cashout', path: cashout },
    { name: 'reset cashout', path: `${cashout}/reset` },
    { name: 'handpays', path: '/operations/handpays' },
    { name: 'lock a location', path: `/locations/${location}/lock` },
    { name: 'unlock a location', path: `/locations/${location}/unlock` },
    { name: 'journal', path: '/reports/journal' },
    { name: 'drop variance', path: '/reports/drop-variance' },
    { name: 'reconciliation', path: '/reports/reconciliation' },
    { name: 'records and meters', path: '/reports/reconciliation-records' },
    { name: 'meter sheet', path: `${hall}/meter-sheet` },
    { name: 'enter meter sheet', path: `${hall}/meter-sheet/enter` },
    { name: 'meter sheet entries', path: '/reports/meter-sheet-entries' },
    { name: 'outstanding tickets', path: '/reports/outstanding-tickets' },
    { name: 'clear form', path: `${await recordOf('/repairs?kind=cleared')}/clear-form` },
    { name: 'inspector view', path: '/reports/inspector-view' },
    { name: 'inspections', path: '/reports/inspections' },
    { name: 'inspection', path: inspection },
    { name: 'explain difference', path: `${await recordOf('/slots-meters')}/explain` },
  ] as const
}
