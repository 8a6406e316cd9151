import { plainHost } from '../../platform/contract/host-name'
import type { Api } from '../../platform/http/api'
import { crud } from '../../platform/http/crud'
import { tenantsStoreFor } from './tenants.store'

export const register = (api: Api): void =>
  crud(api, tenantsStoreFor(plainHost(new URL(api.deps.env.consoleOrigin).hostname)))
