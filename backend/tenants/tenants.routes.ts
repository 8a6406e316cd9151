import type { Api } from '../http/api'
import { crud } from '../http/crud'
import { tenantsStore } from './tenants.store'

export const register = (api: Api): void => crud(api, tenantsStore)
