/** Pages about cash: collections and payments. */
export const cashKinds = ['collections', 'collection', 'new collection', 'slip'] as const

export async function cashPages(recordOf: (list: string) => Promise<string>) {
  const collection = await recordOf('/reports/collector-checkpoints')
  return [
    { name: 'collections', path: '/reports/collector-checkpoints' },
    { name: 'collection', path: collection },
    { name: 'new collection', path: '/reports/collector-checkpoints/new' },
    { name: 'slip', path: `${collection}/slip` },
  ] as const
}
