/** Documents of one location that are sealed, and asked about as a stranger does. */
import type { Actor } from '../../backend/platform/request/actor'
import { checkChain } from '../../backend/accounting/seals/chain.queries'
import { sealDocument, type ToSeal } from '../../backend/accounting/seals/seals.service'
import { locations, people, tenants } from '../people'
import type { TestBackend } from './backend'

export const ana: Actor = {
  kind: 'user',
  id: people.ana.id,
  name: people.ana.fullName,
  tenantId: '',
  permissions: {},
}

export const daily = (period: string, more: Partial<ToSeal> = {}): ToSeal => ({
  tenantId: tenants.carpathia.id,
  locationId: locations.cluj.id,
  kind: 'daily',
  period,
  currency: 'RON',
  revision: 1,
  totals: { total_in: 120_000, total_out: 95_050 },
  document: { rows: [{ serial: 'EGT-00412', in: 120_000, out: 95_050 }], note: 'Ș și ț' },
  ...more,
})

export function sealing(backend: () => TestBackend) {
  let nth = 0
  // Checks are counted by address.
  const from = () => `198.51.${Math.floor(++nth / 250)}.${nth % 250}`
  return {
    seal: (given: ToSeal) =>
      backend()
        .db.transaction()
        .execute(tx => sealDocument(tx, ana, given, backend().clock())),
    check: () => checkChain(backend().db, locations.cluj.id),
    verify: async (query: Record<string, string>) => {
      const path = `/api/seals/v1/verify?${new URLSearchParams(query).toString()}`
      return (await backend().json(path, { from: from() })).body.data
    },
    upload: async (body: string) =>
      (await backend().json('/api/seals/v1/verify', { method: 'POST', from: from(), body })).body.data,
  }
}

/** Three links to sealed documents of two locations. */
export async function shareThree(
  backend: TestBackend,
  demand: (path: string, body: unknown) => Promise<unknown>,
): Promise<void> {
  const { seal } = sealing(() => backend)
  for (const [name, lasts, locationId] of [
    ['Accountant', 'week', locations.cluj.id],
    ['Bank', 'month', locations.cluj.id],
    ['Inspector', 'day', locations.braila.id],
  ] as const) {
    const { code } = await seal(daily(`2026-01-1${name.length % 9}`, { locationId }))
    await demand('/api/sharing/v1/share-link', { document: code, name, lasts })
  }
}
