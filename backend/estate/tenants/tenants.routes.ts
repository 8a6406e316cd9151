import { plainHost } from '../../platform/contract/host-name'
import type { Api } from '../../platform/http/api'
import { crud } from '../../platform/http/crud'
import { locationCounts, slotCounts } from '../list-figures/counts.service'
import { withFigures } from '../list-figures/with-figures.service'
import { tenantsStoreFor } from './tenants.store'

export function register(api: Api): void {
  const store = tenantsStoreFor(plainHost(new URL(api.deps.env.consoleOrigin).hostname))
  crud(api, store, { listed: withFigures(store, [locationCounts, slotCounts('tenant_id')]) })
}
