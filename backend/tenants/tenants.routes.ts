import { plainHost } from '../contract/host-name'
import type { Api } from '../http/api'
import { crud } from '../http/crud'
import { tenantsStoreFor } from './tenants.store'

export const register = (api: Api): void =>
  crud(api, tenantsStoreFor(plainHost(new URL(api.deps.env.consoleOrigin).hostname)))
